import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findValues } from '../../../src/vision/taught/find-values.ts'

const line = (text: string, x: number, width: number, y = 100) => ({
  text,
  box: { x, y, width, height: 20 },
  confidence: 0.95,
  probabilities: [...text].map(() => 0.95),
})
const place = (name: 'given_name' | 'surname', x: number, width: number) =>
  ({ name, box: { x, y: 100, width, height: 20 } }) as const

describe('the value in its place', () => {
  it('is a line as a whole where nothing else stands in it', () => {
    assert.deepEqual(findValues([place('surname', 100, 90)], [line('SPECIMEN', 96, 160)]).lines, [
      { name: 'surname', line: 0 },
    ])
  })

  it('begins at a word behind its label, and no letter is cut', () => {
    const text = 'JMËNO / GIVEN NAMES VZOR'
    const [taken] = findValues([place('given_name', 325, 60)], [line(text, 27, 355)]).lines
    assert.equal(text.slice(taken?.start), 'VZOR')
    const [number] = findValues([place('surname', 240, 100)], [line('Identification998000398', 20, 330)]).lines
    assert.equal('Identification998000398'.slice(number?.start), '998000398')
  })

  it('ends before the next value of the row', () => {
    const text = 'SPECIMEN VZOR'
    const { lines } = findValues([place('surname', 20, 80), place('given_name', 110, 40)], [line(text, 20, 130)])
    assert.deepEqual(
      lines.map(({ start = 0, end }) => text.slice(start, end).trim()),
      ['SPECIMEN', 'VZOR'],
    )
  })

  it('is read again where no line was found', () => {
    const { lines, again } = findValues([place('surname', 20, 80)], [line('ELSEWHERE', 20, 80, 300)])
    assert.deepEqual(lines, [])
    assert.equal(again[0]?.reader, 'text-lines')
  })
})
