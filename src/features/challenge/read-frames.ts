import { Value } from 'typebox/value'
import { BadCall } from '../../kernel/http/problems.ts'
import { readPictureHeader } from '../../platform/http/picture-header.ts'
import { ChallengeFrames, FRAME_LIMITS } from './contract/challenge.ts'

/** Frames as received with a selfie. */
export interface SentChallenge {
  id: string
  frames: { at: number; image: Uint8Array }[]
}

/**
 * The maximum size of a body in addition to imageBase when frames come with it: their Base64, with room for JSON
 * escapes.
 */
export const CHALLENGE_ROOM = Math.ceil((FRAME_LIMITS.allBytes * 4) / 3) + 65_536

/** Larger frames are not decoded. */
const MAX_PIXELS = 1_000_000

/** The frames that came in addition to a selfie, validated before anything processes them. */
export function readFrames(given: unknown): SentChallenge {
  if (!Value.Check(ChallengeFrames, given)) {
    const [first] = Value.Errors(ChallengeFrames, given)
    throw new BadCall(
      'BAD_REQUEST',
      `challenge does not fit: ${first ? `${first.instancePath} ${first.message}` : ''}.`,
    )
  }
  let all = 0
  const frames = given.frames.map(({ at, image }, i) => {
    const bytes = frameBytes(image, i)
    all += bytes.length
    if (all > FRAME_LIMITS.allBytes)
      throw new BadCall('PAYLOAD_TOO_LARGE', `The frames are more than ${FRAME_LIMITS.allBytes} bytes together.`)
    return { at, image: bytes }
  })
  return { id: given.id, frames }
}

function frameBytes(text: string, at: number): Buffer {
  const base64 = text.replace(/^data:image\/(jpeg|png|webp);base64,/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4)
    throw new BadCall('BAD_REQUEST', `challenge: frame ${at} is not Base64.`)
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > FRAME_LIMITS.bytes)
    throw new BadCall('PAYLOAD_TOO_LARGE', `challenge: frame ${at} is larger than ${FRAME_LIMITS.bytes} bytes.`)
  const header = readPictureHeader(bytes)
  if (!header?.size || header.format === 'heif')
    throw new BadCall('BAD_REQUEST', `challenge: frame ${at} is not a JPEG, PNG or WebP picture.`)
  if (header.size.width * header.size.height > MAX_PIXELS)
    throw new BadCall('PAYLOAD_TOO_LARGE', `challenge: frame ${at} has more than one megapixel.`)
  return bytes
}
