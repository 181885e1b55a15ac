import { childrenOf, type Element, expectTag, Malformed } from '../../../asn1/element.ts'
import { type EncodedPicture, readPictureHeader } from '../../../domain/picture/signed-picture-header.ts'
import { descend, findTag, openGroup } from './data-group.ts'

/** DG2: the portrait as it is encoded, in ISO/IEC 19794-5 (2005 and 2011) or 39794-5. Of several the first. */
export function readDg2(bytes: Uint8Array): EncodedPicture {
  const template = childrenOf(descend(openGroup(2, bytes), 0x7f61, 0x7f60))
  const older = findTag(template, 0x5f2e)
  const block = older ?? expectTag(findTag(template, 0x7f2e), 0x7f2e)
  // A block in the older format may stand in either tag; the newer one is always made of elements.
  const picture = isFaceRecord(block.content) ? pictureOf19794(block.content) : pictureOf39794(block)
  return readPictureHeader(picture)
}

const isFaceRecord = ([f, a, c, end]: Uint8Array) => f === 0x46 && a === 0x41 && c === 0x43 && end === 0

/** ISO/IEC 39794-5: the first representation's two-dimensional picture. */
function pictureOf39794(block: Element): Uint8Array {
  const inner = findTag(childrenOf(block), 0xa1) ?? block
  const representation = descend(inner, 0x65, 0xa1, 0x30)
  return descend(representation, 0xa1, 0xa0, 0xa0, 0x80).content
}

/** ISO/IEC 19794-5: a fixed header, then the first face with its points, then its picture up to the end of its record. */
function pictureOf19794(record: Uint8Array): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength)
  try {
    return view.getUint8(5) === 0x33 ? pictureOf2011(record, view) : pictureOf2005(record, view)
  } catch (error) {
    if (error instanceof RangeError) throw new Malformed('a face record that ends too early')
    throw error
  }
}

function pictureOf2005(record: Uint8Array, view: DataView): Uint8Array {
  const start = 14
  const stated = start + view.getUint32(start)
  const points = view.getUint16(start + 4)
  const picture = start + 20 + 8 * points + 12
  // Issuers have stated lengths that leave out the header or count too much: then the picture runs to the end.
  const fits = stated <= record.length && stated - picture > LEAST_PICTURE
  return slice(record, picture, fits ? stated : record.length)
}

/** No picture is shorter. */
const LEAST_PICTURE = 20

/** The version of 2011: a longer header for each face, with blocks of qualities and of the picture's length. */
function pictureOf2011(record: Uint8Array, view: DataView): Uint8Array {
  const start = 17
  const qualities = view.getUint8(start + 18)
  const afterQualities = start + 19 + 5 * qualities
  const points = view.getUint16(afterQualities)
  const information = afterQualities + 2 + 15 + 8 * points
  const length = view.getUint32(information + 12)
  return slice(record, information + 16, information + 16 + length)
}

function slice(record: Uint8Array, start: number, end: number): Uint8Array {
  if (start >= end || end > record.length) throw new Malformed('a face record whose lengths do not fit')
  return record.subarray(start, end)
}
