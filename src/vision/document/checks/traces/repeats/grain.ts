import { solve } from '../../../../picture/matrix.ts'
import type { Strip } from './strip.ts'

/** A pixel is predicted from those within this number of pixels. */
const REACH = 4
/** The number of pixels of the page from which the prediction is learned. */
const SAMPLED = 5000
/** This number of neighbours, counting each with the one opposite, is enough. */
const MOST_NEIGHBOURS = 14
/** The variance in squared grey levels from rounding and the like; doubled, since opposite neighbours are added up. */
const FLOOR = 4

interface Neighbour {
  dx: number
  dy: number
}

/** Half of the neighbours of a pixel; the others lie opposite. */
const NEIGHBOURS: readonly Neighbour[] = Array.from({ length: REACH + 1 }, (_, dy) =>
  Array.from({ length: 2 * REACH + 1 }, (_, column) => ({ dx: column - REACH, dy })),
)
  .flat()
  .filter(({ dx, dy }) => dy > 0 || dx > 0)

/**
 * The fine detail of each strip that cannot be predicted from the surrounding pixels. Print dots, lines and the
 * softness of the lens are alike all over a page; the residual is the noise of the paper and the camera, which no two
 * places share.
 */
export function grainOf(strips: readonly Strip[]): Float32Array[] {
  const agree = selfAgreement(strips)
  const all = solved(NEIGHBOURS, agree)
  const strongest = NEIGHBOURS.map((neighbour, i) => ({ neighbour, weight: Math.abs(all[i] as number) }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MOST_NEIGHBOURS)
    .map(({ neighbour }) => neighbour)
  const weights = solved(strongest, agree)
  return strips.map((strip) => softened(unexpected(strip, strongest, weights), strip))
}

function unexpected(
  { detail, ground, width, height }: Strip,
  neighbours: readonly Neighbour[],
  weights: readonly number[],
): Float32Array {
  const rest = new Float32Array(detail.length)
  const steps = Int32Array.from(neighbours, ({ dx, dy }) => dy * width + dx)
  const shares = Float64Array.from(weights)
  const [first, last] = [REACH * (width + 1), (height - REACH) * width - REACH]
  for (let i = first; i < last; i++) {
    if (!ground[i]) continue
    let value = detail[i] as number
    for (let k = 0; k < steps.length; k++) {
      const step = steps[k] as number
      value -= (shares[k] as number) * ((detail[i + step] as number) + (detail[i - step] as number))
    }
    rest[i] = value
  }
  return rest
}

/** Each background pixel with its neighbours, weighted 1 2 1 across and down: places match to the nearest pixel. */
function softened(values: Float32Array, { width, height, ground }: Strip): Float32Array {
  const soft = new Float32Array(values.length)
  for (let i = width + 1, last = width * (height - 1) - 1; i < last; i++) {
    if (!ground[i]) continue
    const [up, down] = [i - width, i + width]
    soft[i] =
      ((values[up - 1] as number) +
        (values[up + 1] as number) +
        (values[down - 1] as number) +
        (values[down + 1] as number) +
        2 *
          ((values[up] as number) + (values[down] as number) + (values[i - 1] as number) + (values[i + 1] as number)) +
        4 * (values[i] as number)) /
      16
  }
  return soft
}

type Agreement = (dx: number, dy: number) => number

/** The autocorrelation of the page's detail: its mean product with itself, shifted by some pixels. */
function selfAgreement(strips: readonly Strip[]): Agreement {
  const far = 2 * REACH
  const wide = 2 * far + 1
  const sums = new Float64Array((far + 1) * wide)
  const pixels = strips.reduce((total, { width, height }) => total + width * height, 0)
  const every = Math.max(1, Math.floor(pixels / (2 * SAMPLED)))
  let count = 0
  for (const { detail, ground, width, height } of strips) {
    for (let i = far, last = (height - far) * width - far; i < last; i += every) {
      if (!ground[i]) continue
      count++
      const value = detail[i] as number
      for (let dy = 0, to = 0; dy <= far; dy++) {
        for (let from = i + dy * width - far, end = from + wide; from < end; from++, to++) {
          sums[to] = (sums[to] as number) + value * (detail[from] as number)
        }
      }
    }
  }
  return (dx, dy) => (sums[dy < 0 ? -dy * wide + far - dx : dy * wide + far + dx] as number) / Math.max(1, count)
}

/** The weights of neighbours that leave the smallest residual, by least squares. */
function solved(neighbours: readonly Neighbour[], agree: Agreement): number[] {
  return solve(
    neighbours.map((p, k) => [
      ...neighbours.map(
        (q, l) => 2 * (agree(p.dx - q.dx, p.dy - q.dy) + agree(p.dx + q.dx, p.dy + q.dy)) + (k === l ? FLOOR : 0),
      ),
      2 * agree(p.dx, p.dy),
    ]),
  )
}
