import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { jpeg2000Bomb, progressiveBomb } from '../../../lab/bench/support/picture-bombs.ts'
import { encodeJpeg2000 } from '../../../packages/specimen/src/chip/encode-portrait.ts'
import { BadPicture } from '../../../src/vision/engine.ts'
import { decode } from '../../../src/vision/picture/decode.ts'
import { readScans } from '../../../src/vision/picture/decode-cost.ts'
import { decodeJpeg2000 } from '../../../src/vision/picture/jpeg2000.ts'

const isDamaged = (error: unknown) => error instanceof BadPicture && error.kind === 'damaged'

/** Checking is a walk through the headers: far less than decoding takes. */
const CHECK_MS = 500

async function isRefusedAtOnce(work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage()
  await assert.rejects(work(), isDamaged)
  const { user, system } = process.cpuUsage(before)
  assert.ok((user + system) / 1000 < CHECK_MS, `${(user + system) / 1000} ms of CPU time`)
}

const drawn = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#3a6' },
  })

describe('the cost of decoding a picture', () => {
  for (const [width, height] of [
    [8_000, 6_000],
    [640, 480],
  ] as const)
    it(`is refused before it is spent: a JPEG of 2,646 scans and ${width} × ${height} pixels`, async () => {
      const bomb = progressiveBomb({ width, height, scans: 2_646 })
      assert.ok(bomb.length < 1_000_000)
      await isRefusedAtOnce(() => decode(bomb))
    })

  it('is counted where few scans pass over many pixels', async () => {
    await isRefusedAtOnce(() => decode(progressiveBomb({ width: 8_000, height: 6_000, scans: 99 })))
    const small = await decode(progressiveBomb({ width: 640, height: 480, scans: 99 }))
    assert.deepEqual([small.width, small.height], [640, 480])
  })

  for (const [megapixels, width, height] of [
    [12, 4_000, 3_000],
    [48, 8_064, 6_048],
    [50, 8_160, 6_120],
  ] as const)
    for (const progressive of [false, true])
      it(`of ${megapixels} megapixels as a ${progressive ? 'progressive' : 'baseline'} JPEG is what a phone may ask for`, async () => {
        const bytes = await drawn(width, height).jpeg({ quality: 80, progressive }).toBuffer()
        assert.equal(readScans(bytes).scans, progressive ? 10 : 1)
        const picture = await decode(bytes)
        assert.deepEqual([picture.width, picture.height], [width, height])
      })

  it('does not count what is in a thumbnail', async () => {
    const jpeg = await drawn(64, 48).jpeg().toBuffer()
    const bomb = progressiveBomb({ width: 64, height: 48, scans: 2_646 }).subarray(0, 60_000)
    const application = Buffer.from([0xff, 0xe5, (bomb.length + 2) >> 8, (bomb.length + 2) & 0xff])
    const whole = Buffer.concat([jpeg.subarray(0, 2), application, bomb, jpeg.subarray(2)])
    assert.equal(readScans(whole).scans, 1)
    assert.equal((await decode(whole)).width, 64)
  })
})

describe('what the header of a JPEG 2000 promises', () => {
  const usual = { width: 336, height: 448 }
  for (const [what, bomb] of [
    ['100 components', { width: 2_000, height: 2_000, components: 100 }],
    ['16,384 components', { ...usual, components: 16_384 }],
    ['2 components', { ...usual, components: 2 }],
    ['tiles of one pixel', { ...usual, tile: 1 }],
    ['tiles of 16 pixels', { width: 3_000, height: 4_000, tile: 16 }],
    ['65,535 layers', { ...usual, layers: 65_535 }],
    ['40 levels', { ...usual, levels: 40 }],
    ['precincts of one pixel', { ...usual, levels: 5, precinct: 0 }],
    ['more pixels than can be decoded in time', { width: 5_000, height: 5_000 }],
  ] as const)
    it(`is checked before anything is decoded: ${what}`, () =>
      isRefusedAtOnce(() => decodeJpeg2000(jpeg2000Bomb(bomb))))

  it('is checked in the header of a tile too', () => {
    const { layers, ...rest } = { ...usual, layers: 65_535 }
    return isRefusedAtOnce(() => decodeJpeg2000(jpeg2000Bomb({ ...rest, layersOfTile: layers })))
  })

  it('may be that of a portrait of 12 megapixels', async () => {
    const { width, height } = { width: 3_000, height: 4_000 }
    const picture = await decodeJpeg2000(jpeg2000Bomb({ width, height }))
    assert.deepEqual([picture.width, picture.height], [width, height])
    const real = await encodeJpeg2000(new Uint8Array(300 * 400 * 3).fill(90), { width: 300, height: 400 })
    assert.equal((await decodeJpeg2000(real)).width, 300)
  })
})
