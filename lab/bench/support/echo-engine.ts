import sharp from 'sharp'
import { accept } from '../../../src/formats/result.ts'
import type { Engine } from '../../../src/vision/engine.ts'
import { licencePages, selfie } from '../../../test/kernel/decision/genuine.ts'
import { noTeaching } from '../../../test/support/no-teaching.ts'

/**
 * An engine with fixed readings for benches that are not about pictures: it derives the side from a picture's width and
 * keeps the exact bytes, so that the sender can compare them.
 */
export const echoEngine: Engine = {
  ...noTeaching,
  async readPage(picture) {
    const back = (await sharp(picture).metadata()).width === WIDTH.BACK
    const reading = licencePages()[back ? 1 : 0]
    if (!reading) throw new Error('a licence has two pages')
    const bytes = Buffer.from(picture)
    const images = back ? { original_BACK: bytes } : { original_FRONT: bytes, primary_face: bytes }
    return accept({ reading, images, hash: new Uint8Array() })
  },
  async readFace(picture) {
    const bytes = Buffer.from(picture)
    return accept({ reading: selfie(), images: { face_original: bytes, face_cropped: bytes }, hash: new Uint8Array() })
  },
  readChallenge: async () => ({ seen: { frames: [] }, images: {}, models: [] }),
  readStoredPortrait: async (picture) => ({ image: picture }),
  rewritePicture: async (picture) => ({ image: Buffer.from(picture), hash: new Uint8Array() }),
  ready: () => true,
  close: async () => {},
}

const WIDTH = { FRONT: 64, BACK: 65, FACE: 66 }

/** A unique picture: noise in the size that encodes its part. */
export function noisePicture(part: keyof typeof WIDTH): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: WIDTH[part], height: 48, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}
