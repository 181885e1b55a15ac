import type { Area } from '../../../vision/picture/quality/measures.ts'
import { NET_SIDE } from '../guidance/cut-frame.ts'
import { isConvex, type Point, type Quad, type Sides } from '../guidance/find-sides.ts'
import { readAttention } from './attention.ts'
import { openArena, type Plane } from './kernels.ts'
import { mix, readBlock, readDense, readJoin, readMixing, takeMixing } from './layers.ts'
import { openWeights } from './weights-file.ts'

/** The net's output, as on the server: positions as fractions of its input, clockwise. */
export interface CornerAnswer extends Places {
  /** 0..1: a document is visible. */
  present: number
  /** 0..1: all its corners are visible. */
  whole: number
}

/** NET_SIDE × NET_SIDE pixels of four bytes (red, green, blue, unused) → the net's output. */
export type CornerNet = (picture: Uint8ClampedArray) => CornerAnswer

/** Cells of the heat map beyond the picture on every side: a corner just outside can be found. */
const EDGE = NET_SIDE / 40
/** The size of the weights, the planes and the rows, with some reserve. */
const MEMORY = 24 * 2 ** 20

/** Loads the net from its file. Throws if the browser has no WebAssembly with SIMD. */
export function openCornerNet(weights: ArrayBuffer): CornerNet {
  const file = openWeights(weights)
  const arena = openArena({ fused: file.code(), plain: file.code() }, MEMORY)
  const block = (side: number, inside: number, outside: number, more: { step?: 2; widen?: number; side?: 5 } = {}) =>
    readBlock(arena, file, side, side, { inside, outside, ...more })

  const first = takeMixing(arena, 27, 16, file.halves(27 * 16), file.floats(16))
  const patches = arena.piece((NET_SIDE / 2) * first.inputs)
  const start = arena.plane(NET_SIDE / 2, NET_SIDE / 2, 16)
  const half = [block(160, 16, 16, { widen: 2 })]
  const quarter = [block(160, 16, 24, { step: 2 }), block(80, 24, 24)]
  const eighth = [block(80, 24, 40, { step: 2 }), block(40, 40, 40), block(40, 40, 40, { side: 5 })]
  const sixteenth = [block(40, 40, 96, { step: 2 }), block(20, 96, 96), block(20, 96, 96, { side: 5 })]
  const deep = [
    block(20, 96, 160, { step: 2, side: 5 }),
    readAttention(arena, file, 10, 160),
    block(10, 160, 160, { widen: 3 }),
    readAttention(arena, file, 10, 160),
  ]
  const up16 = { join: readJoin(arena, file, 20, 20, 160, 96, 80), block: block(20, 80, 80, { widen: 2, side: 5 }) }
  const up8 = { join: readJoin(arena, file, 40, 40, 80, 40, 48), block: block(40, 48, 48, { widen: 2 }) }
  const up4 = { join: readJoin(arena, file, 80, 80, 48, 24, 32), block: block(80, 32, 32, { widen: 2 }) }
  const cells = 80 + 2 * EDGE
  const field = arena.plane(cells, cells, 32)
  const warm = block(cells, 32, 32, { widen: 2 })
  const heat = { by: readMixing(arena, file, 32, 4), plane: arena.plane(cells, cells, 4) }
  const judge = [readDense(file, 192, 96), readDense(file, 96, 6)] as const
  const known = {
    fine: block(40, 40, 48, { step: 2, widen: 2, side: 5 }),
    middle: readJoin(arena, file, 20, 20, 48, 96, 80),
    blocks: [block(20, 80, 80, { widen: 2, side: 5 }), block(20, 80, 112, { step: 2, widen: 2 })],
    coarse: readJoin(arena, file, 10, 10, 112, 160, 128),
    last: block(10, 128, 128, { widen: 2 }),
    say: [readDense(file, 256, 96), readDense(file, 96, 1)] as const,
  }
  file.end()

  return (picture) => {
    for (let y = 0; y < start.height; y += 1) {
      cutPatches(picture, y, patches.data)
      mix(arena, patches.at, start.width, first, start.at + 4 * y * start.width * 16, true)
    }
    const pass = (blocks: ((plane: Plane) => Plane)[], plane: Plane) => blocks.reduce((from, each) => each(from), plane)
    const s4 = pass(quarter, pass(half, start))
    const s8 = pass(eighth, s4)
    const s16 = pass(sixteenth, s8)
    const s32 = pass(deep, s16)
    const u16 = up16.block(up16.join(s32, s16, true))
    const u8 = up8.block(up8.join(u16, s8, true))
    const u4 = up4.block(up4.join(u8, s4, true))
    for (let y = 0; y < u4.height; y += 1) {
      const row = u4.data.subarray(y * 80 * 32, (y + 1) * 80 * 32)
      field.data.set(row, ((y + EDGE) * cells + EDGE) * 32)
    }
    mix(arena, warm(field).at, cells * cells, heat.by, heat.plane.at, false)

    const [judgeFirst, judgeLast] = judge
    const verdict = judgeLast(judgeFirst([...meansOf(s32), ...meansOf(u4)], true), false)
    const seen = known.last(known.coarse(pass(known.blocks, known.middle(known.fine(s8), s16, false)), s32, false))
    const [sayFirst, sayLast] = known.say
    const presence = sayLast(sayFirst([...meansOf(seen), ...largestOf(seen)], true), false)
    return {
      ...placesIn(heat.plane),
      present: probability((verdict[0] as number) + (presence[0] as number)),
      whole: probability(verdict[1] as number),
    }
  }
}

const probability = (score: number) => 1 / (1 + Math.exp(-score))

/** The nine pixels around every second pixel of a row, color by color, normalized as in training: (x − 0.45) / 0.25. */
function cutPatches(picture: Uint8ClampedArray, y: number, into: Float32Array): void {
  const length = 28
  for (let x = 0; x < NET_SIDE / 2; x += 1)
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 3; column += 1) {
        const [fromX, fromY] = [2 * x + column - 1, 2 * y + row - 1]
        const isOutside = fromX < 0 || fromY < 0
        const from = (fromY * NET_SIDE + fromX) * 4
        const to = x * length + row * 3 + column
        for (let colour = 0; colour < 3; colour += 1)
          into[to + colour * 9] = isOutside ? 0 : ((picture[from + colour] as number) / 255 - 0.45) * 4
      }
}

function meansOf({ data, channels }: Plane): Float32Array {
  const sums = new Float32Array(channels)
  for (let at = 0; at < data.length; at += channels)
    for (let channel = 0; channel < channels; channel += 1)
      sums[channel] = (sums[channel] as number) + (data[at + channel] as number)
  return sums.map((sum) => (sum * channels) / data.length)
}

function largestOf({ data, channels }: Plane): Float32Array {
  const largest = new Float32Array(channels).fill(Number.NEGATIVE_INFINITY)
  for (let at = 0; at < data.length; at += channels)
    for (let channel = 0; channel < channels; channel += 1)
      largest[channel] = Math.max(largest[channel] as number, data[at + channel] as number)
  return largest
}

interface Places {
  /** x and y as fractions of the picture, possibly a little outside, clockwise. */
  corners: [x: number, y: number][]
  /** The fraction of each corner's heat that is at its peak. */
  sharpness: number[]
}

/** How much wider the heat map is than the picture, on every side. */
const BEYOND = 0.1
/** Cells around a peak that belong to it. */
const WINDOW = 3

/** The mean position around each map's peak, as in training. */
function placesIn({ width: cells, channels, data }: Plane): Places {
  const corners: [number, number][] = []
  const sharpness: number[] = []
  for (let map = 0; map < channels; map += 1) {
    let peak = 0
    const heatAt = (cell: number) => data[cell * channels + map] as number
    for (let cell = 1; cell < cells * cells; cell += 1) if (heatAt(cell) > heatAt(peak)) peak = cell
    const [peakX, peakY] = [peak % cells, Math.floor(peak / cells)]
    let [all, near, sumX, sumY] = [0, 0, 0, 0]
    for (let cell = 0; cell < cells * cells; cell += 1) {
      const mass = Math.exp(heatAt(cell) - heatAt(peak))
      all += mass
      const [x, y] = [cell % cells, Math.floor(cell / cells)]
      if (Math.abs(x - peakX) > WINDOW || Math.abs(y - peakY) > WINDOW) continue
      near += mass
      sumX += mass * x
      sumY += mass * y
    }
    const place = (sum: number) => ((sum / near + 0.5) / cells) * (1 + 2 * BEYOND) - BEYOND
    corners.push([place(sumX), place(sumY)])
    sharpness.push(near / all)
  }
  return { corners, sharpness }
}

/** The limits that the server uses (src/vision/nets/models.json), and its limit for a cut-off document. */
export const CORNER_LIMITS = { present: 0.1, sharpness: 0.4, whole: 0.5 }

/**
 * The net's output for a camera's picture, in the form of the finder that works without it. `picture` is where that
 * picture lies in the net's input: the screen may show less of it, and the cut-off part still belongs to the picture.
 */
export function nameSides({ corners, sharpness, present, whole }: CornerAnswer, picture: Area): Sides {
  if (present < CORNER_LIMITS.present) return { found: 0, cutOff: false }
  if (whole < CORNER_LIMITS.whole) return { found: 0, cutOff: true }
  const { x: left, y: top, width, height } = picture
  const quad = corners.map(([x, y]): Point => [left + x * width, top + y * height]) as Quad
  if (Math.min(...sharpness) < CORNER_LIMITS.sharpness || !isConvex(quad)) return { found: 0, cutOff: false }
  return { found: 4, quad, cutOff: corners.some(([x, y]) => x < 0 || y < 0 || x > 1 || y > 1) }
}
