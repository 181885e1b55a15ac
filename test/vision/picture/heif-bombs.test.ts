import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import sharp from 'sharp'
import { readPictureHeader } from '../../../src/platform/http/picture-header.ts'
import { BadPicture } from '../../../src/vision/engine.ts'
import { decode } from '../../../src/vision/picture/decode.ts'

/** Every place where a text stands in a file. */
function placesOf(bytes: Buffer, text: string): number[] {
  const places: number[] = []
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at)
  return places
}

/** The picture says that it is so large, wherever it says how large it is. */
function claiming(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes)
  for (const at of placesOf(changed, 'ispe')) {
    changed.writeUInt32BE(width, at + 8)
    changed.writeUInt32BE(height, at + 12)
  }
  return changed
}

const brand = (bytes: Buffer, to: string): Buffer => {
  const changed = Buffer.from(bytes)
  for (const at of placesOf(changed.subarray(0, 64), 'avif')) changed.write(to, at, 'latin1')
  return changed
}

/** A box that says it is so long. */
function lengthOf(bytes: Buffer, box: string, length: number): Buffer {
  const changed = Buffer.from(bytes)
  const [at = 4] = placesOf(changed, box)
  changed.writeUInt32BE(length, at - 4)
  return changed
}

const MAX_MEGAPIXELS = 50
const isBad = (error: unknown) => error instanceof BadPicture

describe('bombs in HEIC and AVIF', () => {
  let heic: Buffer
  let avif: Buffer
  before(async () => {
    heic = await readFile(new URL('sideways.heic', import.meta.url))
    const canvas = sharp({ create: { width: 64, height: 48, channels: 3, background: '#3a6' } })
    avif = await canvas.avif({ quality: 30, effort: 0 }).toBuffer()
  })

  for (const [width, height] of [
    [60_000, 60_000],
    [4_294_967_295, 4_294_967_295],
    [65_535, 1],
  ] as const)
    it(`a HEIC that says ${width} × ${height} is refused by its header, before anything is decoded`, async () => {
      const bomb = claiming(heic, width, height)
      assert.deepEqual(readPictureHeader(bomb)?.size, { width, height })
      await assert.rejects(decode(bomb), isBad)
    })

  it('a HEIC that says it is small is decoded as what it is, or refused', async () => {
    for (const [width, height] of [
      [1, 1],
      [0, 0],
    ] as const) {
      const picture = await decode(claiming(heic, width, height)).catch((error: unknown) => error)
      if (isBad(picture)) continue
      const { width: decoded, height: tall } = picture as { width: number; height: number }
      assert.ok((decoded * tall) / 1e6 <= MAX_MEGAPIXELS)
    }
  })

  it('boxes that are longer than the file, of no length, or of two gigabytes end in a refusal', async () => {
    for (const box of ['ftyp', 'meta', 'iinf', 'iloc', 'iprp', 'ipco', 'ipma', 'mdat'])
      for (const length of [0, 1, 7, 0x7fff_ffff, 0xffff_ffff]) {
        const outcome = await decode(lengthOf(heic, box, length)).catch((error: unknown) => error)
        assert.ok(isBad(outcome) || (outcome as { width?: number }).width, `${box} of ${length}: ${outcome}`)
      }
  })

  it('a HEIC of a hundred thousand empty boxes is refused', async () => {
    const header = heic.subarray(0, heic.readUInt32BE(0))
    const empty = Buffer.alloc(800_000)
    for (let at = 0; at < empty.length; at += 8) {
      empty.writeUInt32BE(8, at)
      empty.write('free', at + 4, 'latin1')
    }
    await assert.rejects(decode(Buffer.concat([header, empty])), isBad)
  })

  it('an AVIF is not taken, whatever it calls itself', async () => {
    assert.equal(readPictureHeader(avif), undefined)
    await assert.rejects(decode(avif), isBad)
    for (const name of ['heic', 'mif1', 'heix', 'msf1']) {
      const outcome = await decode(brand(avif, name)).catch((error: unknown) => error)
      assert.ok(isBad(outcome), `called ${name}: ${outcome}`)
      await assert.rejects(decode(claiming(brand(avif, name), 60_000, 60_000)), isBad)
    }
  })
})
