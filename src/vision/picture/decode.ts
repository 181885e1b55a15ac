import sharp from 'sharp'
import { heifSize } from '../../formats/heif-size.ts'
import { BadPicture } from '../engine.ts'
import { checkCost, DECODE_BUDGET_MS } from './decode-cost.ts'
import type { Picture } from './picture.ts'

const FORMATS = ['jpeg', 'png', 'webp']

// A worker has one picture at a time: a cache of decoded tiles would only keep other people's pictures in memory.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Bytes as they were sent → upright RGB. Of the metadata, only the orientation is used. Throws BadPicture, whose
 * message tells a developer what to change.
 */
export async function decode(bytes: Uint8Array, maxMegapixels = 50, maxSide = 12_000): Promise<Picture> {
  if (bytes.length === 0) throw new BadPicture('not-an-image', 'the picture is empty')
  if (isHeic(bytes)) return decodeHeif(bytes, maxMegapixels, maxSide)

  const options = { limitInputPixels: false, failOn: 'error', animated: false } as const
  const { format, width, height, icc, channels, depth, isProgressive } = await sharp(bytes, options)
    .metadata()
    .catch((cause) => {
      throw new BadPicture('not-an-image', `the bytes are not a picture: ${reasonOf(cause)}`)
    })
  if (!FORMATS.includes(format)) {
    throw new BadPicture('unsupported-format', `${format} is not supported; send JPEG, PNG, WebP or HEIC`)
  }
  checkPixels(width, height, maxMegapixels, maxSide)
  const ignoreIcc = icc !== undefined && isSrgb(icc)
  const isConverted = icc !== undefined && !ignoreIcc
  const bits = depth === 'ushort' ? 16 : 8
  checkCost(bytes, { format, width, height, channels, bits, isInterlaced: isProgressive, isConverted })

  const { data, info } = await sharp(bytes, { ...options, ignoreIcc })
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

/**
 * The form in which pictures are stored and served: JPEG without metadata. Optimised Huffman tables would make it 11 %
 * smaller and take twice the time.
 */
export async function toJpeg(picture: Picture, quality = 92): Promise<Uint8Array> {
  const { width, height, data } = picture
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, optimiseCoding: false })
    .toBuffer()
}

async function decodeHeif(bytes: Uint8Array, maxMegapixels: number, maxSide: number): Promise<Picture> {
  const damaged = (cause: unknown): never => {
    throw new BadPicture('damaged', `the HEIC picture cannot be decoded: ${reasonOf(cause)}`)
  }
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const decoder = new libheif.HeifDecoder()
  const pictures = decoder.decode(bytes)
  try {
    // ISO/IEC 23008-12 6.3: a file may hold several pictures; the primary one is what every viewer shows.
    const primary = pictures.find((picture) => picture.is_primary()) ?? pictures[0]
    if (!primary) return damaged(new Error('it holds no picture'))
    const size = { width: primary.get_width(), height: primary.get_height() }
    checkPixels(size.width, size.height, maxMegapixels, maxSide)
    const target = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) }
    // libheif applies the rotation stored in the container, so the orientation must not be applied again.
    const data = await new Promise<Uint8ClampedArray | undefined>((resolve) => {
      primary.display(target, (shown) => resolve(shown?.data))
    })
    if (!data) return damaged(new Error('libheif cannot read it'))
    return { ...size, data: toRgb(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), 4) }
  } finally {
    for (const picture of pictures) picture.free()
    decoder.decoder.delete()
  }
}

/** The decoder of HEIC is several times slower than the others: a picture of this size has the budget for itself. */
const HEIC_MEGAPIXELS = 12

/** CPU time that is enough to decode these bytes. */
export function decodeBudgetMs(bytes: Uint8Array): number {
  if (!isHeic(bytes)) return DECODE_BUDGET_MS
  const { width, height } = heifSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? {
    width: 0,
    height: 0,
  }
  const shares = Math.ceil((width * height) / (HEIC_MEGAPIXELS * 1_000_000))
  return DECODE_BUDGET_MS * Math.min(MOST_HEIC_SHARES, Math.max(1, shares))
}
/** 50 megapixels. */
const MOST_HEIC_SHARES = 5

/** ISO 14496-12: `ftyp` with a brand of the HEVC-coded HEIF family. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  return text(4, 8) === 'ftyp' && /^(heic|heix|hevc|hevx|mif1|msf1)/.test(text(8, 12))
}

/** Limits the sides too: a row or column of millions of pixels costs far more than its megapixels suggest. */
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

/** Red, green and blue of IEC 61966-2-1 as profiles write them, adapted to the white point of print (ISO 15076-1). */
const PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const
/** Profiles are rounded; the nearest other colour space in use, Display P3, is 0.05 away. */
const PRIMARY_TOLERANCE = 0.002
/** Half a step of eight bits. */
const CURVE_TOLERANCE = 0.002

/**
 * Whether a profile only describes sRGB, as most cameras and all browsers write it. Converting 12 megapixels from sRGB
 * to sRGB takes longer than decoding them. False for any other profile, or in doubt.
 */
export function isSrgb(profile: Uint8Array): boolean {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  try {
    if (textAt(view, 16) !== 'RGB ' || textAt(view, 36) !== 'acsp') return false
    const tags = tagsOf(view)
    // A lookup table of its own would take precedence over primaries and curves.
    if (tags.has('A2B0')) return false
    const hasPrimaries = Object.entries(PRIMARIES).every(([name, known]) =>
      known.every((value, at) => Math.abs(fixedAt(view, placeOf(tags, name) + 8 + 4 * at) - value) < PRIMARY_TOLERANCE),
    )
    return hasPrimaries && ['rTRC', 'gTRC', 'bTRC'].every((name) => isUsualCurve(view, placeOf(tags, name)))
  } catch (error) {
    if (error instanceof RangeError) return false // the profile is truncated, or a tag is missing
    throw error
  }
}

function tagsOf(view: DataView): Map<string, number> {
  const count = Math.min(100, view.getUint32(128))
  return new Map(Array.from({ length: count }, (_, at) => [textAt(view, 132 + 12 * at), view.getUint32(136 + 12 * at)]))
}

function placeOf(tags: Map<string, number>, name: string): number {
  const place = tags.get(name)
  if (place === undefined) throw new RangeError(`the profile has no ${name}`)
  return place
}

/** Whether the tone curve is that of sRGB, however it is written; compared at seventeen values. */
function isUsualCurve(view: DataView, at: number): boolean {
  const curve = curveAt(view, at)
  return Array.from({ length: 17 }, (_, i) => i / 16).every(
    (value) => Math.abs(curve(value) - lightOf(value)) < CURVE_TOLERANCE,
  )
}

/** Maps a value to its light; a curve type that is not used for sRGB gives NaN. */
function curveAt(view: DataView, at: number): (value: number) => number {
  const kind = textAt(view, at)
  if (kind === 'curv') {
    const last = view.getUint32(at + 8) - 1
    return (value) => (last < 255 ? Number.NaN : view.getUint16(at + 12 + 2 * Math.round(last * value)) / 0xffff)
  }
  const form = kind === 'para' ? view.getUint16(at + 8) : 0
  if (form !== 3 && form !== 4) return () => Number.NaN
  const [g = 0, a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: form === 3 ? 5 : 7 }, (_, i) =>
    fixedAt(view, at + 12 + 4 * i),
  )
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f)
}

/** The curve of IEC 61966-2-1. */
const lightOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))

/** s15Fixed16Number. */
const fixedAt = (view: DataView, at: number): number => view.getInt32(at) / 0x10000
