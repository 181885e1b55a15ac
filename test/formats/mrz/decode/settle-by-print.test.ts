import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatMrz } from '../../../../packages/specimen/src/draw/format-mrz.ts'
import { cellsOfText, type MrzCell } from '../../../../src/formats/mrz/decode/cells.ts'
import { decodeMrz } from '../../../../src/formats/mrz/decode/decode-mrz.ts'
import { settleByPrint } from '../../../../src/formats/mrz/decode/settle-by-print.ts'
import type { VisualField } from '../../../../src/formats/visual-field.ts'

const TODAY = '2026-11-15'
const LINES = formatMrz({
  type: 'TD3',
  documentCode: 'P',
  issuer: 'UTO',
  documentNumber: 'X120000',
  nationality: 'UTO',
  dateOfBirth: '1990-02-28',
  dateOfExpiry: '2031-02-28',
  sex: 'F',
  primaryIdentifier: 'SPECIMEN',
  secondaryIdentifier: 'TESSA FICTIONAL',
})
const PRINTED = [printed('surname', 'SPECIMEN'), printed('given_name', 'Tessa Fictional')]

describe('an MRZ and what is printed above it', () => {
  it('takes the zero before the fillers that check digits do not see, where the print has it', () => {
    const cells = cellsOf(LINES)
    put(cells, 1, 6, [
      ['<', 0.7],
      ['0', 0.29],
    ])
    const alone = decoded(cells)
    assert.equal(alone.reading.fields.document_number, 'X12000')
    assert.ok(alone.reading.checks.every(({ valid }) => valid))
    assert.ok((alone.reading.fieldConfidence.document_number ?? 100) < 85, 'nothing settles it')

    const settled = settle(cells, printed('document_number', 'X 120000'))
    assert.deepEqual(settled.reading.lines, LINES)
    assert.ok((settled.reading.fieldConfidence.document_number ?? 100) <= 80, 'it was corrected')
  })

  it('also where a general reader lost the zero, which then gives fillers one more', () => {
    const cells = LINES.map((line, row) => cellsOfText(row === 1 ? line.replace('0000<<', '000<<<') : line))
    assert.equal(decoded(cells).reading.fields.document_number, 'X12000')
    assert.equal(settle(cells, printed('document_number', 'X120000')).reading.fields.document_number, 'X120000')
  })

  it('takes the letter of a name that the reader left open, and is surer of one that is printed the same', () => {
    const cells = cellsOf(LINES)
    put(cells, 0, 6, [
      ['F', 0.6],
      ['P', 0.39],
    ])
    const alone = decoded(cells)
    assert.equal(alone.reading.fields.primary_identifier, 'SFECIMEN')
    assert.equal(settle(cells, ...PRINTED).reading.fields.primary_identifier, 'SPECIMEN')

    put(cells, 0, 6, [
      ['P', 0.7],
      ['F', 0.29],
    ])
    const before = decoded(cells).reading.fieldConfidence.primary_identifier ?? 100
    assert.ok(before < 85)
    assert.ok((settle(cells, ...PRINTED).reading.fieldConfidence.primary_identifier ?? 0) > before)
  })

  it('leaves a field that differs from the print in a cell that was read clearly', () => {
    const cells = cellsOf(LINES)
    put(cells, 0, 6, [
      ['P', 0.6],
      ['F', 0.39],
    ])
    const forged = settle(cells, printed('surname', 'SFECIMAN'), printed('document_number', 'X120001'))
    assert.deepEqual(forged.reading.lines, LINES)
  })

  it('does not ask a printed value that is itself unsure', () => {
    const cells = cellsOf(LINES)
    put(cells, 1, 6, [
      ['<', 0.7],
      ['0', 0.29],
    ])
    const settled = settle(cells, { ...printed('document_number', 'X120000'), confidence: 60 })
    assert.equal(settled.reading.fields.document_number, 'X12000')
  })
})

function printed(name: VisualField['name'], value: string): VisualField {
  return { name, value, confidence: 97, pageSide: 'FRONT' }
}

function decoded(cells: MrzCell[][]) {
  const result = decodeMrz(cells, TODAY)
  assert.ok(result.ok)
  return result.value
}

const settle = (cells: MrzCell[][], ...visual: VisualField[]) => settleByPrint(decoded(cells), cells, visual, TODAY)

const cellsOf = (lines: readonly string[]): MrzCell[][] =>
  lines.map((line) => Array.from(line, (character) => [{ character, probability: 0.9995 }]))

function put(cells: MrzCell[][], line: number, index: number, readings: [string, number][]): void {
  cells[line]?.splice(
    index,
    1,
    readings.map(([character, probability]) => ({ character, probability })),
  )
}
