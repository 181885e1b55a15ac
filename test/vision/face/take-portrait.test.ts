import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeJpeg2000 } from '../../../packages/specimen/src/chip/encode-portrait.ts'
import { BadPicture } from '../../../src/vision/engine.ts'
import { decodeJpeg2000 } from '../../../src/vision/picture/jpeg2000.ts'
import { codestream, jp2 } from '../../support/chip-pictures.ts'

/** Four fields of plain colours, which survive compression. */
const COLOURS = [
  [210, 40, 40],
  [40, 200, 60],
  [30, 60, 220],
  [240, 240, 240],
] as const
const SIZE = { width: 96, height: 128 }
const colourAt = (x: number, y: number) => COLOURS[(x < 48 ? 0 : 1) + (y < 64 ? 0 : 2)] ?? COLOURS[0]

describe('a JPEG 2000 picture of a chip', () => {
  it('is decoded to the colours that were encoded', async () => {
    const pixels = new Uint8Array(SIZE.width * SIZE.height * 3)
    for (let y = 0; y < SIZE.height; y++)
      for (let x = 0; x < SIZE.width; x++) pixels.set(colourAt(x, y), (y * SIZE.width + x) * 3)
    const { width, height, data } = await decodeJpeg2000(await encodeJpeg2000(pixels, SIZE))
    assert.deepEqual({ width, height }, SIZE)
    for (const [x, y] of [
      [20, 30],
      [70, 30],
      [20, 100],
      [70, 100],
    ] as const) {
      const at = (y * width + x) * 3
      for (const [part, value] of colourAt(x, y).entries())
        assert.ok(Math.abs((data[at + part] ?? 0) - value) < 12, `${x}, ${y}: ${data.subarray(at, at + 3)}`)
    }
  })

  it('in grey becomes RGB', async () => {
    const grey = new Uint8Array(SIZE.width * SIZE.height).fill(90)
    const { data } = await decodeJpeg2000(await encodeJpeg2000(grey, SIZE))
    assert.equal(data.length, grey.length * 3)
    assert.ok(Math.abs((data[5000] ?? 0) - 90) < 4)
  })

  it('is refused when it is a header without a picture, or none', async () => {
    const bytes = [codestream(40, 50), jp2(40, 50), Buffer.from('no picture'), new Uint8Array(1)]
    for (const each of bytes) await assert.rejects(decodeJpeg2000(each), BadPicture)
  })
})
