import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import { BadPicture } from '../../../src/vision/engine.ts'
import { decode, isSrgb, toJpeg } from '../../../src/vision/picture/decode.ts'
import type { Picture } from '../../../src/vision/picture/picture.ts'
import { thinPng } from '../../support/hostile-pictures.ts'

const WIDTH = 60
const HEIGHT = 40
/** Left half red, right half blue. */
const canvas = () => {
  const data = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let i = 0; i < WIDTH * HEIGHT; i++) data[i * 3 + (i % WIDTH < WIDTH / 2 ? 0 : 2)] = 255
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
}

/** The same halves, 64 × 48, as a telephone writes them: HEVC stored on its side, with the turn noted in the container. */
const heic = () => readFile(new URL('sideways.heic', import.meta.url))

/**
 * Two pictures of the same pixels, 64 × 64. The first lies on its side; the second is the primary one, and the container
 * turns it. They stand where the file had a tile and its grid (ISO/IEC 23008-12).
 */
function twoPictures(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const after = (box: string) => changed.indexOf(box) + 4
  const isHidden = after('infe') + 3
  changed[isHidden] = 0
  changed.write('hvc1', changed.lastIndexOf('infe') + 12, 'latin1')
  // iloc, version 1: entries of 20 bytes (item, construction method, data reference, base offset of 4, extents).
  const iloc = after('iloc')
  const [first, second] = [iloc + 8, iloc + 8 + 20]
  changed.copy(changed, second + 2, first + 2, first + 20)
  // ipma: the second picture has the same codec, size and a turn.
  changed.set([0x81, 0x02, 0x83], after('ipma') + 4 + 4 + 5 + 3)
  changed.write('free', changed.indexOf('iref'), 'latin1')
  return changed
}

describe('a picture as it was sent', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    it(`is taken as ${format}`, async () => {
      const picture = await decode(await canvas().toFormat(format).toBuffer())
      assert.deepEqual([picture.width, picture.height, picture.data.length], [WIDTH, HEIGHT, WIDTH * HEIGHT * 3])
      assertColours(picture)
    })
  }

  it('is taken as HEIC, turned upright once', async () => {
    const picture = await decode(await heic())
    assert.deepEqual([picture.width, picture.height, picture.data.length], [64, 48, 64 * 48 * 3])
    assertColours(picture)
  })

  it('is the primary one of a HEIC with several pictures', async () => {
    assertColours(await decode(twoPictures(await heic())))
  })

  it('is turned upright by its EXIF orientation', async () => {
    const sideways = await canvas().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const picture = await decode(sideways)
    assert.deepEqual([picture.width, picture.height], [HEIGHT, WIDTH])
    assert.ok(near(picture, 20, 10, [255, 0, 0]) && near(picture, 20, 50, [0, 0, 255]))
  })

  it('may be grey, 16 bit, CMYK, translucent or animated', async () => {
    const grey = await decode(await canvas().greyscale().png().toBuffer())
    assert.equal(grey.data.length, WIDTH * HEIGHT * 3)
    const deep = await decode(await canvas().toColourspace('rgb16').png().toBuffer())
    assertColours(deep)
    const cmyk = await canvas().toColourspace('cmyk').jpeg().toBuffer()
    assert.equal((await sharp(cmyk).metadata()).channels, 4)
    assert.equal((await decode(cmyk)).data.length, WIDTH * HEIGHT * 3)
    const clear = await decode(await canvas().ensureAlpha(0).png().toBuffer())
    assert.ok(near(clear, 5, 5, [255, 255, 255]))
    const frames = await sharp([await canvas().png().toBuffer(), await canvas().negate().png().toBuffer()], {
      join: { animated: true },
    })
    assertColours(await decode(await frames.webp({ lossless: true }).toBuffer()))
  })
})

describe('bytes that we do not take', () => {
  it('are refused by their longest side before a pixel of them is decoded', async () => {
    for (const [width, height] of [
      [1, 49_000_000],
      [49_000_000, 1],
    ] as const) {
      const bytes = thinPng(width, height)
      const before = process.cpuUsage()
      await assert.rejects(decode(bytes), (error) => error instanceof BadPicture && error.kind === 'too-many-pixels')
      const { user, system } = process.cpuUsage(before)
      assert.ok(user + system < 2_000_000, `${width} × ${height} took ${(user + system) / 1e6} s`)
    }
  })

  const kinds: [string, BadPicture['kind'], () => Promise<Uint8Array>][] = [
    ['nothing at all', 'not-an-image', async () => new Uint8Array()],
    ['text', 'not-an-image', async () => Buffer.from('hello, this is no picture at all')],
    [
      'an SVG',
      'unsupported-format',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['a GIF', 'unsupported-format', () => canvas().gif().toBuffer()],
    ['a TIFF', 'unsupported-format', () => canvas().tiff().toBuffer()],
    ['half a JPEG', 'damaged', async () => cut(await canvas().resize(900, 600).jpeg().toBuffer())],
    ['half a PNG', 'damaged', async () => cut(await canvas().resize(900, 600).png().toBuffer())],
    ['half a HEIC', 'damaged', async () => cut(await heic())],
    ['a HEIC header with nothing behind it', 'damaged', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1')],
    [
      '51 megapixels',
      'too-many-pixels',
      () =>
        sharp({ create: { width: 8500, height: 6000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
    ],
  ]
  for (const [what, kind, make] of kinds) {
    it(`are refused as ${kind}: ${what}`, async () => {
      await assert.rejects(decode(await make()), (error) => error instanceof BadPicture && error.kind === kind)
    })
  }
})

describe('the JPEG that is stored', () => {
  it('holds the picture and none of its metadata', async () => {
    const tagged = await canvas()
      .withExif({ IFD0: { Copyright: 'whoever', Software: 'an editor' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()
    assert.ok((await sharp(tagged).metadata()).exif)
    const stored = await toJpeg(await decode(tagged))
    const { exif, icc, xmp, format } = await sharp(stored).metadata()
    assert.deepEqual([exif, icc, xmp, format], [undefined, undefined, undefined, 'jpeg'])
    assertColours(await decode(stored))
  })
})

const cut = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)

function assertColours(picture: Picture) {
  assert.ok(near(picture, 10, 20, [255, 0, 0]) && near(picture, 50, 20, [0, 0, 255]))
}

function near(picture: Picture, x: number, y: number, colour: number[]) {
  return colour.every((value, i) => Math.abs((picture.data[(y * picture.width + x) * 3 + i] as number) - value) < 12)
}

const colours = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 37) % 256))
const tagged = (profile: string) =>
  sharp(colours, { raw: { width: 64, height: 64, channels: 3 } })
    .withIccProfile(profile)
    .png()
    .toBuffer()
const profileOf = async (picture: Uint8Array) => (await sharp(picture).metadata()).icc as Buffer

describe('the profile of a picture', () => {
  it('is known as sRGB, as a formula and as a table', async () => {
    const drawn = createCanvas(8, 8).toBuffer('image/jpeg')
    assert.equal(isSrgb(await profileOf(drawn)), true)
    assert.equal(isSrgb(await profileOf(await tagged('srgb'))), true)
  })

  it('is not sRGB where its colours are others, or it is none', async () => {
    const wide = await profileOf(await tagged('p3'))
    assert.equal(isSrgb(wide), false)
    const srgb = await profileOf(await tagged('srgb'))
    for (const length of [0, 40, 131, 200, srgb.length - 40])
      assert.equal(isSrgb(Uint8Array.from(srgb.subarray(0, length))), false, `cut after ${length}`)
    assert.equal(isSrgb(Buffer.from(srgb).fill(0xff, 128, 132)), false, 'with more tags than it holds')
  })

  it('changes nothing of a picture in sRGB, and is applied where it is another', async () => {
    const plain = await decode(
      await sharp(colours, { raw: { width: 64, height: 64, channels: 3 } })
        .png()
        .toBuffer(),
    )
    assert.deepEqual((await decode(await tagged('srgb'))).data, plain.data)
    const wide = await tagged('p3')
    const converted = await sharp(wide).toColourspace('srgb').raw().toBuffer()
    assert.deepEqual(Buffer.from((await decode(wide)).data), converted)
  })
})
