import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { BadPicture } from '../../../src/vision/engine.ts'
import { rewritePicture } from '../../../src/vision/picture/rewrite-picture.ts'
import type { ReadContext } from '../../../src/vision/read-engine.ts'
import { DEFAULT_SETTINGS } from '../../../src/vision/settings.ts'

/** All that it needs of a read context. */
const context = {
  settings: DEFAULT_SETTINGS,
  time: (_step: string, work: () => unknown) => work(),
  decoding: (_bytes: Uint8Array, work: () => unknown) => work(),
} as unknown as ReadContext
const grey = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#888' } })

describe('a picture that is stored without being read', () => {
  it('is upright, a JPEG, without metadata', async () => {
    const exif = { IFD0: { Artist: 'Test' }, IFD2: { DateTimeOriginal: '2026:06:15 10:00:00' } }
    const sent = await grey().withExif(exif).withMetadata({ orientation: 6 }).png().toBuffer()
    const { image, hash } = await rewritePicture(context, sent)
    const { format, width, height, exif: left, orientation } = await sharp(image).metadata()
    assert.deepEqual([format, width, height, left, orientation], ['jpeg', 40, 60, undefined, undefined])
    assert.ok(hash.length > 0)
  })

  it('is refused when it is no picture', async () => {
    await assert.rejects(rewritePicture(context, Buffer.from('%PDF-1.7')), BadPicture)
  })
})
