import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MrzReading } from '../../../../src/formats/mrz/mrz-reading.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import type { TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const line = (text: string, x: number, y: number, width = text.length * 18, height = 30): TextLine => ({
  text,
  confidence: 0.98,
  probabilities: Array.from(text, () => 0.98),
  box: { x, y, width, height },
})

const mrz: MrzReading = {
  fields: {
    document_number: 'L022280C8',
    primary_identifier: 'MUELLER',
    secondary_identifier: 'QUERIDA',
    sex: 'F',
  },
  lines: [],
  checks: [],
  dateOfBirth: '1982-08-01',
  dateOfExpiry: '2036-05-30',
  confidence: 99,
  repaired: false,
}

function valuesOf(lines: TextLine[], said = mrz) {
  const model = catalogue.models.find(({ id }) => id === 'UTO-PASSPORT')
  assert.ok(model)
  const kind = { country: 'UTO', type: 'PASSPORT', side: 'FRONT', twoSided: false, model } as const
  const fields = readFields(catalogue, {
    kind,
    lines,
    size: { width: 1200, height: 845 },
    today: '2026-11-15',
    mrz: said,
  })
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]))
}

describe('a line with the whole name', () => {
  it('is parted where the MRZ parts it, behind its label', () => {
    const values = valuesOf([line('NAME QUERIDA MÜLLER', 400, 215), line('01 AUG 1982', 400, 420)])
    assert.deepEqual([values.surname, values.given_name], ['MÜLLER', 'QUERIDA'])
  })
})

describe('a line whose label was not read', () => {
  it('is the field whose value the MRZ of the page says it is, as printed', () => {
    const lines = [
      line('L022280C8', 800, 160),
      line('MÜLLER', 400, 215),
      line('01 AUG 1982', 400, 420),
      line('F', 668, 420),
    ]
    assert.deepEqual(valuesOf(lines), {
      document_number: 'L022280C8',
      surname: 'MÜLLER',
      date_of_birth: '01 AUG 1982',
      sex: 'F',
    })
  })

  it('is a number without the sign of the pattern next to it, and with the digits of the MRZ where letters are in doubt', () => {
    const numbers = {
      ...mrz,
      fields: { document_number: 'AAM000000', personal_number_or_optional_data: 'RE000000000000' },
    }
    const isProtected = {
      ...numbers,
      checks: (['document_number', 'personal_number_or_optional_data'] as const).map((name) => ({ name, valid: true })),
    }
    const doubted = (text: string, ...at: number[]) => {
      const read = line(text, 400, 160)
      return { ...read, probabilities: read.probabilities.map((p, i) => (at.includes(i) ? 0.4 : p)) }
    }
    const lines = [
      doubted('AAMO00000 G', 3, 10),
      { ...doubted('ERE000000000000', 0), box: { x: 700, y: 500, width: 380, height: 30 } },
    ]
    const { document_number, personal_number } = valuesOf(lines, isProtected)
    assert.deepEqual([document_number, personal_number], ['AAM000000', 'RE000000000000'])
    for (const [text, ...at] of [['AAMO00000'], ['AAM000008', 8], ['AAM0000001', 9]] as const) {
      const said = text === 'AAM0000001' ? numbers : isProtected
      assert.notEqual(valuesOf([doubted(text, ...at)], said).document_number, 'AAM000000', text)
    }
  })

  it('is one part of a name that a comma parts', () => {
    const { surname, given_name } = valuesOf([line('MÜLLER, QUERIDA', 400, 215)])
    assert.deepEqual([surname, given_name], ['MÜLLER', 'QUERIDA'])
  })

  it('is the given name too where a holder has one name for both', () => {
    const both = { ...mrz, fields: { ...mrz.fields, primary_identifier: 'QUERIDA' } }
    const { surname, given_name } = valuesOf([line('QUERIDA', 400, 215), line('QUERIDA', 400, 290)], both)
    assert.deepEqual([surname, given_name], ['QUERIDA', 'QUERIDA'])
  })

  it('is no field when the MRZ says otherwise', () => {
    assert.deepEqual(
      valuesOf([line('L022281C8', 800, 160), line('MILLER', 400, 215), line('02 AUG 1982', 400, 420)]),
      {},
    )
  })

  it('does not stand for what is printed under the label', () => {
    const labelled = [line('Passport No.', 800, 135, 100, 24), line('L022281C8', 800, 160)]
    assert.equal(valuesOf([...labelled, line('L022280C8', 100, 780)]).document_number, 'L022281C8')
  })
})
