import { Malformed } from '../../formats/asn1/element.ts'

/** An encoded picture, and its size according to its own header. */
export interface EncodedPicture {
  format: 'JPEG' | 'JPEG2000'
  width: number
  height: number
  bytes: Uint8Array
}

export function readPictureHeader(bytes: Uint8Array): EncodedPicture {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xd8) return { format: 'JPEG', ...jpegSize(bytes), bytes }
    const codestream = codestreamOf(bytes)
    if (codestream !== undefined) return { format: 'JPEG2000', ...codestreamSize(bytes, codestream), bytes }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new Malformed('neither JPEG nor JPEG 2000')
}

/** The size in the start of frame, which follows other segments. */
function jpegSize(bytes: Uint8Array): { width: number; height: number } {
  const view = viewOf(bytes)
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) throw new Malformed('a JPEG whose segments do not follow one another')
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame) return size(view.getUint16(at + 7), view.getUint16(at + 5))
    if (marker === 0xda || marker === 0xd9) throw new Malformed('a JPEG without a frame')
    const length = view.getUint16(at + 2)
    if (length < 2) throw new Malformed('a JPEG segment without a length')
    at += 2 + length
  }
}

/** The offset of the codestream of a JPEG 2000: at the start, or in a box of the JP2 file format. */
function codestreamOf(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes)
  if (view.getUint32(0) === 0xff4fff51) return 0
  if (view.getUint32(4) !== 0x6a502020) return undefined
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at)
    const header = length === 1 ? 16 : 8
    if (view.getUint32(at + 4) === 0x6a703263) return at + header
    if (length !== 1 && length < 8) throw new Malformed('a JPEG 2000 box without a length')
    at += length === 1 ? view.getUint32(at + 12) || bytes.length : length
  }
  return undefined
}

/** SIZ: the reference grid minus its offset. */
function codestreamSize(bytes: Uint8Array, start: number): { width: number; height: number } {
  const view = viewOf(bytes)
  if (view.getUint32(start) !== 0xff4fff51) throw new Malformed('a JPEG 2000 without a size')
  return size(
    view.getUint32(start + 8) - view.getUint32(start + 16),
    view.getUint32(start + 12) - view.getUint32(start + 20),
  )
}

function size(width: number, height: number) {
  if (width < 1 || height < 1 || width * height > 50_000_000) throw new Malformed('a picture of an impossible size')
  return { width, height }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
