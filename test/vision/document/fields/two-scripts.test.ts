import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { Classification } from '../../../../src/vision/document/kind/classify.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }

const line = (text: string, x: number, y: number): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.98),
  box: { x, y, width: text.length * 16, height: 28 },
})

const namesOn = (country: string, lines: TextLine[]) => {
  const kind: Classification = { country, type: 'PASSPORT', side: 'FRONT', twoSided: false }
  return readFields(catalogue, { kind, lines, size, today: '2026-11-15' })
    .filter(({ name }) => name === 'surname' || name === 'given_name')
    .map(({ name, value }) => [name, value])
}

describe('a name printed in two scripts', () => {
  it('is two values of one field, the Latin one first', () => {
    const lines = [
      line('Тегі / Surname', 400, 100),
      line('СЕРІКОВ', 400, 130),
      line('SERIKOV', 400, 162),
      line('Аты / Given names', 400, 220),
      line('АСХАТ', 400, 250),
      line('ASKHAT', 400, 282),
    ]
    assert.deepEqual(namesOn('KAZ', lines), [
      ['surname', 'SERIKOV'],
      ['surname', 'СЕРІКОВ'],
      ['given_name', 'ASKHAT'],
      ['given_name', 'АСХАТ'],
    ])
  })

  it('is one value where the second line is another field’s, or in the same script', () => {
    const lines = [line('Surname', 400, 100), line('SPECIMEN', 400, 130), line('VEREIST', 400, 162)]
    assert.equal(namesOn('NLD', lines).filter(([name]) => name === 'surname').length, 1)
  })
})
