import sharp from 'sharp'
import { BadPicture } from '../../actions/ports/engine.ts'
import type { Picture } from './picture.ts'
import { isSrgb } from './srgb.ts'

const FORMATS = ['jpeg', 'png', 'webp']

// A worker holds one picture at a time: a cache of decoded tiles would only keep other people's pictures in memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Bytes as they were sent → upright RGB. Of its metadata only the orientation is used.
 * Throws BadPicture, whose message tells a developer what to change.
 */
export async function decode(bytes: Uint8Array, maxMegapixels = 50, maxSide = 12_000): Promise<Picture> {
  if (bytes.length === 0) throw new BadPicture('not-an-image', 'the picture is empty')
  if (isHeic(bytes)) return decodeHeif(bytes, maxMegapixels, maxSide)

  const options = { limitInputPixels: false, failOn: 'error', animated: false } as const
  const { format, width, height, icc } = await sharp(bytes, options)
    .metadata()
    .catch((cause) => {
      throw new BadPicture('not-an-image', `the bytes are not a picture: ${reasonOf(cause)}`)
    })
  if (!FORMATS.includes(format)) {
    throw new BadPicture('unsupported-format', `${format} is not taken; send JPEG, PNG, WebP or HEIC`)
  }
  checkPixels(width, height, maxMegapixels, maxSide)

  const { data, info } = await sharp(bytes, { ...options, ignoreIcc: icc !== undefined && isSrgb(icc) })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw new BadPicture('damaged', `the picture cannot be decoded: ${reasonOf(cause)}`)
    })
  return { width: info.width, height: info.height, data: toRgb(data, info.channels) }
}

/** What is stored and served: a JPEG with no metadata. Tables of its own would make it 11 % smaller and take twice the time. */
export async function toJpeg(picture: Picture, quality = 92): Promise<Uint8Array> {
  const { width, height, data } = picture
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer()
}

async function decodeHeif(bytes: Uint8Array, maxMegapixels: number, maxSide: number): Promise<Picture> {
  const damaged = (cause: unknown) => {
    throw new BadPicture('damaged', `the HEIC picture cannot be decoded: ${reasonOf(cause)}`)
  }
  const { default: heic } = await import('heic-decode')
  const images = await heic.all({ buffer: bytes }).catch(damaged)
  try {
    const first = images[0]
    if (!first) throw new BadPicture('not-an-image', 'the HEIC file holds no picture')
    checkPixels(first.width, first.height, maxMegapixels, maxSide)
    // libheif applies the rotation stored in the container, so the orientation must not be applied again.
    const { width, height, data } = await first.decode().catch(damaged)
    return { width, height, data: toRgb(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 4) }
  } finally {
    images.dispose()
  }
}

/** ISO 14496-12: `ftyp` with a brand of the HEVC-coded HEIF family. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  return text(4, 8) === 'ftyp' && /^(heic|heix|hevc|hevx|mif1|msf1)/.test(text(8, 12))
}

/** The side too: a row of millions of pixels, or millions of rows, costs a decoder far more than its megapixels say. */
function checkPixels(width: number, height: number, maxMegapixels: number, maxSide: number): void {
  if (width * height > maxMegapixels * 1_000_000 || Math.max(width, height) > maxSide) {
    throw new BadPicture(
      'too-many-pixels',
      `the picture has ${width} × ${height} pixels; ${maxMegapixels} megapixels and a side of ${maxSide} are the limit`,
    )
  }
}

function toRgb(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data
  const pixels = data.length / channels
  const rgb = new Uint8Array(pixels * 3)
  for (let i = 0; i < pixels; i++) {
    const from = i * channels
    rgb[i * 3] = data[from] as number
    rgb[i * 3 + 1] = data[channels < 3 ? from : from + 1] as number
    rgb[i * 3 + 2] = data[channels < 3 ? from : from + 2] as number
  }
  return rgb
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
