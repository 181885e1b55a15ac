import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSpecimen } from '../../../../packages/specimen/src/draw/draw-specimen.ts'
import { writeOcrB } from '../../../../packages/specimen/src/draw/ocr-b.ts'
import { checkDigit } from '../../../../src/formats/mrz/formats.ts'
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
