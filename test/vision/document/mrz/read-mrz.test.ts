import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { writeOcrB } from '../../../../packages/specimen/src/draw/ocr-b.ts'
import { decodeMrz } from '../../../../src/formats/mrz/decode/decode-mrz.ts'
import { checkDigit } from '../../../../src/formats/mrz/formats.ts'
import { isCredible } from '../../../../src/vision/document/mrz/read-mrz.ts'
import { readPage } from '../../../../src/vision/document/read-page.ts'
import { engine } from '../../../support/read-engine.ts'

const today = '2026-06-15'

async function readingOf(picture: Uint8Array) {
  const { value } = await engine.read((context) => readPage(context, picture))
  assert.ok(value.ok, value.ok ? '' : value.refusal)
  return value.value.reading
}

describe('an MRZ with a wrong check digit', () => {
  for (const [kind, country, seed] of [
    ['td2', 'DEU', 1],
    ['td2', 'FRA', 1],
    ['td1', 'UTO', 2],
    ['mrvb', 'UTO', 1],
  ] as const) {
    it(`is given as printed on a ${kind} of ${country}`, async () => {
      const { front, back, truth } = await drawSpecimen({ kind, country, seed, today, faults: ['wrong-check-digit'] })
      const { mrz } = await readingOf(truth.mrz?.side === 'BACK' && back ? back : front)
      assert.deepEqual(mrz?.lines, truth.mrz?.lines)
      assert.equal(mrz?.repaired, false)
      assert.ok(mrz?.checks.some(({ valid }) => !valid))
    })
  }
})

describe('the single line of a driving licence (ISO/IEC 18013-3)', () => {
  const body = 'D1UTO1UT4830935<XFH37V1RZR1V7'
  const right = Number(checkDigit(body))

  for (const [what, digit] of [
    ['', right],
    [', with a wrong check digit', (right + 3) % 10],
  ] as const) {
    it(`is read at the lower edge${what}`, async () => {
      const { front, back } = await drawSpecimen({ kind: 'eu-licence', seed: 1, today })
      for (const picture of [front, back as Uint8Array]) {
        const { mrz } = await readingOf(await withLine(picture, `${body}${digit}`))
        assert.deepEqual(mrz?.lines, [`${body}${digit}`])
        assert.deepEqual(
          mrz?.checks.map(({ valid }) => valid),
          [digit === right],
        )
      }
    })
  }
})

describe('a line of thirty digits', () => {
  /** Each digit with the letter that it is taken for in poor print, and how likely that is. */
  const cellsOf = (digits: string, doubt: number) =>
    [...digits].map((digit) => {
      const letter = ({ '1': 'I', '2': 'E', '3': 'E', '0': 'O', '8': 'B' } as Record<string, string>)[digit] ?? 'L'
      return [
        { character: digit, probability: 1 - doubt },
        { character: letter, probability: doubt },
      ]
    })
  const issuers = (characters: string, doubt: number): number => {
    let credible = 0
    for (let last = 0; last < 10; last++) {
      const cells = [cellsOf(`${characters}12345671234567890121012${last}`, doubt)]
      const decoded = decodeMrz(cells, today)
      if (decoded.ok && isCredible(decoded.value, cells)) credible++
    }
    return credible
  }

  it('is no MRZ, whichever issuer its digits could be repaired to', () => {
    for (const doubt of [0.05, 0.2, 0.4]) assert.equal(issuers('D141123', doubt), 0, `${doubt}`)
  })

  it('is one if its issuer was read, with one letter in doubt', () => {
    assert.ok(issuers('D1L1E45', 0.05) > 0)
  })
})

/** The page with one line of OCR-B along its lower edge. */
async function withLine(picture: Uint8Array, line: string): Promise<Uint8Array> {
  const image = await loadImage(picture)
  const { width, height } = image
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  context.fillStyle = '#fdeef4'
  context.fillRect(0, 0.89 * height, width, 0.11 * height)
  context.strokeStyle = '#16161a'
  writeOcrB(context, line, 0.05 * width, 0.965 * height, (0.9 * width) / line.length)
  return canvas.toBuffer('image/jpeg', 90)
}
