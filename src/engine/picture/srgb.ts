/** Red, green and blue of IEC 61966-2-1 as profiles write them, under the light of print (ISO 15076-1). */
const PRIMARIES = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7141],
} as const
/** Profiles round; the nearest other space in use, Display P3, is 0.05 away. */
const PRIMARY_TOLERANCE = 0.002
/** Half a step of eight bits. */
const CURVE_TOLERANCE = 0.002

/**
 * Whether a profile says no more than that the colours are the usual ones, as most cameras and all browsers write it. To
 * convert 12 megapixels from sRGB to sRGB takes longer than to decode them. False where it is anything else, or in doubt.
 */
export function isSrgb(profile: Uint8Array): boolean {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength)
  try {
    if (textAt(view, 16) !== 'RGB ' || textAt(view, 36) !== 'acsp') return false
    const tags = tagsOf(view)
    // A table of its own would win over primaries and curves.
    if (tags.has('A2B0')) return false
    const hasPrimaries = Object.entries(PRIMARIES).every(([name, known]) =>
      known.every((value, at) => Math.abs(fixedAt(view, placeOf(tags, name) + 8 + 4 * at) - value) < PRIMARY_TOLERANCE),
    )
    return hasPrimaries && ['rTRC', 'gTRC', 'bTRC'].every((name) => isUsualCurve(view, placeOf(tags, name)))
  } catch (error) {
    if (error instanceof RangeError) return false // it ends too early, or names what it lacks
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

/** Compared at seventeen values, however it is written. */
function isUsualCurve(view: DataView, at: number): boolean {
  const curve = curveAt(view, at)
  return Array.from({ length: 17 }, (_, i) => i / 16).every(
    (value) => Math.abs(curve(value) - lightOf(value)) < CURVE_TOLERANCE,
  )
}

/** From a value to its light; a kind that sRGB is not written in gives no number. */
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
