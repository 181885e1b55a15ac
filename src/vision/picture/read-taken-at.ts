import sharp from 'sharp'
import { isHeic } from './decode.ts'

/**
 * When the camera says it took the picture: ISO 8601 without an offset, as cameras write it. Undefined when the
 * metadata does not say so or is too damaged to read, which is not evidence about the picture.
 */
export async function readTakenAt(bytes: Uint8Array): Promise<string | undefined> {
  const exif = isHeic(bytes) ? findExif(bytes) : (await sharp(bytes, { limitInputPixels: false }).metadata()).exif
  return exif && readDateTimeOriginal(withoutPrefix(exif))
}

const PREFIX = Buffer.from('Exif\0\0', 'latin1')
/** EXIF is at most one JPEG segment long (CIPA DC-008). */
const MOST_BYTES = 65_536

/** A HEIF file stores it as a separate item, after the same prefix as in a JPEG. */
function findExif(bytes: Uint8Array): Buffer | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = all.indexOf(PREFIX)
  return at < 0 ? undefined : all.subarray(at, at + MOST_BYTES)
}

const withoutPrefix = (exif: Buffer): Buffer =>
  exif.subarray(0, PREFIX.length).equals(PREFIX) ? exif.subarray(PREFIX.length) : exif

const EXIF_POINTER = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
/** TIFF 6.0: a directory entry has 12 bytes; the last four are its value or the value's offset. */
const ENTRY_BYTES = 12

function readDateTimeOriginal(tiff: Buffer): string | undefined {
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return undefined
  const isLittle = order === 'II'
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const reaches = (at: number, length: number) => at + length <= tiff.length

  const findValue = (directory: number | undefined, tag: number): number | undefined => {
    if (directory === undefined || !reaches(directory, 2)) return undefined
    for (let index = 0; index < word(directory); index++) {
      const entry = directory + 2 + index * ENTRY_BYTES
      if (!reaches(entry, ENTRY_BYTES)) return undefined
      if (word(entry) === tag) return long(entry + 8)
    }
    return undefined
  }

  const at = reaches(4, 4) ? findValue(findValue(long(4), EXIF_POINTER), DATE_TIME_ORIGINAL) : undefined
  return at !== undefined && reaches(at, 19) ? isoOf(tiff.toString('latin1', at, at + 19)) : undefined
}

/** `2026:06:15 10:00:00` → `2026-06-15T10:00:00`; undefined for a clock that was never set. */
function isoOf(written: string): string | undefined {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(written) ?? []
  const iso = `${year}-${month}-${day}T${time}`
  return Number.isNaN(Date.parse(`${iso}Z`)) ? undefined : iso
}
