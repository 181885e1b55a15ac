/** Stands in whole numbers −127…127 for what lies beyond the picture's edge. */
export const NOTHING = -128

/** A square of numbers, row by row; `known` is 1 where the picture reaches and 0 beyond its edge, where values are 0. */
export interface Plane {
  side: number
  values: Float32Array
  known: Float32Array
}

interface Square {
  x: number
  y: number
  size: number
}

/** The mean around each place, over those that are known. `reach` 1 is three by three; passes make it round. */
export function blur({ side, values, known }: Plane, reach: number, passes: number): Plane {
  let [sums, weights] = [values, known]
  for (let pass = 0; pass < passes; pass++) {
    sums = addUp(addUp(sums, side, reach, 1), side, reach, side)
    weights = addUp(addUp(weights, side, reach, 1), side, reach, side)
  }
  const means = new Float32Array(values.length)
  for (let at = 0; at < means.length; at++) if (known[at]) means[at] = (sums[at] as number) / (weights[at] as number)
  return { side, known, values: means }
}

/** Half the size: a place is known where all four of its own were. */
export function halve({ side, values, known }: Plane): Plane {
  const half = side >> 1
  const small: Plane = { side: half, values: new Float32Array(half * half), known: new Float32Array(half * half) }
  for (let at = 0; at < half * half; at++) {
    const from = 2 * Math.floor(at / half) * side + 2 * (at % half)
    const under = from + side
    if (!(known[from] && known[from + 1] && known[under] && known[under + 1])) continue
    small.known[at] = 1
    const upper = (values[from] as number) + (values[from + 1] as number)
    small.values[at] = (upper + (values[under] as number) + (values[under + 1] as number)) / 4
  }
  return small
}

export function mirror({ side, values, known }: Plane): Plane {
  const flip = (row: Float32Array) => row.map((_, at) => row[at - (at % side) + (side - 1 - (at % side))] as number)
  return { side, values: flip(values), known: flip(known) }
}

/** The sums over `reach` to both sides along rows (step 1) or columns (step `side`), by a running sum. */
function addUp(values: Float32Array, side: number, reach: number, step: number): Float32Array {
  const sums = new Float32Array(values.length)
  for (let line = 0; line < side; line++) {
    const start = step === 1 ? line * side : line
    let sum = 0
    for (let i = 0; i < side + reach; i++) {
      if (i < side) sum += values[start + i * step] as number
      if (i > 2 * reach) sum -= values[start + (i - 2 * reach - 1) * step] as number
      if (i >= reach) sums[start + (i - reach) * step] = sum
    }
  }
  return sums
}

/** Correlation −1…1 of a square part where both are known; undefined when that is less than the share `least` of it. */
export function correlationOf(a: Plane, b: Plane, { x, y, size }: Square, least: number): number | undefined {
  let [n, sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0, 0]
  for (let row = y; row < y + size; row++) {
    for (let at = row * a.side + x, end = at + size; at < end; at++) {
      if (!(a.known[at] && b.known[at])) continue
      const p = a.values[at] as number
      const q = b.values[at] as number
      n++
      sumA += p
      sumB += q
      squaresA += p * p
      squaresB += q * q
      products += p * q
    }
  }
  if (n < least * size * size) return undefined
  const spread = (squaresA - (sumA * sumA) / n) * (squaresB - (sumB * sumB) / n)
  return spread > 0 ? (products - (sumA * sumB) / n) / Math.sqrt(spread) : 0
}

/** A quarter of the side, half overlapping: an eye and its brow, a mouth, a lock. */
const BLOCK = 0.25
/** Too small a part of a block is alike by chance. */
const MIN_BLOCK = 0.6

/** The correlation of each block of two planes whose middle, in shares of the side, is wanted; undefined where too little is known. */
export function correlateBlocks(
  a: Plane,
  b: Plane,
  isWanted: (x: number, y: number) => boolean = () => true,
): (number | undefined)[] {
  const size = Math.round(a.side * BLOCK)
  const found: (number | undefined)[] = []
  for (let y = 0; y + size <= a.side; y += size >> 1) {
    for (let x = 0; x + size <= a.side; x += size >> 1) {
      if (!isWanted((x + size / 2) / a.side, (y + size / 2) / a.side)) continue
      found.push(correlationOf(a, b, { x, y, size }, MIN_BLOCK))
    }
  }
  return found
}
