import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatMrz, type MrzContent } from '../../../packages/specimen/src/draw/format-mrz.ts'
import { checkDigit, formatOf, MRZ_TYPES, type MrzType, slotOf } from '../../../src/formats/mrz/formats.ts'
import { isValid, parseMrz } from '../../../src/formats/mrz/parse-mrz.ts'
import { mrzCountryCodes } from '../../../src/formats/text/countries.ts'

const TODAY = '2026-11-15'

describe('parsing an MRZ', () => {
  it('names the fields of the TD3 specimen of ICAO 9303 part 4 as the specification does', () => {
    const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
    const { reading } = parsed(lines)
    assert.deepEqual(reading.fields, {
      mrz_type: 'TD3',
      full_string: lines.join('\n'),
      document_code: 'P',
      issuing_state_or_organization: 'UTO',
      document_number: 'L898902C3',
      document_number_check_digit: '6',
      nationality: 'UTO',
      date_of_birth: '740812',
      date_of_birth_check_digit: '2',
      sex: 'F',
      date_of_expiry: '120415',
      date_of_expiry_check_digit: '9',
      personal_number_or_optional_data: 'ZE184226B',
      personal_number_or_optional_data_check_digit: '1',
      composite_check_digit: '0',
      primary_identifier: 'ERIKSSON',
      secondary_identifier: 'ANNA MARIA',
    })
    assert.equal(reading.dateOfBirth, '1974-08-12')
    assert.equal(reading.dateOfExpiry, '2012-04-15')
    assert.deepEqual(
      reading.checks.map((check) => check.valid),
      [true, true, true, true, true],
    )
  })

  it('takes the twelve characters under one check digit as the number of the old French card', () => {
    const lines = formatMrz({ ...sample('FRA_ID'), documentCode: 'ID', issuer: 'FRA', documentNumber: '050995201874' })
    assert.ok(lines[1]?.startsWith(`050995201874${checkDigit('050995201874')}`))
    assert.equal(parsed(lines).reading.fields.document_number, '050995201874')

    const otherMonth = parsed([lines[0] ?? '', `0511${lines[1]?.slice(4)}`]).reading
    assert.equal(otherMonth.checks.find(({ name }) => name === 'document_number')?.valid, false)
  })

  it('joins a document number that runs on in the optional data (ICAO 9303 part 5)', () => {
    const { reading } = parsed([
      'I<UTOD23145890<7349<<<<<<<<<<<',
      '3407127M9507122UTO<<<<<<<<<<<2',
      'STEVENSON<<PETER<JOHN<<<<<<<<<',
    ])
    assert.equal(reading.fields.document_number, 'D23145890734')
    assert.equal(reading.fields.document_number_check_digit, '9')
    assert.equal(reading.fields.personal_number_or_optional_data, undefined)
    assert.ok(reading.checks.every((check) => check.valid))
  })

  it('accepts the check digit of a long number with or without the filler before its tail', () => {
    const [first = '', ...others] = formatMrz({ ...sample('TD1'), documentNumber: 'X12345678902' })
    // X12345678 < 902: the filler shifts the weights of the tail by one place.
    const digit = checkDigit('X12345678<902') ?? ''
    assert.notEqual(digit, checkDigit('X12345678902'))
    const { reading } = parsed([`${first.slice(0, 18)}${digit}${first.slice(19)}`, ...others])
    assert.equal(reading.fields.document_number, 'X12345678902')
    assert.deepEqual(reading.checks[0], { name: 'document_number', valid: true })
  })

  it('accepts a filler as the check digit of an empty personal number', () => {
    const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159<<<<<<<<<<<<<<<8']
    const { reading } = parsed(lines)
    assert.deepEqual(
      reading.checks.find((check) => check.name === 'personal_number_or_optional_data'),
      { name: 'personal_number_or_optional_data', valid: true },
    )
  })

  it('gives no date when the month of birth is unknown, and finds nothing wrong with it', () => {
    const [first = '', second = ''] = formatMrz(sample('TD3'))
    const unknown = `${second.slice(0, 13)}90<<<<${second.slice(19)}`
    const result = parsed([first, unknown])
    assert.equal(result.reading.dateOfBirth, undefined)
    assert.equal(result.reading.fields.date_of_birth, '90<<<<')
    assert.ok(!result.problems.includes('date_of_birth'))
  })

  it('does not pass a field on that holds what may not stand there', () => {
    const [first = '', second = ''] = formatMrz(sample('TD3'))
    const result = parsed([first.replace('SPECIMEN', 'SPEC1MEN'), second])
    assert.deepEqual(result.problems, ['names'])
    assert.equal(result.reading.fields.primary_identifier, undefined)
    assert.ok(!isValid(result))
  })

  it('refuses lines of no known format', () => {
    assert.deepEqual(parseMrz(['P<UTO', 'L898902C3'], TODAY), { ok: false, refusal: 'NOT_AN_MRZ' })
  })

  it('takes a two-digit year of birth as past and a year of expiry as near', () => {
    const { reading } = parsed(formatMrz({ ...sample('TD3'), dateOfBirth: '1930-01-02', dateOfExpiry: '2034-05-06' }))
    assert.equal(reading.dateOfBirth, '1930-01-02')
    assert.equal(reading.dateOfExpiry, '2034-05-06')
  })

  for (const type of MRZ_TYPES) {
    it(`returns what was laid out as ${type}`, () => {
      fc.assert(
        fc.property(content(type), (written) => {
          const result = parsed(formatMrz(written))
          const { reading } = result
          assert.equal(reading.fields.mrz_type, type)
          assert.ok(isValid(result), `${reading.lines.join(' ')} ${result.problems} ${JSON.stringify(reading.checks)}`)
          assert.equal(reading.fields.document_number, written.documentNumber)
          assert.equal(reading.fields.issuing_state_or_organization, written.issuer.replaceAll('<', ''))
          for (const name of ['date_of_birth', 'date_of_expiry', 'nationality', 'sex'] as const) {
            if (!slotOf(formatOf(type), name)) continue
            if (name === 'date_of_birth') assert.equal(reading.dateOfBirth, written.dateOfBirth)
            if (name === 'date_of_expiry') assert.equal(reading.dateOfExpiry, written.dateOfExpiry)
            if (name === 'nationality') assert.equal(reading.fields.nationality, written.nationality)
            if (name === 'sex') assert.equal(reading.fields.sex, written.sex === 'X' ? '<' : written.sex)
          }
          if (type !== 'IDL') assert.equal(reading.fields.primary_identifier, written.primaryIdentifier)
        }),
      )
    })

    it(`notices any single changed digit of a protected ${type} field`, () => {
      fc.assert(
        fc.property(content(type), fc.nat(), fc.integer({ min: 1, max: 9 }), (written, where, by) => {
          const lines = formatMrz(written)
          const rules = formatOf(type).checks
          if (rules.length === 0) return
          const spans = rules.flatMap((rule) => rule.over)
          const cells = spans.flatMap(({ line, start, end }) =>
            Array.from({ length: end - start }, (_, index) => ({ line, index: start + index })),
          )
          const digits = cells.filter(({ line, index }) => /\d/.test(lines[line]?.[index] ?? ''))
          const cell = digits[where % digits.length]
          if (!cell) return
          const text = lines[cell.line] ?? ''
          const changed = String((Number(text[cell.index]) + by) % 10)
          lines[cell.line] = text.slice(0, cell.index) + changed + text.slice(cell.index + 1)
          const result = parseMrz(lines, TODAY)
          // The weights 7, 3 and 1 share no factor with 10, so every changed digit shows.
          assert.ok(!result.ok || result.value.reading.checks.some((check) => !check.valid))
        }),
      )
    })
  }
})

function parsed(lines: string[]) {
  const result = parseMrz(lines, TODAY)
  assert.ok(result.ok, lines.join('\n'))
  return result.value
}

function sample(type: MrzType): MrzContent {
  return {
    type,
    documentCode: 'P',
    issuer: 'UTO',
    documentNumber: 'X12345678',
    nationality: 'UTO',
    dateOfBirth: '1990-02-28',
    dateOfExpiry: '2031-02-28',
    sex: 'F',
    primaryIdentifier: 'SPECIMEN',
    secondaryIdentifier: 'TESSA',
  }
}

const START: Partial<Record<MrzType, [code: string, issuer: string]>> = {
  MRVA: ['V', 'UTO'],
  MRVB: ['V', 'UTO'],
  TD3: ['P', 'UTO'],
  FRA_ID: ['ID', 'FRA'],
  FRA_DL: ['D1', 'FRA'],
  CHE_DL: ['FA', 'CHE'],
  SVK_ID: ['I', 'SVK'],
  IDL: ['D1', 'NLD'],
}

function content(type: MrzType): fc.Arbitrary<MrzContent> {
  const [documentCode, issuer] = START[type] ?? ['I', 'UTO']
  const codes = mrzCountryCodes()
    .map((code) => code.replaceAll('<', ''))
    .filter((code) => code !== 'FRA' && code !== 'SVK')
  const width = { FRA_ID: 12, IDL: 10, TD1: 22, TD2: 14 }[type as string] ?? 9
  const wordWidth = type === 'FRA_DL' ? 8 : 10
  const word = fc.stringMatching(new RegExp(`^[A-Z]{1,${wordWidth}}$`))
  const day = (from: string, to: string) =>
    fc
      .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
  return fc.record({
    type: fc.constant(type),
    documentCode: fc.constant(documentCode),
    issuer: START[type]?.[1] && issuer !== 'UTO' ? fc.constant(issuer) : fc.constantFrom(...codes),
    documentNumber: fc.stringMatching(new RegExp(`^[A-Z0-9]{1,${width}}$`)),
    nationality: fc.constantFrom(...codes),
    dateOfBirth: day('1930-01-01', '2026-11-14'),
    dateOfExpiry: day('1990-01-01', '2060-12-31'),
    sex: fc.constantFrom('M' as const, 'F' as const, 'X' as const),
    primaryIdentifier: word,
    secondaryIdentifier: word,
  })
}
