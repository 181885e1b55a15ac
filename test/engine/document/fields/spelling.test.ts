import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCatalogue } from '../../../../src/engine/catalogue/catalogue.ts'
import { spelledIn, withZeros } from '../../../../src/engine/document/fields/spelling.ts'

const { alphabets, countries } = openCatalogue()

/** A text all of whose letters were read with the same probability. */
const spelled = (text: string, probability: number, languages: string[]) =>
  spelledIn(
    {
      text,
      probabilities: Array.from(text, () => probability),
      box: { x: 0, y: 0, width: 9, height: 9 },
      source: '0',
      line: 0,
      start: 0,
    },
    alphabets,
    languages,
  ).text

describe('an accent that the document’s languages do not have', () => {
  it('becomes the one they have on that letter, or none', () => {
    assert.equal(spelled('NÜMUNƏ OĠLU', 0.6, ['az', 'en']), 'NÜMUNƏ OĞLU')
    assert.equal(spelled('Mädchen Strāße', 0.6, ['de']), 'Mädchen Sträße')
    assert.equal(spelled('MUŠTERMANŅ', 0.6, ['de']), 'MUSTERMANN')
  })

  it('stays where it was read surely, or could be several letters', () => {
    assert.equal(spelled('ŁUKASZ', 0.97, ['de']), 'ŁUKASZ')
    assert.equal(spelled('MĀRTON', 0.6, ['sk']), 'MĀRTON')
    assert.equal(spelled('IRÍS', 0.6, ['az']), 'IRÍS')
  })

  it('stays on a document with a language whose alphabet is not known', () => {
    assert.equal(spelled('ĢAMMA', 0.6, ['de', 'xx']), 'ĢAMMA')
  })
})

describe('an O next to digits', () => {
  const numbered = (text: string, probability: number) =>
    withZeros({
      text,
      probabilities: Array.from(text, () => probability),
      box: { x: 0, y: 0, width: 9, height: 9 },
      source: '0',
      line: 0,
      start: 0,
    }).text

  it('is a zero where it was not read surely', () => {
    assert.equal(numbered('XAOO00014', 0.6), 'XA0000014')
    assert.equal(numbered('No A00000OO', 0.6), 'No A0000000')
  })

  it('stays a letter in words, before letters, and where it was read surely', () => {
    assert.equal(numbered('NO123456', 0.95), 'NO123456')
    assert.equal(numbered('OFFICE 12 OSLO', 0.6), 'OFFICE 12 OSLO')
    assert.equal(numbered('OA123456', 0.6), 'OA123456')
  })
})

describe('the languages of the catalogue', () => {
  it('all have their alphabet', () => {
    const used = new Set(countries.flatMap(({ languages }) => languages))
    const missing = [...used].filter((language) => !(language in alphabets))
    assert.deepEqual(missing, [])
  })
})
