import type { RewrittenPicture } from '../engine.ts'
import type { ReadContext } from '../read-engine.ts'
import { decode, toJpeg } from './decode.ts'
import { hashPicture } from './hash-picture.ts'
import { readTakenAt } from './read-taken-at.ts'

/** The picture as it is stored, whatever its content: upright, a JPEG, without metadata. */
export async function rewritePicture(
  { settings, time, decoding }: ReadContext,
  bytes: Uint8Array,
): Promise<RewrittenPicture> {
  const picture = await decoding(bytes, () => decode(bytes, settings.maxMegapixels, settings.maxSide))
  const image = await time('encode', () => toJpeg(picture))
  const hash = await time('hash-picture', () => hashPicture(picture))
  const takenAt = await readTakenAt(bytes)
  return { image, hash, ...(takenAt && { takenAt }) }
}
