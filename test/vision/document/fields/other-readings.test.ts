import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { font } from '../../../../packages/specimen/src/draw/fonts.ts'
import type { DocumentType, VisualFieldName } from '../../../../src/formats/document-words.ts'
import { readNumber } from '../../../../src/formats/personal-numbers/read-number.ts'
import { openCatalogue } from '../../../../src/vision/catalogue/catalogue.ts'
import { readFields } from '../../../../src/vision/document/fields/read-fields.ts'
import { openNets } from '../../../../src/vision/nets/runtime.ts'
import { quadOf } from '../../../../src/vision/picture/quad.ts'
import { readText, type TextLine } from '../../../../src/vision/text/read-text.ts'

const catalogue = openCatalogue()
const nets = openNets()
const size = { width: 1200, height: 757 }
const TODAY = '2026-11-18'

/** What else the reader considered: the index of a character, the other text and its probability. */
type Considered = readonly [at: number, text: string, probability: number]

/** A line whose characters are sure but for those of which the reader considered something else. */
function line(text: string, y: number, considered: readonly Considered[] = []): TextLine {
  const others = Array.from(text, (_, at) =>
    considered.filter(([index]) => index === at).map(([, other, probability]) => ({ text: other, probability })),
  )
  const probabilities = others.map((each) => 0.99 - each.reduce((sum, { probability }) => sum + probability, 0))
  const box = { x: 400, y, width: text.length * 18, height: 30 }
  return { text, confidence: 0.9, probabilities, others, box }
}

/** The field under its label on a card of this issuer. */
function fieldOn(
  name: VisualFieldName,
  label: string,
  value: TextLine,
  country = 'CZE',
  type: DocumentType = 'IDENTITY_CARD',
) {
  const lines = [line(label, value.box.y - 34), value]
  const kind = { country, type, side: 'FRONT', twoSided: true } as const
  return readFields(catalogue, { kind, lines, size, today: TODAY }).find((field) => field.name === name)
}

describe('a date that does not exist', () => {
  const birth = (text: string, ...considered: Considered[]) =>
    fieldOn('date_of_birth', 'Date of birth', line(text, 200, considered))

  it('is the most probable date that the reader considered', () => {
    const field = birth('95.01.2005', [0, '0', 0.22])
    assert.deepEqual([field?.value, field?.date], ['05.01.2005', '2005-01-05'])
    assert.equal(birth('45.01.2005', [0, '0', 0.3], [0, '1', 0.35])?.value, '15.01.2005')
    assert.equal(birth('95.33.2005', [0, '0', 0.3], [3, '0', 0.3])?.value, '05.03.2005')
    assert.equal(birth('05.01.92005', [6, '', 0.4])?.value, '05.01.2005')
    assert.equal(birth('05.012005', [4, '1.', 0.4])?.value, '05.01.2005')
  })

  it('has at most the confidence of its least probable character', () => {
    assert.ok((birth('95.01.2005', [0, '0', 0.22])?.confidence ?? 100) < 30)
  })

  it('stays unread if the reader was sure of it', () => {
    assert.equal(birth('95.01.2005'), undefined)
    assert.equal(birth('95.01.2005', [4, '7', 0.3]), undefined)
  })

  it('is as printed, without a date of the calendar, if its day and month are possible or not known', () => {
    for (const text of ['29.02.1911', '00.00.1965', 'XX XX 1965', '1990-02-30']) {
      const field = birth(text)
      assert.deepEqual([field?.value, field?.date], [text, undefined])
      assert.ok((field?.confidence ?? 100) < 85)
    }
  })

  it('lies in the past if somebody was born then', () => {
    assert.equal(birth('05.01.2035', [8, '0', 0.3])?.value, '05.01.2005')
    assert.equal(birth('05.01.4911', [6, '1', 0.3])?.value, '05.01.1911')
    assert.equal(birth('05.01.2035')?.value, '05.01.2035')
  })

  it('stays as read if it exists, whatever else was considered', () => {
    assert.equal(birth('05.01.2005', [0, '1', 0.45])?.value, '05.01.2005')
  })

  it('has the month that one of two languages writes', () => {
    assert.equal(birth('1 ÉNC/JAN 68', [4, 'E', 0.21])?.value, '1 ENE/JAN 68')
    assert.equal(birth('1 ENC/JAN 68')?.value, '1 ENC/JAN 68')
  })
})

describe('an expiry before the issue', () => {
  const datesOf = (considered: readonly Considered[]) => {
    const lines = [
      line('Date of issue', 166),
      line('05.01.2018', 200),
      line('Date of expiry', 300),
      line('05.01.2008', 334, considered),
    ]
    const kind = { country: 'CZE', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const
    const fields = readFields(catalogue, { kind, lines, size, today: TODAY })
    return fields.find(({ name }) => name === 'date_of_expiry')
  }

  it('is the date after it that the reader considered', () => {
    const field = datesOf([[8, '2', 0.3]])
    assert.deepEqual([field?.value, field?.date], ['05.01.2028', '2028-01-05'])
    assert.ok((field?.confidence ?? 100) < 50)
  })

  it('stays as printed if it was read surely', () => {
    assert.equal(datesOf([])?.value ?? '05.01.2008', '05.01.2008')
    assert.notEqual(datesOf([[0, '1', 0.3]])?.value, '15.01.2008')
  })
})

describe('a number of its issuer', () => {
  // An Estonian number: the last digit is the check digit.
  const RIGHT = '37605030299'
  const number = (text: string, ...considered: Considered[]) =>
    fieldOn('personal_number', 'Personal code', line(text, 200, considered), 'EST')?.value

  it('has digits where letters were read, if its check digit then agrees', () => {
    assert.equal(readNumber('EST', RIGHT)?.check, 'valid')
    assert.equal(number('3760S030299', [4, '5', 0.3]), RIGHT)
    assert.equal(number('3760S030289', [4, '5', 0.3]), '3760S030289')
  })

  it('stays as printed if its check digit is wrong, even if the reader also considered the right digit', () => {
    assert.equal(number('37605030289', [9, '9', 0.45]), '37605030289')
    assert.equal(number('37605030289'), '37605030289')
    assert.equal(number('37605030289', [1, '1', 0.3]), '37605030289')
    assert.equal(number('3760503029', [9, '99', 0.3]), '3760503029')
  })

  it('has letters and digits where the issuer has them', () => {
    const passport = (text: string, ...considered: Considered[]) =>
      fieldOn('document_number', 'Passport No.', line(text, 200, considered), 'CZE', 'PASSPORT')?.value
    assert.equal(passport('123A5678', [3, '4', 0.3]), '12345678')
    assert.equal(passport('12345878', [5, '6', 0.3]), '12345878')
  })
})

describe('the sex in the issuer’s own word and in the letter of ICAO', () => {
  for (const text of ['KVK / F', 'KVK /F', 'V - F', '女/F', 'ឈ/M', 'Ж/Ф', 'NAME'])
    it(text, () => {
      const isSex = !['Ж/Ф', 'NAME'].includes(text)
      assert.equal(fieldOn('sex', 'Sex', line(text, 200))?.value, isSex ? text : undefined)
    })
})

describe('a letter that is no sex', () => {
  const sex = (text: string, ...considered: Considered[]) => fieldOn('sex', 'Sex', line(text, 200, considered))?.value

  it('is the one that the reader considered', () => {
    assert.equal(sex('P', [0, 'F', 0.4]), 'F')
    assert.equal(sex('M', [0, 'F', 0.4]), 'M')
    assert.equal(sex('P', [0, 'B', 0.4]), undefined)
  })
})

describe('a word of a closed list', () => {
  const nationality = (text: string, ...considered: Considered[]) =>
    fieldOn('nationality', 'Nationality', line(text, 200, considered))?.value

  it('is the country that the reader considered', () => {
    assert.equal(nationality('CZECH REPUBLTC', [12, 'I', 0.3]), 'CZECH REPUBLIC')
    assert.equal(nationality('CZECH REPUBLTC', [12, 'J', 0.3]), 'CZECH REPUBLTC')
    assert.equal(nationality('CZECH REPUBLTC'), 'CZECH REPUBLTC')
  })

  it('has spaces on both sides of a slash or on neither', () => {
    assert.equal(nationality('CANADIAN/ CANADIENNE', [9, '', 0.4]), 'CANADIAN/CANADIENNE')
    assert.equal(nationality('CANADIAN/ CANADIENNE', [8, ' /', 0.4]), 'CANADIAN / CANADIENNE')
    assert.equal(nationality('CANADIAN/ CANADIENNE', [7, 'M', 0.4]), 'CANADIAN/ CANADIENNE')
  })

  it('is no name of a person', () => {
    const surname = fieldOn('surname', 'Surname', line('FRANGE', 200, [[4, 'C', 0.4]]))
    assert.equal(surname?.value, 'FRANGE')
  })
})

describe('a drawn card with a wrong check digit', () => {
  it('has the number as printed', async () => {
    const printed = '37605030289'
    const canvas = createCanvas(900, 200)
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#dfe6e0'
    pen.fillRect(0, 0, 900, 200)
    pen.fillStyle = '#22252c'
    pen.textBaseline = 'middle'
    const quads = ['Personal code', printed].map((text, i) => {
      pen.font = font('sans', 400, i ? 30 : 22)
      pen.fillText(text, 300, 60 + 44 * i)
      return quadOf({ x: 292, y: 40 + 44 * i, width: pen.measureText(text).width + 16, height: 38 })
    })
    const { data } = pen.getImageData(0, 0, 900, 200)
    const rgb = new Uint8Array(900 * 200 * 3)
    for (let i = 0; i < 900 * 200; i++) rgb.set(data.subarray(i * 4, i * 4 + 3), i * 3)
    const lines = await readText(nets, { width: 900, height: 200, data: rgb }, quads)
    const kind = { country: 'EST', type: 'IDENTITY_CARD', side: 'FRONT', twoSided: true } as const
    const fields = readFields(catalogue, { kind, lines, size: { width: 900, height: 200 }, today: TODAY })
    assert.equal(fields.find(({ name }) => name === 'personal_number')?.value, printed)
  })
})
