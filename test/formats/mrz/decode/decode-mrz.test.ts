import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatMrz, type MrzContent } from '../../../../packages/specimen/src/draw/format-mrz.ts'
import { ALPHABET, cellsOfText, type MrzCell } from '../../../../src/formats/mrz/decode/cells.ts'
import { type DecodedMrz, decodeMrz, REPAIRED_AT_MOST } from '../../../../src/formats/mrz/decode/decode-mrz.ts'
import { MRZ_TYPES, type MrzType } from '../../../../src/formats/mrz/formats.ts'

const TODAY = '2026-11-15'

const decodeMrzText = (lines: readonly string[], today: string) =>
  decodeMrz(
    lines.map((line) => cellsOfText(line)),
    today,
  )

const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']

describe('decoding an MRZ under its grammar', () => {
  for (const type of MRZ_TYPES) {
    it(`leaves a sure reading of a ${type} as it is, and is sure of it`, () => {
      const lines = formatMrz(sample(type))
      const { reading } = decoded(decodeMrz(cellsOf(lines), TODAY))
      assert.deepEqual(reading.lines, lines)
      assert.equal(reading.fields.mrz_type, type)
      assert.equal(reading.repaired, false)
      assert.ok(reading.confidence >= 90, String(reading.confidence))
    })
  }

  it('takes the second reading of a character where only that agrees with the check digits', () => {
    const cells = cellsOf(PASSPORT)
    put(cells, 1, 3, { 3: 0.6, 8: 0.39 })
    const { reading } = decoded(decodeMrz(cells, TODAY))
    assert.deepEqual(reading.lines, PASSPORT)
    assert.equal(reading.repaired, true)
    assert.ok(reading.confidence <= REPAIRED_AT_MOST)
    assert.ok((reading.fieldConfidence.document_number ?? 100) <= REPAIRED_AT_MOST)
    assert.ok((reading.fieldConfidence.date_of_birth ?? 0) > 95)
  })

  it('reads digits where only digits may stand', () => {
    const { reading } = decoded(
      decodeMrzText([PASSPORT[0] ?? '', 'L898902C36UTO74O8IZ2FI2O4I59ZE184226B<<<<<IO'], TODAY),
    )
    assert.deepEqual(reading.lines, PASSPORT)
    assert.ok(reading.confidence <= REPAIRED_AT_MOST)
  })

  it('reads letters where only letters may stand', () => {
    const { reading } = decoded(
      decodeMrzText(['P<UT0ER1KSS0N<<ANNA<MAR1A<<<<<<<<<<<<<<<<<<<', PASSPORT[1] ?? ''], TODAY),
    )
    assert.deepEqual(reading.lines, PASSPORT)
  })

  it('takes stray letters in the fillers at the end of a name for fillers', () => {
    const { reading } = decoded(
      decodeMrzText(['P<UTOERIKSSON<<ANNA<MARIA<<<<K<<<<C<<<<<<K<<', PASSPORT[1] ?? ''], TODAY),
    )
    assert.deepEqual(reading.lines, PASSPORT)
  })

  for (const [what, change] of [
    ['one filler too many', (line: string) => line.replace('<<<<', '<<<<<')],
    ['two fillers too few', (line: string) => line.replace('<<<<<', '<<<')],
    ['spaces for fillers', (line: string) => line.replace('<<ANNA<', '  ANNA ')],
    ['guillemets for fillers', (line: string) => line.replace('<<ANNA', '«ANNA')],
  ] as const) {
    it(`mends ${what}`, () => {
      const { reading } = decoded(decodeMrzText([change(PASSPORT[0] ?? ''), PASSPORT[1] ?? ''], TODAY))
      assert.deepEqual(reading.lines, PASSPORT)
    })
  }

  it('leaves a check digit wrong that is wrong beyond doubt', () => {
    const forged = [PASSPORT[0] ?? '', 'L898902C36UTO7408132F1204159ZE184226B<<<<<10']
    const { reading } = decoded(decodeMrz(cellsOf(forged), TODAY))
    assert.deepEqual(reading.lines, forged)
    assert.equal(reading.repaired, false)
    const wrong = reading.checks.filter((check) => !check.valid).map((check) => check.name)
    assert.deepEqual(wrong, ['date_of_birth', 'composite'])
  })

  it('stays unsure between characters that no check digit can tell apart', () => {
    for (const [truth, other] of ['0A', '0K', '0U', '1B', '1L', '2M'].map((pair) => Array.from(pair)) as [
      string,
      string,
    ][]) {
      const lines = formatMrz({ ...sample('TD3'), documentNumber: `X${truth}234567` })
      const cells = cellsOf(lines)
      put(cells, 1, 1, { [other]: 0.55, [truth]: 0.44 })
      const { reading } = decoded(decodeMrz(cells, TODAY))
      assert.ok(reading.checks.every((check) => check.valid))
      assert.ok(reading.confidence < 60, `${truth}${other} ${reading.confidence}`)
      assert.ok((reading.fieldConfidence.document_number ?? 100) < 60)
    }
  })

  it('follows a document number into the optional data', () => {
    const lines = formatMrz({ ...sample('TD1'), documentNumber: 'X23145890734' })
    const cells = cellsOf(lines)
    put(cells, 0, 16, { 8: 0.5, [lines[0]?.[16] ?? '']: 0.45 })
    const { reading } = decoded(decodeMrz(cells, TODAY))
    assert.deepEqual(reading.lines, lines)
    assert.equal(reading.fields.document_number, 'X23145890734')
  })

  it('keeps digits in the names of a Russian internal passport', () => {
    const lines = formatMrz({
      ...sample('TD3'),
      documentCode: 'PN',
      issuer: 'RUS',
      nationality: 'RUS',
      primaryIdentifier: 'SPE3IMEN',
    })
    assert.deepEqual(decoded(decodeMrz(cellsOf(lines), TODAY)).reading.lines, lines)
  })

  it('refuses lines that are no MRZ by their number or length', () => {
    assert.equal(decodeMrzText(['HELLO', 'WORLD'], TODAY).ok, false)
    assert.equal(decodeMrzText([], TODAY).ok, false)
    assert.equal(decodeMrzText(['', ''], TODAY).ok, false)
  })

  it('is never sure of a wrong reading, and right more often than its reader', () => {
    const random = generator(7)
    let readerRight = 0
    let right = 0
    let surelyWrong = 0
    const samples = 120
    for (let count = 0; count < samples; count++) {
      const lines = formatMrz({ ...sample(count % 2 ? 'TD1' : 'TD3'), documentNumber: number(random) })
      const cells = lines.map((line) => Array.from(line, (character) => noisy(character, random)))
      const { reading } = decoded(decodeMrz(cells, TODAY))
      const exact = reading.lines.join('') === lines.join('')
      if (cells.map((line) => line.map((cell) => cell[0]?.character).join('')).join('') === lines.join(''))
        readerRight++
      if (exact) right++
      else if (reading.confidence >= 90) surelyWrong++
    }
    assert.equal(surelyWrong, 0)
    assert.ok(right > readerRight, `${right} against ${readerRight} of ${samples}`)
  })
})

function decoded(result: ReturnType<typeof decodeMrz>): DecodedMrz {
  assert.ok(result.ok)
  return result.value
}

/** Cells of a reader that is as good as certain. */
function cellsOf(lines: readonly string[]): MrzCell[][] {
  return lines.map((line) => Array.from(line, (character) => [{ character, probability: 0.9998 }]))
}

function put(cells: MrzCell[][], line: number, index: number, readings: Record<string, number>): void {
  const candidates = Object.entries(readings).map(([character, probability]) => ({ character, probability }))
  cells[line]?.splice(
    index,
    1,
    candidates.sort((a, b) => b.probability - a.probability),
  )
}

/** A reader that is unsure of one character in twenty, and then wrong as often as its chances say. */
function noisy(character: string, random: () => number): MrzCell {
  if (random() > 0.05) return [{ character, probability: 0.9995 }]
  const other = ALPHABET[Math.floor(random() * 36)] ?? '<'
  if (other === character) return [{ character, probability: 0.9 }]
  const sure = 0.5 + random() * 0.4
  const [first, second] = random() < sure ? [character, other] : [other, character]
  return [
    { character: first, probability: sure },
    { character: second, probability: 0.98 - sure },
  ]
}

function number(random: () => number): string {
  return Array.from({ length: 8 }, () => ALPHABET[Math.floor(random() * 36)]).join('')
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function sample(type: MrzType): MrzContent {
  const starts: Partial<Record<MrzType, [string, string]>> = {
    TD3: ['P', 'UTO'],
    MRVA: ['V', 'UTO'],
    MRVB: ['V', 'UTO'],
    FRA_ID: ['ID', 'FRA'],
    FRA_DL: ['D1', 'FRA'],
    CHE_DL: ['FA', 'CHE'],
    SVK_ID: ['I', 'SVK'],
    IDL: ['D1', 'NLD'],
  }
  const [documentCode, issuer] = starts[type] ?? ['I', 'UTO']
  return {
    type,
    documentCode,
    issuer,
    documentNumber: 'X1234567',
    nationality: 'UTO',
    dateOfBirth: '1990-02-28',
    dateOfExpiry: '2031-02-28',
    sex: 'F',
    primaryIdentifier: 'SPECIMEN',
    secondaryIdentifier: type === 'FRA_DL' || type === 'IDL' ? '' : 'TESSA FICTIONAL',
  }
}
