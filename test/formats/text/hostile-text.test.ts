import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readBarcode } from '../../../src/formats/aamva/read-barcode.ts'
import { cellsOfText } from '../../../src/formats/mrz/decode/cells.ts'
import { decodeMrz } from '../../../src/formats/mrz/decode/decode-mrz.ts'
import { findMrzLines } from '../../../src/formats/mrz/find-mrz-lines.ts'
import { parseMrz } from '../../../src/formats/mrz/parse-mrz.ts'
import { distance } from '../../../src/formats/text/compare.ts'
import { printedDate } from '../../../src/formats/text/dates.ts'

const TODAY = '2026-11-15'

describe('text that a stranger chose', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 60 })
  const almost = fc.stringMatching(/^[A-Z0-9<? ]{0,48}$/)

  it('never breaks a reader, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(anything, almost), { maxLength: 4 }), anything, (lines, text) => {
        parseMrz(lines, TODAY)
        findMrzLines(lines)
        readBarcode('PDF417', lines.join('\n') + text, TODAY)
        printedDate(text, 'birth', TODAY)
        assert.ok(distance(text, lines[0] ?? '', { kind: 'name' }) >= 0)
      }),
    )
  })

  it('decodes to lines of the right size and alphabet or is refused', () => {
    const line = (width: number) => fc.stringMatching(new RegExp(`^[A-Z0-9<? ]{${width - 3},${width + 3}}$`))
    const lines = fc.oneof(
      fc.tuple(line(44), line(44)),
      fc.tuple(line(36), line(36)),
      fc.tuple(line(30), line(30), line(30)),
    )
    fc.assert(
      fc.property(lines, (given) => {
        const result = decodeMrz(
          given.map((text) => cellsOfText(text)),
          TODAY,
        )
        if (!result.ok) return
        const { format, reading } = result.value
        assert.deepEqual(
          reading.lines.map((each) => each.length),
          format.lengths,
        )
        assert.ok(reading.lines.every((each) => /^[A-Z0-9<]*$/.test(each)))
        assert.ok(reading.confidence >= 0 && reading.confidence <= 100)
      }),
      { numRuns: 25 },
    )
  })
})
