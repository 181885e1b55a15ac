import { hashPicture } from '../picture/hash-picture.ts'
import type { Picture } from '../picture/picture.ts'
import { shrinkWithin } from '../picture/shrink.ts'

/** The size at which recaptures are judged, so that both steps share it. */
const HASHED_SIDE = 720

/** What the photo of a page is remembered by. */
export async function hashPhoto(photo: Picture): Promise<Uint8Array> {
  return hashPicture((await shrinkWithin(photo, HASHED_SIDE)).picture)
}
