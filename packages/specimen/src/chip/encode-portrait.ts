import sharp from 'sharp'

export type PortraitFormat = 'JPEG' | 'JPEG2000'

/** Portraits in passports: upright, 3 by 4, 15 to 20 kB. */
const SIZE = { width: 336, height: 448 }
const JPEG_QUALITY = 82
const JPEG_2000_RATIO = 28

/** A picture encoded as in the chip of a passport. */
export async function encodePortrait(picture: Uint8Array, format: PortraitFormat): Promise<Uint8Array> {
  const small = sharp(picture).autoOrient().flatten().resize(SIZE.width, SIZE.height, { fit: 'cover', position: 'top' })
  if (format === 'JPEG') return small.jpeg({ quality: JPEG_QUALITY }).toBuffer()
  return encodeJpeg2000(await small.toColourspace('srgb').raw().toBuffer(), SIZE)
}

/** A codestream without boxes, as most issuers write it. `pixels` are RGB or grey. */
export async function encodeJpeg2000(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  const { default: open } = await import('@cornerstonejs/codec-openjpeg/wasmjs')
  const codec = await open({ print: () => {}, printErr: () => {} })
  const encoder = new codec.J2KEncoder()
  const componentCount = pixels.length / (width * height)
  const frame = { width, height, bitsPerSample: 8, componentCount, isSigned: false }
  encoder.getDecodedBuffer({ ...frame, isUsingColorTransform: componentCount === 3 }).set(pixels)
  encoder.setQuality(false, 1)
  encoder.setCompressionRatio(0, JPEG_2000_RATIO)
  encoder.encode()
  const encoded = Uint8Array.from(encoder.getEncodedBuffer())
  encoder.delete()
  return encoded
}
