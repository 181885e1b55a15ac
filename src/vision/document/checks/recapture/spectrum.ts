/** The number of lines, and of values in a line, that are transformed: 3 · 4 · 4 · 4. */
export const SIDE = 192

/** Complex numbers, line by line. */
export interface Complex {
  re: Float64Array
  im: Float64Array
}

export const complexOf = (count: number): Complex => ({ re: new Float64Array(count), im: new Float64Array(count) })

/** The Fourier transform down each column of SIDE lines, in place; `work` is a buffer of the same size. */
export function transformColumns(values: Complex, work: Complex, columns: number): void {
  for (let i = 0; i < SIDE / 3; i++) addThirds(values, work, i, columns)
  addQuarters(work, values, 16, columns)
  addQuarters(values, work, 4, columns)
  addQuarters(work, values, 1, columns)
}

const turns = Array.from({ length: SIDE }, (_, i) => (-2 * Math.PI * i) / SIDE)
const cosines = Float64Array.from(turns, Math.cos)
const sines = Float64Array.from(turns, Math.sin)
const HALF_ROOT_OF_THREE = Math.sqrt(3) / 2

/**
 * A radix-3 step on a line and those one third and two thirds further on. Arrays of numbers in these loops would take
 * three times as long.
 */
function addThirds({ re, im }: Complex, to: Complex, line: number, columns: number): void {
  const c1 = cosines[line] as number
  const s1 = sines[line] as number
  const c2 = cosines[2 * line] as number
  const s2 = sines[2 * line] as number
  const second = (SIDE / 3) * columns
  const third = 2 * second
  for (let at = line * columns, into = 3 * at, end = at + columns; at < end; at++, into++) {
    const sumRe = (re[at + second] as number) + (re[at + third] as number)
    const sumIm = (im[at + second] as number) + (im[at + third] as number)
    const apartRe = HALF_ROOT_OF_THREE * ((re[at + second] as number) - (re[at + third] as number))
    const apartIm = HALF_ROOT_OF_THREE * ((im[at + second] as number) - (im[at + third] as number))
    const middleRe = (re[at] as number) - sumRe / 2
    const middleIm = (im[at] as number) - sumIm / 2
    to.re[into] = (re[at] as number) + sumRe
    to.im[into] = (im[at] as number) + sumIm
    putTurned(to, into + columns, middleRe + apartIm, middleIm - apartRe, c1, s1)
    putTurned(to, into + 2 * columns, middleRe - apartIm, middleIm + apartRe, c2, s2)
  }
}

function addQuarters(from: Complex, to: Complex, groups: number, columns: number): void {
  const size = SIDE / 4 / groups
  for (let group = 0; group < groups; group++) {
    for (let i = 0; i < size; i++) addQuarter(from, to, { group, size, i }, columns)
  }
}

interface Place {
  group: number
  /** Lines of a group. */
  size: number
  /** The index of the line within its group. */
  i: number
}

/** A radix-4 step on a line and those one, two and three quarters further on. */
function addQuarter({ re, im }: Complex, to: Complex, { group, size, i }: Place, columns: number): void {
  const turn = group * size
  const c1 = cosines[turn] as number
  const s1 = sines[turn] as number
  const c2 = cosines[2 * turn] as number
  const s2 = sines[2 * turn] as number
  const c3 = cosines[3 * turn] as number
  const s3 = sines[3 * turn] as number
  const second = (SIDE / 4) * columns
  const third = 2 * second
  const fourth = 3 * second
  const next = size * columns
  const start = (group * size + i) * columns
  for (let at = start, into = (4 * group * size + i) * columns; at < start + columns; at++, into++) {
    const evenRe = (re[at] as number) + (re[at + third] as number)
    const evenIm = (im[at] as number) + (im[at + third] as number)
    const oddRe = (re[at + second] as number) + (re[at + fourth] as number)
    const oddIm = (im[at + second] as number) + (im[at + fourth] as number)
    const leftRe = (re[at] as number) - (re[at + third] as number)
    const leftIm = (im[at] as number) - (im[at + third] as number)
    const rightRe = (re[at + second] as number) - (re[at + fourth] as number)
    const rightIm = (im[at + second] as number) - (im[at + fourth] as number)
    to.re[into] = evenRe + oddRe
    to.im[into] = evenIm + oddIm
    putTurned(to, into + next, leftRe + rightIm, leftIm - rightRe, c1, s1)
    putTurned(to, into + 2 * next, evenRe - oddRe, evenIm - oddIm, c2, s2)
    putTurned(to, into + 3 * next, leftRe - rightIm, leftIm + rightRe, c3, s3)
  }
}

function putTurned(to: Complex, at: number, re: number, im: number, cosine: number, sine: number): void {
  to.re[at] = re * cosine - im * sine
  to.im[at] = re * sine + im * cosine
}
