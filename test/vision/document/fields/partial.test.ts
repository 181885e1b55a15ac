import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import type { Span } from '../../../../src/vision/document/fields/candidate.ts'
import { differsFromMrz, isPartial, isSpread } from '../../../../src/vision/document/fields/partial.ts'
import { asValue } from '../../../../src/vision/document/fields/value.ts'

const { countries } = openCatalogue()
const span = (text: string, line = 0, y = 100): Span => ({
  text,
  probabilities: Array.from(text, () => 0.99),
  box: { x: 100, y, width: 18 * text.length, height: 30 },
  source: String(line),
  line,
  start: 0,
})
const roles = { rolesOf: () => new Map([['other_value', 0.75]]), kinds: new Map(), back: 0 }

function isDoubted(name: 'authority' | 'nationality' | 'surname', text: string, next?: string, surname?: string) {
  const spans = [span(text), ...(next ? [span(next, 1, 136)] : [])]
  const chosen = { name, value: text, from: { line: 0, start: 0, end: text.length }, by: 'label' as const }
  const mrz = surname ? ({ fields: { primary_identifier: surname } } as never) : undefined
  return isPartial(chosen, { spans, taken: new Set([0]), roles, mrz, countries })
}

describe('a value in words', () => {
  it('may be a part of what is printed', () => {
    assert.ok(isDoubted('authority', '.G.HARBOUR'), 'it begins with a mark')
    assert.ok(isDoubted('nationality', 'UNITED STATES OF AMER'), 'it is the beginning of a name')
    assert.ok(isDoubted('nationality', '中国CHINESE'), 'its scripts run together')
    assert.ok(isDoubted('authority', 'AUSSTELLENDE', 'BEHÖRDE'), 'a line goes on below it')
  })

  it('is whole otherwise, or if the MRZ says the same', () => {
    assert.ok(!isDoubted('authority', 'HARBOUR OFFICE'))
    assert.ok(!isDoubted('nationality', 'UNITED STATES OF AMERICA'))
    assert.ok(!isDoubted('surname', 'NEVERWAS', 'EVERMORE', 'NEVERWAS'))
    assert.ok(!isDoubted('surname', 'НЕВЕР', 'NEVER'), 'the same in another script')
  })
})

describe('a sex in two letters', () => {
  const line = (text: string, ...places: number[]) => ({ text, places, box: { x: 0, y: 0, width: 60, height: 30 } })
  const isDoubted = (text: string, ...places: number[]) => isSpread({ name: 'sex', value: text }, line(text, ...places))

  it('may have lost its spaces if the letters stand far apart', () => {
    assert.ok(isDoubted('V/F', 0.2, 0.5, 0.8))
    assert.ok(!isDoubted('V/F', 0.2, 0.5, 0.7))
    assert.ok(!isDoubted('女/F', 0.2, 0.5, 0.8), 'a Chinese character is wider')
    assert.ok(!isSpread({ name: 'surname', value: 'V/F' }, line('V/F', 0.2, 0.5, 0.8)))
  })
})

describe('what a reader runs into a value', () => {
  const read = (name: 'document_number' | 'nationality', text: string) =>
    asValue(name, span(text), 1, 'label', { order: 'DMY', today: '2025-01-01' })?.value

  it('is taken off a number: its abbreviation is set in small letters', () => {
    assert.equal(read('document_number', '4ouS123-456-78-123-0'), 'S123-456-78-123-0')
    assert.equal(read('document_number', 'S123-456-78-123-0'), 'S123-456-78-123-0')
  })

  it('is taken off a nationality: the code of its state', () => {
    assert.equal(read('nationality', 'NLD Nederlandse'), 'Nederlandse')
    assert.equal(read('nationality', 'New Zealand'), 'New Zealand')
    assert.equal(read('nationality', 'UTO'), 'UTO')
  })
})

describe('a name and the MRZ of its page', () => {
  const differs = (value: string, said: string) =>
    differsFromMrz({ name: 'surname', value }, { fields: { primary_identifier: said } } as never)

  it('differ if one of them has another letter, not if it was transliterated or cut', () => {
    assert.ok(differs('RSEN', 'AASEN'))
    assert.ok(!differs('ÅSEN', 'AASEN'))
    assert.ok(!differs('NEVERWAS EVERMORE', 'NEVERWAS EVERM'))
    assert.ok(!differs('НЕВЕР', 'NEWER'), 'another script has several spellings')
  })
})
