import { heifSize } from '../../formats/heif-size.ts'

/** What the first bytes of a picture say. */
interface PictureHeader {
  format: 'jpeg' | 'png' | 'webp' | 'heif'
  /** Absent when the header is damaged or cut off. */
  size?: { width: number; height: number }
}

const HEIF_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** Which of the accepted formats it is, recognised by its bytes and not by its name; undefined for any other. */
export function readPictureHeader(bytes: Buffer): PictureHeader | undefined {
  const format = formatOf(bytes)
  if (!format) return undefined
  const size = sizeReaders[format](bytes)
  return size && size.width > 0 && size.height > 0 ? { format, size } : { format }
}

function formatOf(bytes: Buffer): PictureHeader['format'] | undefined {
  if (bytes.length < 16) return undefined
  if (bytes.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png'
  if (text(bytes, 0) === 'RIFF' && text(bytes, 8) === 'WEBP') return 'webp'
  if (text(bytes, 4) === 'ftyp' && HEIF_BRANDS.includes(text(bytes, 8)) && !hasBrand(bytes, 'avif')) return 'heif'
  return undefined
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Size = PictureHeader['size']

const sizeReaders: Record<PictureHeader['format'], (bytes: Buffer) => Size> = {
  jpeg: jpegSize,
  png: (bytes) => (bytes.length >= 24 ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined),
  webp: webpSize,
  heif: heifSize,
}

/** Walks the segments to the frame header (ITU T.81 B.2.2: SOF0 to SOF15 without DHT, JPG and DAC). */
function jpegSize(bytes: Buffer): Size {
  let at = 2
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at++ // fill byte
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    if (marker === 0xd9 || marker === 0xda) return undefined
    at += marker >= 0xd0 && marker <= 0xd8 ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The three kinds of WebP: extended, lossless, lossy. */
function webpSize(bytes: Buffer): Size {
  if (bytes.length < 30) return undefined
  const kind = text(bytes, 12)
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  return undefined
}

function hasBrand(bytes: Buffer, brand: string): boolean {
  return bytes.subarray(8, Math.min(bytes.readUInt32BE(0), 256)).includes(brand)
}

function text(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4)
}
