import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { font } from '../../../../packages/specimen/src/draw/fonts.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import { spelledIn, withZeros } from '../../../../src/vision/document/fields/spelling.ts'
import { openNets } from '../../../../src/vision/nets/runtime.ts'
import { type Quad, quadOf } from '../../../../src/vision/picture/quad.ts'
import { readText } from '../../../../src/vision/text/read-text.ts'
import { scriptOf } from '../../../../src/vision/text/scripts.ts'

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

describe('a line of Arabic digits', () => {
  it('is in the digits of the issuer’s language, although the reader mixes two series', () => {
    assert.equal(spelled('۱٣۵۷/١١/۲۲', 0.9, ['fa', 'en']), '۱۳۵۷/۱۱/۲۲')
    assert.equal(spelled('١٤٠١', 0.9, ['fa', 'en']), '۱۴۰۱')
    assert.equal(spelled('۱۹۹۰', 0.9, ['ar', 'en']), '١٩٩٠')
  })
})

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

  it('becomes the letter that the reader also considered, with its probability, if it could be several', () => {
    const read = (others: [string, number][]) =>
      spelledIn(
        {
          text: 'GATÍN',
          probabilities: [1, 1, 1, 0.5, 1],
          others: [[], [], [], others.map(([text, probability]) => ({ text, probability })), []],
          box: { x: 0, y: 0, width: 9, height: 9 },
          source: '0',
          line: 0,
          start: 0,
        },
        alphabets,
        ['en', 'fr'],
      )
    const { text, probabilities } = read([['I', 0.4]])
    assert.deepEqual([text, probabilities[3]], ['GATIN', 0.4])
    assert.equal(read([['Ï', 0.4]]).text, 'GATÏN')
    for (const [other, p] of [
      ['Ī', 0.4],
      ['E', 0.4],
      ['', 0.4],
      ['i', 0.4],
    ] as const)
      assert.equal(read([[other, p]]).text, 'GATÍN', other)
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

const nets = openNets()
const catalogue = openCatalogue()

/** A card drawn line by line, read by the reader of every page, and its fields by its labels. */
async function cardOf(country: string, lines: readonly string[]) {
  const size = { width: 900, height: 600 }
  const canvas = createCanvas(size.width, size.height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#dfe6e0'
  pen.fillRect(0, 0, size.width, size.height)
  pen.fillStyle = '#22252c'
  pen.font = font('sans', 400, 26)
  pen.textBaseline = 'middle'
  const quads = lines.map((line, i): Quad => {
    const middle = 40 + 46 * i
    pen.fillText(line, 300, middle)
    return quadOf({ x: 292, y: middle - 20, width: pen.measureText(line).width + 16, height: 38 })
  })
  const { data } = pen.getImageData(0, 0, size.width, size.height)
  const rgb = new Uint8Array(size.width * size.height * 3)
  for (let i = 0; i < size.width * size.height; i++) rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3)
  const read = await readText(nets, { ...size, data: rgb }, quads)
  const kind = { country, type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const
  return readFields(catalogue, { kind, lines: read, size, today: '2026-11-18' })
}

const scripts = ['Latin', 'Cyrillic', 'Greek']
const scriptsOf = (text: string | undefined) =>
  [...new Set([...(text ?? '')].flatMap((letter) => scriptOf(letter) ?? []))].map((script) => scripts[script])

/** Labels and a given name that cannot be mistaken, and a surname that can, in each script and for an issuer that writes it. */
const KINDS = [
  {
    script: 'Latin',
    country: 'DEU',
    labels: ['Name / Surname', 'Vornamen / Given names'],
    given: 'LUDWIG',
    open: 'KOCTA',
  },
  { script: 'Cyrillic', country: 'BGR', labels: ['Фамилия', 'Име'], given: 'ИЛИЯ', open: 'КОСТА' },
  { script: 'Greek', country: 'GRC', labels: ['Επώνυμο', 'Όνομα'], given: 'ΔΗΜΗΤΡΙΟΣ', open: 'ΚΟΤΑΜΑ' },
] as const

describe('a surname of letters that two scripts share', () => {
  for (const { script, country, labels, given, open } of KINDS) {
    it(`is in the script of the given name: ${script}`, async () => {
      const visual = await cardOf(country, [labels[0], open, labels[1], given])
      const surname = visual.find(({ name }) => name === 'surname')
      assert.deepEqual(scriptsOf(surname?.value), [script], JSON.stringify(visual))
      assert.ok((surname?.confidence ?? 0) > 70)
    })

    it(`follows its label where both names are open: ${script}`, async () => {
      const visual = await cardOf(country, [labels[0], open, labels[1], open])
      const names = visual.filter(({ name }) => name === 'surname' || name === 'given_name')
      assert.ok(names.length > 0, JSON.stringify(visual))
      for (const { value } of names) assert.deepEqual(scriptsOf(value), [script])
    })
  }

  for (const [latin, own] of [
    ['Surname', 'Фамилия'],
    ['Surname', 'Επώνυμο'],
  ] as const) {
    it(`is given at 70 at most under a label in two scripts: ${own}`, async () => {
      const country = own === 'Фамилия' ? 'BGR' : 'GRC'
      const visual = await cardOf(country, [`${own} / ${latin}`, 'KOTA'])
      const surname = visual.find(({ name }) => name === 'surname')
      assert.ok(surname && surname.confidence <= 70, JSON.stringify(visual))
    })
  }
})
