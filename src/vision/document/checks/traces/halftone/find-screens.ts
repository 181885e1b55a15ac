import type { Picture } from '../../../../picture/picture.ts'
import { COARSEST_SCREEN, WEAKEST_SCREEN } from '../limits.ts'

/** One of the gratings that a halftone is made of. */
export interface Screen {
  /** In cycles per pixel, across and down. */
  across: number
  down: number
  /** How far it rises above its neighbours in the spectrum: the logarithm of the power. */
  strength: number
}

/** Tiles across and down the page. */
const [ACROSS, DOWN] = [4, 2]
/** This share of the shorter side is left out on every side: the edge of the page has patterns of its own. */
const MARGIN = 0.08
/** Cells of the spectrum around a peak that belong to it. */
const REACH = 4
const MOST = 6
/** Half the side of the neighbourhood that a peak is measured against, in cells of the spectrum. */
const NEAR = 5

/** Numbers in a row of the square, and rows in it. */
export const TILE = 128

const turns = Array.from({ length: TILE / 2 }, (_, i) => (2 * Math.PI * i) / TILE)
const cosines = Float64Array.from(turns, (turn) => Math.cos(turn))
const sines = Float64Array.from(turns, (turn) => -Math.sin(turn))

/** The bit-reversed position of each row, for the Fourier transform. */
const bitReversed = Uint16Array.from({ length: TILE }, (_, i) =>
  Number.parseInt([...i.toString(2).padStart(Math.log2(TILE), '0')].reverse().join(''), 2),
)

/**
 * A Fourier transform in place, for a square of TILE × TILE complex numbers, row by row; frequencies in the usual
 * order. The square is transposed twice and transformed down its columns, all columns at once.
 */
export function transformSquare(re: Float32Array, im: Float32Array): void {
  const real = new Float32Array(TILE * TILE)
  const imaginary = new Float32Array(TILE * TILE)
  for (let round = 0; round < 2; round++) {
    transpose(re, real)
    transpose(im, imaginary)
    for (let half = 1, turn = TILE >> 1; half < TILE; half *= 2, turn >>= 1) {
      for (let start = 0; start < TILE; start += 2 * half) {
        for (let k = 0; k < half; k++) butterfly(real, imaginary, start + k, half, k * turn)
      }
    }
    re.set(real)
    im.set(imaginary)
  }
}

/**
 * A butterfly: a row and the one `apart` from it become their sum and difference; the second one is multiplied by the
 * twiddle factor first.
 */
function butterfly(re: Float32Array, im: Float32Array, row: number, apart: number, turn: number): void {
  const cosine = cosines[turn] as number
  const sine = sines[turn] as number
  for (let one = row * TILE, other = one + apart * TILE, end = one + TILE; one < end; one++, other++) {
    const a = re[other] as number
    const b = im[other] as number
    const x = a * cosine - b * sine
    const y = a * sine + b * cosine
    re[other] = (re[one] as number) - x
    im[other] = (im[one] as number) - y
    re[one] = (re[one] as number) + x
    im[one] = (im[one] as number) + y
  }
}

function transpose(from: Float32Array, into: Float32Array): void {
  for (let column = 0; column < TILE; column++) {
    const to = (bitReversed[column] as number) * TILE
    for (let row = 0; row < TILE; row++) into[to + row] = from[row * TILE + column] as number
  }
}

const hann = Float64Array.from({ length: TILE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (TILE - 1)))

/** The gratings of the print in this part of the photo, strongest first; empty if the part is too small. */
export function findScreens(photo: Picture, part: PhotoPart): Screen[] {
  const margin = Math.round(MARGIN * Math.min(part.width, part.height))
  const [freeX, freeY] = [part.width - TILE - 2 * margin, part.height - TILE - 2 * margin]
  if (freeX <= 0 || freeY <= 0) return []
  const powers = new Float64Array(TILE * TILE).fill(1)
  const places = Array.from({ length: ACROSS * DOWN }, (_, i) => ({
    x: part.x + margin + Math.floor((freeX * (i % ACROSS)) / (ACROSS - 1)),
    y: part.y + margin + Math.floor((freeY * (0.5 + Math.floor(i / ACROSS))) / DOWN),
  }))
  for (let i = 0; i < places.length; i += 2) {
    multiplyPowers(powers, readTile(photo, places[i] as PhotoPart), readTile(photo, places[i + 1] as PhotoPart))
  }
  return peaksOf(excess(logarithmsOf(powers, places.length)))
}

function readTile(photo: Picture, { x, y }: { x: number; y: number }): Float32Array {
  const tile = new Float32Array(TILE * TILE)
  const row = new Float32Array(TILE)
  for (let j = 0, at = 0; j < TILE; j++) {
    readDetail(photo, x, y + j, row)
    for (let i = 0; i < TILE; i++, at++) tile[at] = (row[i] as number) * (hann[i] as number) * (hann[j] as number)
  }
  return tile
}

/** Multiplies in the power spectra of two tiles, in one transform: one tile is the real part, one the imaginary. */
function multiplyPowers(powers: Float64Array, re: Float32Array, im: Float32Array): void {
  transformSquare(re, im)
  for (let v = 0; v <= TILE / 2; v++) {
    const opposite = ((TILE - v) % TILE) * TILE
    for (let u = 0; u < TILE; u++) {
      const at = v * TILE + u
      const other = opposite + ((TILE - u) % TILE)
      const evenRe = (re[at] as number) + (re[other] as number)
      const evenIm = (im[at] as number) - (im[other] as number)
      const oddRe = (im[at] as number) + (im[other] as number)
      const oddIm = (re[other] as number) - (re[at] as number)
      const even = (evenRe * evenRe + evenIm * evenIm) / 4 + 1e-3
      const odd = (oddRe * oddRe + oddIm * oddIm) / 4 + 1e-3
      powers[at] = (powers[at] as number) * even * odd
    }
  }
}

/** The mean of the logarithms of this many powers, multiplied in the upper half; the lower half mirrors it. */
function logarithmsOf(powers: Float64Array, count: number): Float64Array {
  const means = new Float64Array(powers.length)
  for (let v = 0, at = 0; v <= TILE / 2; v++) {
    const opposite = ((TILE - v) % TILE) * TILE
    for (let u = 0; u < TILE; u++, at++) {
      const mean = Math.log(powers[at] as number) / count
      means[at] = mean
      means[opposite + ((TILE - u) % TILE)] = mean
    }
  }
  return means
}

/** How far each cell rises above its neighbours, not counting those directly next to it. */
function excess(powers: Float64Array): Float64Array {
  const wide = boxSums(powers, NEAR)
  const close = boxSums(powers, 1)
  const others = (2 * NEAR + 1) ** 2 - 9
  const above = new Float64Array(powers.length)
  for (let i = 0; i < above.length; i++) {
    above[i] = (powers[i] as number) - ((wide[i] as number) - (close[i] as number)) / others
  }
  return above
}

/** The sum of the square around each cell; the spectrum wraps around at its sides. */
function boxSums(values: Float64Array, reach: number): Float64Array {
  const along = new Float64Array(values.length)
  const sums = new Float64Array(values.length)
  for (let line = 0; line < TILE; line++) slideAlong(values, along, line * TILE, 1, reach)
  for (let line = 0; line < TILE; line++) slideAlong(along, sums, line, TILE, reach)
  return sums
}

/** The sliding sums over one line of the square, which wraps around at its ends. */
function slideAlong(from: Float64Array, into: Float64Array, start: number, step: number, reach: number): void {
  const last = TILE - 1
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += from[start + (i & last) * step] as number
  for (let i = 0, at = start; i < TILE; i++, at += step) {
    into[at] = sum
    const next = from[start + ((i + reach + 1) & last) * step] as number
    sum += next - (from[start + ((i - reach) & last) * step] as number)
  }
}

function peaksOf(above: Float64Array): Screen[] {
  const signed = (i: number) => (i < TILE / 2 ? i : i - TILE)
  const candidates: { u: number; v: number; strength: number }[] = []
  for (let v = 0; v <= TILE / 2; v++) {
    for (let u = 0; u < TILE; u++) {
      const strength = above[v * TILE + u] as number
      const isMirrored = v === 0 && signed(u) < 0
      if (strength >= WEAKEST_SCREEN && !isMirrored && Math.hypot(signed(u), v) >= COARSEST_SCREEN * TILE) {
        candidates.push({ u: signed(u), v, strength })
      }
    }
  }
  const found: typeof candidates = []
  for (const each of candidates.toSorted((a, b) => b.strength - a.strength)) {
    if (found.length === MOST) break
    if (found.every(({ u, v }) => !isNear(each, { u, v }) && !isNear(each, { u: -u, v: -v }))) found.push(each)
  }
  return found.map(({ u, v, strength }) => ({ across: u / TILE, down: v / TILE, strength }))
}

/** Whether two frequencies are close, on a spectrum that wraps around at its sides. */
function isNear(a: { u: number; v: number }, b: { u: number; v: number }): boolean {
  const apart = (x: number, y: number) => Math.abs(x - y - TILE * Math.round((x - y) / TILE))
  return Math.hypot(apart(a.u, b.u), apart(a.v, b.v)) < REACH
}

/** A part of a photo in whole pixels, at least one pixel away from the photo's edge. */
export interface PhotoPart {
  x: number
  y: number
  width: number
  height: number
}

/**
 * One row of fine detail in green: four times each pixel less its four neighbours (the Laplacian). It removes light and
 * colour and keeps the dots of a print without changing their phase.
 */
export function readDetail({ data, width }: Picture, x: number, y: number, into: Float32Array): void {
  const down = 3 * width
  for (let i = 0, at = (y * width + x) * 3 + 1; i < into.length; i++, at += 3) {
    into[i] =
      4 * (data[at] as number) -
      (data[at - 3] as number) -
      (data[at + 3] as number) -
      (data[at - down] as number) -
      (data[at + down] as number)
  }
}
