import { BadCall } from '../present/problems.ts'
import { imageBaseReader, type PictureSource } from './base64-text.ts'

const KEY = 'imageBase'
const REST = 16_384 // everything in addition to imageBase, where nothing else is to be sent

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const OPENERS = [0x7b, 0x5b]
const CLOSERS = [0x7d, 0x5d]
const SPACES = [0x20, 0x09, 0x0a, 0x0d]
const ESCAPED: Record<number, number> = { 110: 0x0a, 114: 0x0d, 116: 0x09, 98: 0x08, 102: 0x0c }

/**
 * Takes `imageBase` out of a JSON object while the body streams in. Only the characters of that one string are
 * handled here; what is left of the body, with an empty string in its place, goes through JSON.parse and so decides
 * whether the body was JSON at all.
 */
export async function readJsonPicture(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  moreRest = 0,
): Promise<PictureSource> {
  const maxRest = REST + moreRest
  const picture = imageBaseReader(maxBytes)
  let rest = Buffer.allocUnsafe(REST)
  let restLength = 0
  let depth = 0
  let place: 'outside' | 'string' | 'imageBase' = 'outside'
  let pending: number[] | undefined
  let stringStart = 0
  let lastString = ''
  let atValue = false
  let found = 0

  const keep = (byte: number) => {
    if (restLength === maxRest) throw restTooLarge(moreRest)
    if (restLength === rest.length) rest = grown(rest, maxRest)
    rest[restLength++] = byte
  }

  const outside = (byte: number) => {
    if (byte === QUOTE && depth === 1 && atValue) {
      place = 'imageBase'
      found++
      keep(QUOTE)
      keep(QUOTE)
      atValue = false
      return
    }
    keep(byte)
    if (byte === QUOTE) {
      place = 'string'
      stringStart = restLength
    } else if (OPENERS.includes(byte)) depth++
    else if (CLOSERS.includes(byte)) depth--
    if (byte === COLON && depth === 1) atValue = isKey(lastString)
    else if (!SPACES.includes(byte)) atValue = false
  }

  const inString = (byte: number) => {
    keep(byte)
    if (pending) pending = undefined
    else if (byte === BACKSLASH) pending = []
    else if (byte === QUOTE) {
      place = 'outside'
      lastString = rest.toString('utf8', stringStart, restLength - 1)
    }
  }

  /** Takes one byte of an escape sequence; JSON writers may escape `/` and `+` of the Base64 alphabet. */
  const inEscape = (sequence: number[], byte: number) => {
    sequence.push(byte)
    if (sequence[0] === 0x75 && sequence.length < 5) return
    pending = undefined
    picture.write(unescaped(sequence))
  }

  try {
    for await (const chunk of body) {
      let quote = -1
      let backslash = -1
      for (let at = 0; at < chunk.length; ) {
        const byte = chunk[at] ?? 0
        if (place === 'outside') outside(byte)
        else if (place === 'string') inString(byte)
        else if (pending) inEscape(pending, byte)
        else {
          if (quote < at) quote = indexOrEnd(chunk, QUOTE, at)
          if (backslash < at) backslash = indexOrEnd(chunk, BACKSLASH, at)
          const end = Math.min(quote, backslash)
          picture.write(chunk.subarray(at, end))
          if (end === chunk.length) break
          if (end === quote) place = 'outside'
          else pending = []
          at = end
        }
        at++
      }
    }

    const { challenge } = checkRest(rest.toString('utf8', 0, restLength), found)
    return { ...picture.end(), ...(moreRest > 0 && challenge !== undefined && { challenge }) }
  } catch (error) {
    picture.release()
    throw error
  }
}

const restTooLarge = (moreRest: number) =>
  new BadCall(
    'PAYLOAD_TOO_LARGE',
    moreRest
      ? 'The body contains more than imageBase and the frames of a challenge.'
      : 'The body contains more than imageBase.',
  )

function grown(buffer: Buffer, most: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.min(most, buffer.length * 4))
  buffer.copy(larger)
  return larger
}

function isKey(raw: string): boolean {
  if (!raw.includes('\\')) return raw === KEY
  try {
    return JSON.parse(`"${raw}"`) === KEY
  } catch {
    return false // no valid string, so no valid body: checkRest refuses it
  }
}

function unescaped([first = 0, ...hex]: number[]): Buffer {
  if (first !== 0x75) return Buffer.from([ESCAPED[first] ?? first])
  const digits = String.fromCharCode(...hex)
  if (!/^[0-9a-f]{4}$/i.test(digits)) throw notJson()
  return Buffer.from(String.fromCharCode(Number.parseInt(digits, 16)), 'utf8')
}

function checkRest(text: string, found: number): { challenge?: unknown } {
  const value = parsed(text)
  if (!value || typeof value !== 'object' || Array.isArray(value))
    throw new BadCall('BAD_REQUEST', 'The body must be a JSON object like {"imageBase": "…"}.')
  if (found > 1) throw new BadCall('BAD_REQUEST', 'imageBase appears in the body more than once.')
  if (found === 1) return value
  throw new BadCall(
    'BAD_REQUEST',
    KEY in value
      ? 'imageBase must be a string: Base64 text or a URL.'
      : 'imageBase is missing: send Base64 text or a URL.',
  )
}

function parsed(text: string): unknown {
  if (text.trim() === '')
    throw new BadCall('BAD_REQUEST', 'The body is empty; send {"imageBase": "…"} or the picture itself.')
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const at = chunk.indexOf(byte, from)
  return at < 0 ? chunk.length : at
}

const notJson = () => new BadCall('BAD_REQUEST', 'The body is not valid JSON.')
