import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { readPictureHeader } from '../../../src/platform/http/picture-header.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 10, b: 10 } } })

describe('the header of a picture', () => {
  for (const [width, height] of [
    [1, 1],
    [640, 480],
    [3000, 20],
    [4096, 2160],
  ] as const)
    it(`says ${width} × ${height} in every format that sharp writes`, async () => {
      const files = {
        jpeg: [
          await blank(width, height).jpeg().toBuffer(),
          await blank(width, height).jpeg({ progressive: true }).toBuffer(),
        ],
        png: [await blank(width, height).png().toBuffer()],
        webp: [
          await blank(width, height).webp().toBuffer(),
          await blank(width, height).webp({ lossless: true }).toBuffer(),
          await blank(width, height).ensureAlpha(0.5).webp().toBuffer(),
        ],
      }
      for (const [format, pictures] of Object.entries(files))
        for (const bytes of pictures) assert.deepEqual(readPictureHeader(bytes), { format, size: { width, height } })
    })

  it('knows no other format', async () => {
    const others = [
      await blank(4, 4).gif().toBuffer(),
      await blank(4, 4).tiff().toBuffer(),
      await blank(4, 4).avif().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>'),
      Buffer.from('%PDF-1.7 and some more bytes'),
      Buffer.alloc(0),
      Buffer.alloc(100),
    ]
    for (const bytes of others) assert.equal(readPictureHeader(bytes), undefined)
  })

  it('never reads past the end of what there is', async () => {
    const files = [
      await blank(64, 48).jpeg().toBuffer(),
      await blank(64, 48).png().toBuffer(),
      await blank(64, 48).webp().toBuffer(),
    ]
    for (const file of files) for (let length = 0; length < 700; length++) readPictureHeader(file.subarray(0, length))
  })
})
