import type { FastifyRequest } from 'fastify'
import { FetchRefused, fetchGuarded, type Guard, REDIRECTS } from '../../platform/http/fetch-guarded.ts'
import { readPictureHeader } from '../../platform/http/picture-header.ts'
import { BadCall } from '../http/problems.ts'
import { FILM_LIMITS, FILM_MEDIA_TYPE } from './contract/page-capture.ts'
import { selfieFields } from './contract/selfie-fields.ts'

/** `more` is what the body contained next to the picture, not validated; `film` the frames of a camera, validated. */
export type PictureSource = ({ bytes: Buffer } | { url: string }) & { more?: Record<string, unknown>; film?: Buffer[] }

interface PictureLimits {
  maxImageBytes: number
  maxMegapixels: number
  maxSide: number
}

/** Base64 takes 4 characters for 3 bytes; a JSON writer may spell one of them with up to six (`\u002B`). */
const JSON_ROOM = (4 / 3) * 1.25
const JSON_REST = 16_384
const MAX_URL = 2_048

/** How long a body with a picture may be, by its media type. */
export function largestBody({ headers }: Pick<FastifyRequest, 'headers'>, { maxImageBytes }: PictureLimits): number {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return Math.ceil(maxImageBytes * JSON_ROOM) + JSON_REST + companionRoom()
  return type === FILM_MEDIA_TYPE ? maxImageBytes + FILM_ROOM : maxImageBytes
}

const companionRoom = (): number => selfieFields.parts().reduce((sum, { room }) => sum + room, 0)

/** Takes the picture out of a body of `application/json`, and of its other fields those that may come with it. */
export function readJsonBody(
  body: Buffer,
  { maxImageBytes }: PictureLimits,
  fields: readonly string[] = [],
): PictureSource {
  const value = parsed(body.toString('utf8'))
  if (!value || typeof value !== 'object' || Array.isArray(value))
    throw new BadCall('BAD_REQUEST', 'The body must be a JSON object like {"imageBase": "…"}.')
  const { imageBase, ...others } = value as { imageBase?: unknown }
  if (imageBase === undefined) throw new BadCall('BAD_REQUEST', 'imageBase is missing: send Base64 text or a URL.')
  if (typeof imageBase !== 'string')
    throw new BadCall('BAD_REQUEST', 'imageBase must be a string: Base64 text or a URL.')
  if (imageBase === '') throw new BadCall('BAD_REQUEST', 'imageBase is empty.')
  const more = Object.entries(others).filter(([name]) => fields.includes(name))
  return { ...sourceOf(imageBase, maxImageBytes), ...(more.length > 0 && { more: Object.fromEntries(more) }) }
}

/** Reads a body that is the picture itself. */
export function readBinaryBody(body: Buffer): PictureSource {
  if (body.length === 0) throw emptyBody()
  return { bytes: body }
}

/** Reads a body that is a picture with camera frames: see kernel/evidence/contract/page-capture.ts. */
export function readFilmBody(body: Buffer, { maxImageBytes }: PictureLimits): PictureSource {
  if (body.length === 0) throw emptyBody()
  const sent = splitFilm(body)
  if (sent.bytes.length > maxImageBytes) throw pictureTooLarge(maxImageBytes)
  return sent
}

function parsed(text: string): unknown {
  if (text.trim() === '') throw emptyBody()
  try {
    return JSON.parse(text)
  } catch {
    throw new BadCall('BAD_REQUEST', 'The body is not valid JSON.')
  }
}

function sourceOf(text: string, maxBytes: number): { bytes: Buffer } | { url: string } {
  if (isUrl(text)) {
    if (text.length > MAX_URL) throw new BadCall('BAD_REQUEST', `imageBase is a URL longer than ${MAX_URL} characters.`)
    return { url: text }
  }
  const base64 = text.slice(dataUrlHeader(text.slice(0, 256)))
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxBytes) throw pictureTooLarge(maxBytes)
  // RFC 4648 section 4, strictly: each byte sequence has only one encoding.
  if (bytes.toString('base64') !== base64)
    throw new BadCall('BAD_REQUEST', `imageBase is not Base64: ${whyNot(base64)}.`)
  return { bytes }
}

/** A scheme and a colon; no Base64 text has a colon. A data URL is not fetched but decoded. */
function isUrl(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:/i.test(text.slice(0, 64)) && !/^data:/i.test(text)
}

/** The length of the prefix `data:image/jpeg;base64,`; 0 when there is none. */
function dataUrlHeader(text: string): number {
  if (!/^data:/i.test(text)) return 0
  const header = /^data:[^,]*,/i.exec(text)?.[0]
  if (!header || !/;base64,$/i.test(header))
    throw new BadCall('BAD_REQUEST', 'imageBase is a data URL without `;base64,`; encode the picture as Base64.')
  return header.length
}

function whyNot(text: string): string {
  if (/[\r\n\t ]/.test(text)) return 'it has spaces or line breaks; encode it as one line (base64 -w0)'
  if (/[-_]/.test(text)) return 'it uses the URL-safe alphabet (- and _); use + and /'
  if (/[^A-Za-z0-9+/=]/.test(text)) return 'it has characters outside A–Z a–z 0–9 + / ='
  if (/=[^=]/.test(text)) return 'it continues after the padding'
  if (text.length % 4) return 'its length is not a multiple of 4, so it was cut off or its padding (=) is missing'
  return 'its last character has bits left over'
}

export const pictureTooLarge = (maxBytes: number) =>
  new BadCall('PAYLOAD_TOO_LARGE', `The picture is larger than ${maxBytes} bytes.`)
const emptyBody = () => new BadCall('BAD_REQUEST', 'The body is empty; send the picture, or {"imageBase": "…"}.')

/**
 * The bytes of a picture in a format we accept, wherever they come from. Whether it can be decoded is up to the engine.
 */
export async function readPicture(
  source: PictureSource | undefined,
  guard: Guard,
  limits: PictureLimits,
): Promise<Buffer> {
  if (!source) throw emptyBody()
  const bytes = 'url' in source ? await fetchPicture(source.url, guard, limits) : source.bytes
  const header = readPictureHeader(bytes)
  if (!header)
    throw new BadCall(
      'BAD_REQUEST',
      'These bytes are not a picture in an accepted format; send JPEG, PNG, WebP, HEIC or HEIF.',
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
      `The picture has ${width} × ${height} pixels; at most ${limits.maxMegapixels} megapixels are accepted, and a side of ${limits.maxSide}.`,
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

const LENGTH_BYTES = 4

/** The maximum size of a body in addition to the picture. */
const FILM_ROOM = FILM_LIMITS.frames * (FILM_LIMITS.bytes + LENGTH_BYTES) + LENGTH_BYTES

/** Splits a body into the picture and the frames, which are copies; the picture is not validated yet. */
function splitFilm(body: Buffer): { bytes: Buffer; film: Buffer[] } {
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
  if (!header?.size || header.format !== 'jpeg')
    throw new BadCall('BAD_REQUEST', `Frame ${at} of the film is not a JPEG.`)
  if (header.size.width * header.size.height > FILM_LIMITS.pixels)
    throw new BadCall('PAYLOAD_TOO_LARGE', `Frame ${at} of the film has more than ${FILM_LIMITS.pixels} pixels.`)
}
