import { BadPicture, type ChipPortrait } from '../../actions/ports/engine.ts'
import { Malformed } from '../../asn1/element.ts'
import { readPictureHeader } from '../../domain/picture/signed-picture-header.ts'
import { decode, toJpeg } from '../picture/decode.ts'
import { decodeJpeg2000 } from '../picture/decode-jpeg2000.ts'
import type { ReadContext } from '../read-engine.ts'
import { findPortrait } from './take-portrait.ts'

/** The largest that a chip can hold as a picture of a face; more would only cost time. */
const MOST_MEGAPIXELS = 12

/** The portrait of a chip as it is stored, and as numbers where a face is found in it. */
export async function readChipPortrait(context: ReadContext, bytes: Uint8Array): Promise<ChipPortrait> {
  const { format, width, height } = headerOf(bytes)
  if (width * height > MOST_MEGAPIXELS * 1_000_000)
    throw new BadPicture('too-many-pixels', `the portrait of the chip has ${width} × ${height} pixels`)
  const picture = await context.time('decode', () => (format === 'JPEG' ? decode(bytes) : decodeJpeg2000(bytes)))
  const portrait = await findPortrait(context, picture)
  const image = await context.time('encode', () => toJpeg(picture))
  return { image, ...(portrait && { template: portrait.template }) }
}

function headerOf(bytes: Uint8Array) {
  try {
    return readPictureHeader(bytes)
  } catch (error) {
    if (error instanceof Malformed) throw new BadPicture('not-an-image', error.message)
    throw error
  }
}
