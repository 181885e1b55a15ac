import { BadPicture } from '../../actions/ports/engine.ts'
import type { Picture } from './picture.ts'

/** A JPEG 2000 of a chip as RGB. Portraits have one or three parts of eight bits; no other is taken. */
export async function decodeJpeg2000(bytes: Uint8Array): Promise<Picture> {
  const damaged = new BadPicture('damaged', 'the JPEG 2000 picture cannot be decoded')
  const { default: open } = await import('@cornerstonejs/codec-openjpeg/decodewasmjs')
  // A fresh one each time: what a hostile picture does to its memory ends with it.
  const codec = await open({ print: () => {}, printErr: () => {} })
  const decoder = new codec.J2KDecoder()
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes)
    decoder.decode()
  } catch {
    throw damaged
  }
  const { width, height, bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo()
  const pixels = decoder.getDecodedBuffer()
  const isUsual = bitsPerSample === 8 && !isSigned && (componentCount === 1 || componentCount === 3)
  if (!isUsual || width < 1 || pixels.length !== width * height * componentCount) throw damaged
  return { width, height, data: componentCount === 3 ? Uint8Array.from(pixels) : greyToRgb(pixels) }
}

function greyToRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3)
  for (let at = 0; at < grey.length; at++) rgb.fill(grey[at] ?? 0, at * 3, at * 3 + 3)
  return rgb
}
