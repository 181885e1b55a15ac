import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { decode, toJpeg } from '../../../src/vision/picture/decode.ts'
import { readTakenAt } from '../../../src/vision/picture/read-taken-at.ts'

const plain = () => sharp({ create: { width: 32, height: 24, channels: 3, background: '#808080' } })
const dated = (DateTimeOriginal: string) => plain().withExif({ IFD2: { DateTimeOriginal } })

describe('the date of the camera', () => {
  it('is read from JPEG, PNG and WebP as the camera wrote it', async () => {
    const picture = dated('2026:06:15 10:00:05')
    for (const bytes of [
      await picture.clone().jpeg().toBuffer(),
      await picture.clone().png().toBuffer(),
      await picture.clone().webp().toBuffer(),
    ])
      assert.equal(await readTakenAt(bytes), '2026-06-15T10:00:05')
  })

  it('is read from the EXIF item of a HEIC file', async () => {
    const { exif } = await sharp(await dated('2026:06:15 10:00:05').jpeg().toBuffer()).metadata()
    assert.ok(exif)
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), Buffer.alloc(300, 1), exif])
    assert.equal(await readTakenAt(bytes), '2026-06-15T10:00:05')
  })

  it('is absent where the file has none, or one that no clock shows', async () => {
    for (const bytes of [
      await plain().jpeg().toBuffer(),
      await dated('0000:00:00 00:00:00').jpeg().toBuffer(),
      await dated('yesterday at noon..').jpeg().toBuffer(),
    ])
      assert.equal(await readTakenAt(bytes), undefined)
  })

  it('is absent, and nothing else happens, however the metadata is cut or bent', async () => {
    const { exif } = await sharp(await dated('2026:06:15 10:00:05').jpeg().toBuffer()).metadata()
    assert.ok(exif)
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')
    for (let length = 6; length < exif.length; length++) {
      const read = await readTakenAt(Buffer.concat([heic, exif.subarray(0, length)]))
      assert.ok(read === undefined || read === '2026-06-15T10:00:05')
    }
    for (let at = 6; at < exif.length; at++) {
      const bent = Buffer.from(exif)
      bent[at] = 0xff
      await readTakenAt(Buffer.concat([heic, bent]))
    }
  })

  it('goes no further than that: what is stored has no metadata', async () => {
    const bytes = await dated('2026:06:15 10:00:05').jpeg().toBuffer()
    assert.equal((await sharp(await toJpeg(await decode(bytes))).metadata()).exif, undefined)
  })
})
