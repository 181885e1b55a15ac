import { FILM_LIMITS } from '../../contract/enrolment/film.ts'
import { BadCall } from '../present/problems.ts'
import { readPictureHeader } from './picture-header.ts'

const LENGTH_BYTES = 4

/** What a body may hold in addition to the picture. */
export const FILM_ROOM = FILM_LIMITS.frames * (FILM_LIMITS.bytes + LENGTH_BYTES) + LENGTH_BYTES

/** Takes a body apart into the picture and the frames, which are copies; nothing has looked at the picture yet. */
export function splitFilm(body: Buffer): { bytes: Buffer; film: Buffer[] } {
  const [bytes, ...frames] = partsOf(body)
  if (!bytes || frames.length === 0)
    throw new BadCall('BAD_REQUEST', 'The film needs a picture and at least one frame.')
  if (frames.length > FILM_LIMITS.frames)
    throw new BadCall('PAYLOAD_TOO_LARGE', `The film has more than ${FILM_LIMITS.frames} frames.`)
  for (const [at, frame] of frames.entries()) checkFrame(frame, at)
  return { bytes, film: frames.map((frame) => Buffer.from(frame)) }
}

function partsOf(body: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const from = at + LENGTH_BYTES
    const length = from <= body.length ? body.readUInt32BE(at) : 0
    if (length === 0 || from + length > body.length || parts.length > FILM_LIMITS.frames + 1)
      throw new BadCall('BAD_REQUEST', 'The parts of the film do not have the lengths that are stated.')
    parts.push(body.subarray(from, from + length))
    at = from + length
  }
  return parts
}

function checkFrame(frame: Buffer, at: number): void {
  if (frame.length > FILM_LIMITS.bytes)
    throw new BadCall('PAYLOAD_TOO_LARGE', `Frame ${at} of the film is larger than ${FILM_LIMITS.bytes} bytes.`)
  const header = readPictureHeader(frame)
  if (!header?.size || header.format !== 'jpeg') throw new BadCall('BAD_REQUEST', `Frame ${at} of the film is no JPEG.`)
  if (header.size.width * header.size.height > FILM_LIMITS.pixels)
    throw new BadCall('PAYLOAD_TOO_LARGE', `Frame ${at} of the film has more than ${FILM_LIMITS.pixels} pixels.`)
}
