import type { Picture, Size } from '../../../picture/picture.ts'
import { type Complex, complexOf, SIDE, transformColumns } from './spectrum.ts'

/** The size of a cut. */
export const CUT: Size = { width: SIDE, height: SIDE }

/**
 * How far the strongest wave rises above its surroundings, as a logarithm of power: in light, red against green, and
 * blue against green.
 */
export type Peaks = readonly [light: number, red: number, blue: number]

/** Patterns finer than this many pixels are detail. */
const FINE = 9
/** Tones are given as sums and differences of bytes. */
const [LIGHT, COLOUR] = [1 / (3 * 255), 1 / 255]
/** Added to the light, so that noise in dark pixels does not become a large share of it. */
const DARKEST = 0.06
/** Larger deviations are clipped: they are the edges of objects. */
const FURTHEST = 2
/** The frequency of a lattice is spread over this many bins, by perspective and the lens. */
const OWN = 5
/** The number of bins around a frequency that are its surroundings. */
const AROUND = 31
/** A floor, so that the logarithm of zero power is defined. */
const LEAST_POWER = 1e-3
/** Waves longer than this are shapes in the picture itself. */
const LONGEST = 22
/** Far more than any wave rises above its surroundings. */
const OUT = 100

/** Bins across a spectrum; the other half mirrors them. */
const HALF = SIDE / 2 + 1
/** Pairs of pixels of a line: two real numbers are transformed as one complex number. */
const PAIRS = SIDE / 2

const window = Float64Array.from({ length: SIDE }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / SIDE))

/** Analyses the spectrum of a cut's detail, relative to its light. */
export function findLattice(cut: Picture): Peaks {
  const [light, red, blue] = tonesOf(cut)
  const usual = boxMeans(light, SIDE, FINE)
  const peakOf = (tone: Float64Array, means: Float64Array, scale: number, out: Uint8Array) =>
    highestPeak(powersOf(deviationsOf(tone, means, usual, scale)), out)
  return [
    peakOf(light, usual, LIGHT, leftOut.light),
    peakOf(red, boxMeans(red, SIDE, FINE), COLOUR, leftOut.colour),
    peakOf(blue, boxMeans(blue, SIDE, FINE), COLOUR, leftOut.colour),
  ]
}

/** Light, red against green and blue against green. Each column is stored as a line. */
function tonesOf({ data }: Picture): [light: Float64Array, red: Float64Array, blue: Float64Array] {
  const light = new Float64Array(SIDE * SIDE)
  const red = new Float64Array(SIDE * SIDE)
  const blue = new Float64Array(SIDE * SIDE)
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let to = y; to < SIDE * SIDE; to += SIDE, at += 3) {
      const green = data[at + 1] as number
      light[to] = (data[at] as number) + green + (data[at + 2] as number)
      red[to] = (data[at] as number) - green
      blue[to] = (data[at + 2] as number) - green
    }
  }
  return [light, red, blue]
}

/**
 * How far a tone deviates from its local means, as a share of the light, times the window. Pairs of one line are the
 * real and the imaginary part.
 */
function deviationsOf(tone: Float64Array, means: Float64Array, light: Float64Array, scale: number): Complex {
  const shares = complexOf(SIDE * PAIRS)
  const shareAt = (at: number): number => {
    const share = (((tone[at] as number) - (means[at] as number)) * scale) / ((light[at] as number) * LIGHT + DARKEST)
    return Math.min(FURTHEST, Math.max(-FURTHEST, share))
  }
  for (let line = 0, at = 0, to = 0; line < SIDE; line++) {
    const own = window[line] as number
    for (let y = 0; y < SIDE; y += 2, at += 2, to++) {
      shares.re[to] = shareAt(at) * (window[y] as number) * own
      shares.im[to] = shareAt(at + 1) * (window[y + 1] as number) * own
    }
  }
  return shares
}

const work = complexOf(SIDE * HALF)
const spectrum = complexOf(SIDE * HALF)

/** The power spectrum: lines from the shortest wave up to the shortest down, each from zero to the shortest. */
function powersOf(shares: Complex): Float64Array {
  transformColumns(shares, work, PAIRS)
  separate(shares)
  transformColumns(spectrum, work, HALF)
  const powers = new Float64Array(SIDE * HALF)
  const middle = (SIDE / 2) * HALF
  for (let at = 0; at < powers.length; at++) {
    const re = spectrum.re[at] as number
    const im = spectrum.im[at] as number
    powers[at < middle ? at + middle : at - middle] = (re * re + im * im) / 4
  }
  return powers
}

/** Separates what was transformed as real and imaginary part into two lines of the spectrum, at twice the amplitude. */
function separate({ re, im }: Complex): void {
  for (let frequency = 0; frequency < HALF; frequency++) {
    let back = ((SIDE - frequency) % SIDE) * PAIRS
    let to = frequency
    for (let at = frequency * PAIRS; at < (frequency + 1) * PAIRS; at++, back++, to += 2 * HALF) {
      spectrum.re[to] = (re[at] as number) + (re[back] as number)
      spectrum.im[to] = (im[at] as number) - (im[back] as number)
      spectrum.re[to + HALF] = (im[at] as number) + (im[back] as number)
      spectrum.im[to + HALF] = (re[back] as number) - (re[at] as number)
    }
  }
}

function highestPeak(powers: Float64Array, out: Uint8Array): number {
  const levels = boxMeans(powers, HALF, OWN)
  for (let at = 0; at < levels.length; at++) levels[at] = Math.log((levels[at] as number) + LEAST_POWER)
  const usual = boxMeans(levels, HALF, AROUND)
  let highest = Number.NEGATIVE_INFINITY
  for (let at = 0; at < levels.length; at++) {
    const peak = (levels[at] as number) - (usual[at] as number) - (out[at] as number)
    if (peak > highest) highest = peak
  }
  return highest
}

/** The mean of the square of this side around each place; beyond the edges the edge values are repeated. */
function boxMeans(values: Float64Array, width: number, side: number): Float64Array {
  const reach = side >> 1
  const lineAt = (y: number): number => Math.max(0, Math.min(values.length / width - 1, y)) * width
  const sums = new Float64Array(width)
  for (let y = -reach; y <= reach; y++) {
    for (let x = 0, at = lineAt(y); x < width; x++, at++) sums[x] = (sums[x] as number) + (values[at] as number)
  }
  const means = new Float64Array(values.length)
  for (let y = 0; y * width < values.length; y++) {
    meanAlong(sums, means, y * width, reach)
    moveOn(sums, values, lineAt(y + reach + 1), lineAt(y - reach))
  }
  return means
}

function moveOn(sums: Float64Array, values: Float64Array, enter: number, leave: number): void {
  for (let x = 0; x < sums.length; x++)
    sums[x] = (sums[x] as number) + (values[enter + x] as number) - (values[leave + x] as number)
}

function meanAlong(sums: Float64Array, means: Float64Array, to: number, reach: number): void {
  const last = sums.length - 1
  const scale = 1 / (2 * reach + 1) ** 2
  let sum = (reach + 1) * (sums[0] as number)
  for (let x = 1; x <= reach; x++) sum += sums[x] as number
  for (let x = 0; x <= last; x++) {
    means[to + x] = sum * scale
    sum += (sums[x + reach < last ? x + reach + 1 : last] as number) - (sums[x > reach ? x - reach : 0] as number)
  }
}

const leftOut = placesLeftOut()

/**
 * The frequencies that are left out: long waves, the blocks of compression and, in light, anything vertical or
 * horizontal, such as the edges of objects.
 */
function placesLeftOut(): { light: Uint8Array; colour: Uint8Array } {
  const step = 1.5 / SIDE
  const light = new Uint8Array(SIDE * HALF)
  const colour = new Uint8Array(SIDE * HALF)
  for (let at = 0; at < light.length; at++) {
    const [down, across] = [Math.abs(Math.floor(at / HALF) - SIDE / 2) / SIDE, (at % HALF) / SIDE]
    const length = Math.hypot(across, down)
    const isBlock = [1, 2, 3, 4].some(
      (k) => (Math.abs(across - k / 8) < step && down < step) || (Math.abs(down - k / 8) < step && across < step),
    )
    const isOut = length <= 1 / LONGEST || length >= 0.5 || isBlock
    const isStraight = across <= 2 / SIDE || down <= 2 / SIDE
    light[at] = isOut || isStraight ? OUT : 0
    colour[at] = isOut ? OUT : 0
  }
  return { light, colour }
}
