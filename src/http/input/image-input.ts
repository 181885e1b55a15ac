import type { IncomingMessage } from 'node:http'
import { CallerAborted } from '../../actions/ports/engine.ts'
import { BadCall } from '../present/problems.ts'
import { type PictureSource, pictureTooLarge } from './base64-text.ts'
import { FetchRefused, fetchGuarded, type Guard, REDIRECTS } from './fetch-guarded.ts'
import { FILM_ROOM, splitFilm } from './film-input.ts'
import { readJsonPicture } from './json-picture.ts'
import { endWhenSlow } from './least-rate.ts'
import { readPictureHeader } from './picture-header.ts'
import { openPictureMemory, releasePicture } from './picture-memory.ts'

interface PictureLimits {
  maxImageBytes: number
  maxMegapixels: number
  maxSide: number
  /** Bytes a second. */
  leastUploadRate: number
}

/** Base64 takes 4 characters for 3 bytes; a JSON writer may spell one of them with up to six (`\u002B`). */
const JSON_ROOM = (4 / 3) * 1.25
const JSON_REST = 16_384

/** How long a body of `application/json` may be, with `moreRest` for what may come next to the picture. */
export const largestJson = ({ maxImageBytes }: PictureLimits, moreRest: number): number =>
  Math.ceil(maxImageBytes * JSON_ROOM) + JSON_REST + moreRest

/**
 * Reads a body of `application/json`; the picture is decoded while it arrives and refused as soon as it is too large.
 * `moreRest` is the room for what may come next to it.
 */
export function readJsonBody(body: IncomingMessage, limits: PictureLimits, moreRest: number): Promise<PictureSource> {
  const { maxImageBytes, leastUploadRate } = limits
  return readJsonPicture(chunksOf(body, leastUploadRate), maxImageBytes, moreRest)
}

/** Reads a body that is the picture itself. */
export async function readBinaryBody(body: IncomingMessage, limits: PictureLimits): Promise<PictureSource> {
  return { bytes: await readBytes(body, limits.maxImageBytes, limits) }
}

/** Reads a body that is a picture with the frames of a film: see contract/enrolment/film.ts. */
export async function readFilmBody(body: IncomingMessage, limits: PictureLimits): Promise<PictureSource> {
  const all = await readBytes(body, limits.maxImageBytes + FILM_ROOM, limits)
  try {
    const sent = splitFilm(all)
    if (sent.bytes.length > limits.maxImageBytes) throw pictureTooLarge(limits.maxImageBytes)
    return sent
  } catch (error) {
    releasePicture(all)
    throw error
  }
}

async function readBytes(
  body: IncomingMessage,
  maxImageBytes: number,
  { leastUploadRate }: PictureLimits,
): Promise<Buffer> {
  const memory = openPictureMemory(maxImageBytes)
  let length = 0
  try {
    for await (const chunk of chunksOf(body, leastUploadRate)) {
      length += chunk.length
      if (length > maxImageBytes) throw pictureTooLarge(maxImageBytes)
      memory.keep(chunk.copy(memory.room(chunk.length)))
    }
    if (length === 0) throw new BadCall('BAD_REQUEST', 'The body is empty; send the picture, or {"imageBase": "…"}.')
    return memory.bytes()
  } catch (error) {
    releasePicture(memory.bytes())
    throw error
  }
}

/** Stopping early does not destroy the connection, on which the refusal is still to be sent. */
async function* chunksOf(body: IncomingMessage, leastUploadRate: number): AsyncGenerator<Buffer> {
  const stop = endWhenSlow(body, leastUploadRate)
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk
  } catch (error) {
    throw body.destroyed ? new CallerAborted() : error // hung up in the middle
  } finally {
    stop()
  }
}

/** The bytes of a picture in a format we accept, wherever they come from. Whether it can be decoded is for the engine to find out. */
export async function readPicture(
  source: PictureSource | undefined,
  guard: Guard,
  limits: PictureLimits,
): Promise<Buffer> {
  if (!source) throw new BadCall('BAD_REQUEST', 'The body is empty; send the picture, or {"imageBase": "…"}.')
  const bytes = 'url' in source ? await fetchPicture(source.url, guard, limits) : source.bytes
  const header = readPictureHeader(bytes)
  if (!header)
    throw new BadCall(
      'BAD_REQUEST',
      'These bytes are no picture that is taken here; send JPEG, PNG, WebP, HEIC or HEIF.',
    )
  if (!header.size)
    throw new BadCall(
      'BAD_REQUEST',
      `The ${header.format.toUpperCase()} picture is damaged: it does not say how large it is.`,
    )
  const { width, height } = header.size
  if (width * height > limits.maxMegapixels * 1_000_000 || Math.max(width, height) > limits.maxSide)
    throw new BadCall(
      'PAYLOAD_TOO_LARGE',
      `The picture has ${width} × ${height} pixels; ${limits.maxMegapixels} megapixels are taken, and a side of ${limits.maxSide}.`,
    )
  return bytes
}

async function fetchPicture(url: string, guard: Guard, { maxImageBytes }: PictureLimits): Promise<Buffer> {
  const response = await fetchGuarded(guard, url.trim(), { maxBytes: maxImageBytes, redirects: REDIRECTS }).catch(
    (error: unknown) => {
      if (!(error instanceof FetchRefused)) throw error
      throw new BadCall(error.tooLarge ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST', `imageBase: ${error.message}`)
    },
  )
  if (response.status !== 200)
    throw new BadCall('BAD_REQUEST', `imageBase: the address answered ${response.status} instead of the picture.`)
  return response.body
}
