import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { differences } from '../../src/console/case/difference.ts'

const marked = (text: string, other: string) =>
  differences(text, other)
    .map((piece) => (piece.differs ? `[${piece.text}]` : piece.text))
    .join('')

describe('the difference of two values', () => {
  it('is marked in the character, not in the whole', () => {
    assert.equal(marked('L898902C3', 'L898962C3'), 'L8989[0]2C3')
    assert.equal(marked('ERIKSSON', 'ERIKSON'), 'ERIK[S]SON'.replace('K[S]S', 'KS[S]'))
    assert.equal(marked('1974-08-12', '1974-08-21'), '1974-08-[1]2')
  })

  it('is none where the texts are equal but for case, and all where nothing is shared', () => {
    assert.equal(marked('Anna', 'ANNA'), 'Anna')
    assert.equal(marked('ABC', 'XYZ'), '[ABC]')
    assert.equal(marked('ABC', ''), '[ABC]')
    assert.equal(marked('', 'ABC'), '')
  })

  it('marks what one side has more', () => {
    assert.equal(marked('ANNA MARIA', 'ANNA'), 'ANNA[ MARIA]')
    assert.equal(marked('ANNA', 'ANNA MARIA'), 'ANNA')
  })
})
