import type { Picture } from '../../../src/vision/picture/picture.ts'

/**
 * The six classes of the individual typology angle (Chardon et al. 1991, with the two darkest of Del Bino and Bernerd
 * 2013), lightest first, each with its lower limit.
 */
const CLASSES = [
  ['skin: very light', 55],
  ['skin: light', 41],
  ['skin: intermediate', 28],
  ['skin: tan', 10],
  ['skin: brown', -30],
  ['skin: dark', Number.NEGATIVE_INFINITY],
] as const

export type Tone = (typeof CLASSES)[number][0]

export const TONES: readonly Tone[] = CLASSES.map(([name]) => name)

export const toneOf = (angle: number): Tone => CLASSES.find(([, over]) => angle > over)?.[0] ?? 'skin: dark'

/** Squares on both cheeks of an aligned face of 112 × 112: below the eyes, next to the nose. */
const CHEEKS = [
  { x: 28, y: 66 },
  { x: 72, y: 66 },
]
const SIDE = 12

/**
 * The individual typology angle of an aligned face in degrees, from the median L* and b* of its cheeks. Light and
 * camera change it far more than the error of a colorimeter. Undefined if the cheeks have no yellow, as in a grey
 * picture.
 */
export function toneAngle({ data, width }: Picture): number | undefined {
  const pixels = CHEEKS.flatMap(({ x, y }) =>
    Array.from({ length: SIDE * SIDE }, (_, at) => {
      const start = 3 * ((y + Math.floor(at / SIDE)) * width + x + (at % SIDE))
      return lightnessAndYellow(data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0)
    }),
  )
  const lightness = median(pixels.map(([value]) => value))
  const yellow = median(pixels.map(([, value]) => value))
  return yellow > 0 ? (Math.atan((lightness - 50) / yellow) * 180) / Math.PI : undefined
}

/** L* and b* of CIELAB under D65, from sRGB. */
function lightnessAndYellow(...rgb: [number, number, number]): [number, number] {
  const [r, g, b] = rgb.map((value) => linear(value / 255)) as [number, number, number]
  const y = bent(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = bent((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 200 * (y - z)]
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const bent = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27 / 116) * value + 16 / 116)

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

export interface ToneError {
  /** People with two or more pictures, and pairs of pictures of one person. */
  people: number
  pairs: number
  /** Degrees between two pictures of one person: mean and 95th percentile. */
  meanDifference: number
  p95: number
  /** Pairs in the same class, and in the same or neighbouring classes. */
  sameClass: number
  withinOne: number
  /** Pictures whose cheeks have no yellow. */
  unknown: number
}

/** The difference between two pictures of one person: the error of an estimate from one picture. */
export function toneError(angles: ReadonlyMap<string, readonly (number | undefined)[]>): ToneError {
  const known = [...angles.values()]
    .map((each) => each.flatMap((angle) => angle ?? []))
    .filter((each) => each.length > 1)
  const pairs = known.flatMap((each) => each.flatMap((a, at) => each.slice(at + 1).map((b) => [a, b] as const)))
  const differences = pairs.map(([a, b]) => Math.abs(a - b)).sort((a, b) => a - b)
  const apart = ([a, b]: readonly [number, number]) => Math.abs(TONES.indexOf(toneOf(a)) - TONES.indexOf(toneOf(b)))
  return {
    people: known.length,
    pairs: pairs.length,
    meanDifference: differences.reduce((sum, each) => sum + each, 0) / differences.length,
    p95: differences[Math.floor(0.95 * differences.length)] ?? Number.NaN,
    sameClass: pairs.filter((pair) => apart(pair) === 0).length,
    withinOne: pairs.filter((pair) => apart(pair) <= 1).length,
    unknown: [...angles.values()].flat().filter((angle) => angle === undefined).length,
  }
}
