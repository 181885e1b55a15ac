import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const size = { width: 1200, height: 757 }
const kind = { country: 'UTO', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const

const line = (text: string, y: number, height: number): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.99),
  box: { x: 400, y, width: text.length * 16, height },
})

/** Values of 34 pixels and labels of 20, each pair close together and the next pair further off. */
const PAIRS = [
  ['Surname', 'NOBODY'],
  ['Given names', 'ZINNIA'],
  ['Date of birth', '01.02.1990'],
  ['Place of birth', 'UTOPIA TOWN'],
] as const

const page = (isBelow: boolean) =>
  PAIRS.flatMap(([label, value], i) => {
    const top = 150 + 110 * i
    return isBelow
      ? [line(value, top, 34), line(label, top + 38, 20)]
      : [line(label, top, 20), line(value, top + 24, 34)]
  })

const valuesOf = (lines: TextLine[]) =>
  Object.fromEntries(
    readFields(catalogue, { kind, lines, size, today: '2026-11-18' }).map(({ name, value }) => [name, value]),
  )

describe('surname and given names', () => {
  const right = { surname: 'NOBODY', given_name: 'ZINNIA', date_of_birth: '01.02.1990', place_of_birth: 'UTOPIA TOWN' }

  it('are not exchanged where labels stand below their values', () => assert.deepEqual(valuesOf(page(true)), right))

  it('are below their labels on other pages', () => assert.deepEqual(valuesOf(page(false)), right))
})

const at = (text: string, x: number, y: number, height: number): TextLine => ({
  ...line(text, y, height),
  box: { x, y, width: text.length * 0.55 * height, height },
})

describe('a value', () => {
  it('stands in the row of its label where the values of a page have a column of their own', () => {
    const rows = [at('Sex', 300, 200, 20), at('F', 580, 196, 30), at('Place of birth', 300, 260, 20)]
    assert.deepEqual(valuesOf([...rows, at('UTOPIA TOWN', 580, 256, 30)]), { sex: 'F', place_of_birth: 'UTOPIA TOWN' })
  })

  it('follows its label on one line, row after row', () => {
    const rows = PAIRS.map(([label, value], i) => at(`${label}: ${value}`, 400, 200 + 62 * i, 34))
    assert.deepEqual(valuesOf(rows), {
      surname: 'NOBODY',
      given_name: 'ZINNIA',
      date_of_birth: '01.02.1990',
      place_of_birth: 'UTOPIA TOWN',
    })
  })
})
