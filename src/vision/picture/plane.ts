/** Marks places beyond the picture's edge among whole numbers −127…127. */
export const NOTHING = -128

/** A square of numbers, row by row; `known` is 1 inside the picture and 0 beyond its edge, where values are 0. */
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

/** Box blur over the known places. `reach` 1 is three by three; several passes approximate a round kernel. */
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

/** Half the size: a place is known if all four of its source places are. */
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

/** Running sums over `reach` places on both sides, along rows (step 1) or columns (step `side`). */
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

/**
 * The correlation −1…1 of a square part where both are known; undefined if that is less than the share `least` of it.
 */
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

/** A quarter of the side, with half overlapping: an eye and its brow, a mouth, a lock of hair. */
const BLOCK = 0.25
/** If too little of a block is known, it is alike by chance. */
const MIN_BLOCK = 0.6

/**
 * The correlation of each block of two planes whose centre, in shares of the side, is wanted; undefined if too little
 * is known.
 */
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

/**
 * Where a place of one plane is in the other, both measured from the centre in shares of the side: x' = x + a·x + b·y +
 * c, y' = y + d·x + e·y + f. All zeros mean no change.
 */
export type Shift = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export const NO_SHIFT: Shift = [0, 0, 0, 0, 0, 0]

/**
 * Points of a face vary by a few hundredths of its size; a larger difference means another picture that is bent to fit.
 */
const MOST_TURN = 0.3
const MOST_MOVE = 0.15
/** Steps shorter than a fiftieth of a pixel change nothing. */
const SHORT = 0.02
/** Half the width and height of the head, as shares of the side. */
const HEAD = { width: 0.38, height: 0.44 }

/**
 * Rotates, stretches and moves `moved` until it agrees best with `fixed`, by Gauss-Newton on the normalised difference.
 */
export function alignPlanes(fixed: Plane, moved: Plane, start: Shift, rounds: number): Shift {
  const { side } = fixed
  let shift = start
  for (let round = 0; round < rounds; round++) {
    const step = stepFor(fixed, shiftPlane(moved, shift))
    if (!step) return shift
    shift = shift.map((value, i) => {
      const most = i === 2 || i === 5 ? MOST_MOVE : MOST_TURN
      return Math.max(-most, Math.min(most, value + (step[i] as number)))
    }) as unknown as Shift
    if (step.every((value) => Math.abs(value) * side < SHORT)) break
  }
  return shift
}

/** The contents of the plane at the places that the shift leads to. */
export function shiftPlane({ side, values, known }: Plane, [a, b, c, d, e, f]: Shift): Plane {
  const shown: Plane = { side, values: new Float32Array(side * side), known: new Float32Array(side * side) }
  const middle = (side - 1) / 2
  for (let y = 0, at = 0; y < side; y++) {
    for (let x = 0; x < side; x++, at++) {
      const u = x - middle
      const v = y - middle
      const px = x + a * u + b * v + c * side
      const py = y + d * u + e * v + f * side
      if (!(px >= 0 && py >= 0 && px < side - 1 && py < side - 1)) continue
      const from = (py | 0) * side + (px | 0)
      if (!(known[from] && known[from + 1] && known[from + side] && known[from + side + 1])) continue
      const wx = px - (px | 0)
      const wy = py - (py | 0)
      const upper = (values[from] as number) * (1 - wx) + (values[from + 1] as number) * wx
      const lower = (values[from + side] as number) * (1 - wx) + (values[from + side + 1] as number) * wx
      shown.values[at] = upper * (1 - wy) + lower * wy
      shown.known[at] = 1
    }
  }
  return shown
}

/** The step that brings both closer, or undefined if too little is visible. */
function stepFor(fixed: Plane, shown: Plane): number[] | undefined {
  const { side } = fixed
  const weights = weightsOf(fixed, shown)
  const first = evened(fixed, weights)
  const second = evened(shown, weights)
  if (!first || !second) return undefined
  const normal = Array.from({ length: 6 }, () => new Float64Array(7))
  const middle = (side - 1) / 2
  const slopes = new Float64Array(7)
  for (let y = 1; y < side - 1; y++) {
    for (let x = 1, at = y * side + 1; x < side - 1; x++, at++) {
      const weight = weights[at] as number
      if (!weight) continue
      // In shares of the side, so that shifts work at every size.
      const gx = (((second[at + 1] as number) - (second[at - 1] as number)) / 2) * side
      const gy = (((second[at + side] as number) - (second[at - side] as number)) / 2) * side
      const u = (x - middle) / side
      const v = (y - middle) / side
      slopes[0] = gx * u
      slopes[1] = gx * v
      slopes[2] = gx
      slopes[3] = gy * u
      slopes[4] = gy * v
      slopes[5] = gy
      slopes[6] = (first[at] as number) - (second[at] as number)
      for (let i = 0; i < 6; i++) {
        const row = normal[i] as Float64Array
        const part = weight * (slopes[i] as number)
        for (let j = i; j < 7; j++) row[j] = (row[j] as number) + part * (slopes[j] as number)
      }
    }
  }
  return solve(normal)
}

/** The centre of the face counts most, its surroundings less; only where both, and their neighbours, are known. */
function weightsOf(fixed: Plane, { known }: Plane): Float32Array {
  const { side } = fixed
  const weights = new Float32Array(side * side)
  for (let y = 1; y < side - 1; y++) {
    const v = ((y / (side - 1) - 0.5) / HEAD.height) ** 4
    for (let x = 1, at = y * side + 1; x < side - 1; x++, at++) {
      if (!(fixed.known[at] && known[at])) continue
      if (!(known[at - 1] && known[at + 1] && known[at - side] && known[at + side])) continue
      const u = ((x / (side - 1) - 0.5) / HEAD.width) ** 2
      weights[at] = 1 / (1 + u * u + v)
    }
  }
  return weights
}

/** Normalised to mean 0 and length 1 under the weights. */
function evened({ values }: Plane, weights: Float32Array): Float32Array | undefined {
  let sum = 0
  let total = 0
  for (let at = 0; at < weights.length; at++) {
    sum += (weights[at] as number) * (values[at] as number)
    total += weights[at] as number
  }
  const mean = sum / total
  let squares = 0
  for (let at = 0; at < weights.length; at++) squares += (weights[at] as number) * ((values[at] as number) - mean) ** 2
  if (!(squares > 0)) return undefined
  const length = Math.sqrt(squares)
  return values.map((value) => (value - mean) / length)
}

/** A small value is added to the diagonal, so that undetermined parameters stay bounded. */
const DAMPING = 0.01

/** Solves a symmetric system whose upper half is given; each row ends with its right-hand side. */
function solve(rows: Float64Array[]): number[] | undefined {
  const at = (i: number, j: number) => (rows[i] as Float64Array)[j] as number
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < i; j++) (rows[i] as Float64Array)[j] = at(j, i)
  }
  for (let i = 0; i < 6; i++) (rows[i] as Float64Array)[i] = at(i, i) * (1 + DAMPING)
  for (let column = 0; column < 6; column++) {
    if (!(at(column, column) > 1e-12)) return undefined
    for (let i = 0; i < 6; i++) {
      if (i === column) continue
      const factor = at(i, column) / at(column, column)
      for (let j = column; j < 7; j++) (rows[i] as Float64Array)[j] = at(i, j) - factor * at(column, j)
    }
  }
  return rows.map((_, i) => at(i, 6) / at(i, i))
}
