import { BadCall } from '../present/problems.ts'
import { openPictureMemory, releasePicture } from './picture-memory.ts'

/** `challenge` is what the body held next to the picture, unchecked; `film` the frames of a camera, checked. */
export type PictureSource = ({ bytes: Buffer } | { url: string }) & { challenge?: unknown; film?: Buffer[] }

/** Takes the text of `imageBase` as it streams in: Base64 is decoded on the way, so the text itself is never held whole. */
interface ImageBaseReader {
  write(text: Buffer): void
  end(): PictureSource
  /** The body was refused: what was decoded is of no use. */
  release(): void
}

const STAGE = 65_536 // a multiple of 4, so that whole Base64 groups are decoded; small enough to stay in the cache
const MAX_URL = 2_048

export function imageBaseReader(maxBytes: number): ImageBaseReader {
  const stage = Buffer.allocUnsafe(STAGE)
  let staged = 0
  let begun = false
  let padded = false
  const memory = openPictureMemory(maxBytes + STAGE)
  let length = 0

  const decode = (last: boolean) => {
    if (!begun) {
      begun = true
      const dropped = dataUrlHeader(stage.toString('latin1', 0, Math.min(staged, 256)))
      stage.copyWithin(0, dropped, staged)
      staged -= dropped
    }
    const whole = last ? staged : staged - (staged % 4)
    if (whole === 0) return
    const text = stage.toString('latin1', 0, whole)
    if (padded) throw badBase64('it goes on after the padding')
    padded = text.endsWith('=')
    checkGroups(text)
    const decoded = memory.room(Math.ceil(text.length / 4) * 3).write(text, 'base64')
    memory.keep(decoded)
    length += decoded
    if (length > maxBytes) throw pictureTooLarge(maxBytes)
    stage.copyWithin(0, whole, staged)
    staged -= whole
  }

  return {
    write(text) {
      for (let at = 0; at < text.length; ) {
        const taken = text.copy(stage, staged, at)
        staged += taken
        at += taken
        if (staged < STAGE) continue
        if (!begun && isUrl(stage.toString('latin1', 0, 64))) throw urlTooLong()
        decode(false)
      }
    },
    end() {
      if (!begun) {
        const text = stage.toString('utf8', 0, staged)
        if (text === '') throw new BadCall('BAD_REQUEST', 'imageBase is empty.')
        if (isUrl(text)) return { url: checkedLength(text) }
      }
      decode(true)
      return { bytes: memory.bytes() }
    },
    release: () => releasePicture(memory.bytes()),
  }
}

/** A scheme and a colon; no Base64 text has a colon. A data URL is not fetched but decoded. */
function isUrl(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:/i.test(text) && !/^data:/i.test(text)
}

function checkedLength(url: string): string {
  if (url.length > MAX_URL) throw urlTooLong()
  return url
}

/** How many characters the `data:image/jpeg;base64,` in front takes; 0 when there is none. */
function dataUrlHeader(text: string): number {
  if (!/^data:/i.test(text)) return 0
  const header = /^data:[^,]*,/i.exec(text)?.[0]
  if (!header || !/;base64,$/i.test(header))
    throw new BadCall('BAD_REQUEST', 'imageBase is a data URL without `;base64,`; encode the picture as Base64.')
  return header.length
}

/** RFC 4648 section 4, strictly: its alphabet, padding at the end, no line breaks, no bits left over. */
function checkGroups(text: string): void {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    if (text.length % 4)
      throw badBase64('its length is no multiple of 4, so it was cut off or its padding (=) is missing')
    const last = text.slice(-4)
    if (last.endsWith('=') && Buffer.from(last, 'base64').toString('base64') !== last)
      throw badBase64('its last character has bits left over')
    return
  }
  if (/[\r\n\t ]/.test(text)) throw badBase64('it has spaces or line breaks; encode it as one line (base64 -w0)')
  if (/[-_]/.test(text)) throw badBase64('it uses the URL-safe alphabet (- and _); use + and /')
  throw badBase64('it has characters outside A–Z a–z 0–9 + / =')
}

export const pictureTooLarge = (maxBytes: number) =>
  new BadCall('PAYLOAD_TOO_LARGE', `The picture is larger than ${maxBytes} bytes.`)
const badBase64 = (why: string) => new BadCall('BAD_REQUEST', `imageBase is not Base64: ${why}.`)
const urlTooLong = () => new BadCall('BAD_REQUEST', `imageBase is a URL longer than ${MAX_URL} characters.`)
