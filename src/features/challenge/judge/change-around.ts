import { BROAD, type SeenFrame } from '../../../vision/face/challenge/challenge.ts'
import type { Rectangle } from '../../../vision/face/face-rules.ts'

/** A hand that holds a phone moves it by up to this much from frame to frame, in places of BROAD. */
const SHIFT = 4
/** With fewer common places nothing can be said: the head fills the frame. */
const LEAST_PLACES = 30
/** The share of the common places of two frames that must remain when one is shifted over the other. */
const LEAST_SHARE = 0.5
/** The most that a camera changes its exposure from one frame to the next. */
const EXPOSURE = 1.15
/**
 * Of 255: what noise and compression leave on a plain wall, so that a wall without contrast causes no division by zero.
 */
const PLAIN = 6
/** The head with its hair, relative to the box of the face: an oval, because the corners of a box show the room. */
const HEAD = { side: 0.45, up: 0.6, down: 0.35 }

/**
 * How much the surroundings of the head change from one frame to the next, in the best alignment of the two: the mean
 * difference that neighbouring places do not explain, relative to the contrast. 0 if too little can be seen.
 */
export function changeAround(a: View, b: View): number {
  const places = { from: new Uint16Array(PLACES), to: new Uint16Array(PLACES) }
  const common = findCommon(a, b, 0, 0, places)
  if (common < LEAST_PLACES) return 0
  let best = { x: 0, y: 0, change: Number.POSITIVE_INFINITY }
  // Neighbouring places count too, so a first pass with every second shift is enough, and then those next to the best.
  for (const step of [2, 1]) {
    const { x, y } = best
    const reach = step === 1 ? 1 : SHIFT
    for (let dy = y - reach; dy <= y + reach; dy += step) {
      for (let dx = x - reach; dx <= x + reach; dx += step) {
        const count = findCommon(a, b, dx, dy, places)
        if (count < LEAST_SHARE * common) continue
        const change = compare(a, b, places, count)
        if (change < best.change) best = { x: dx, y: dy, change }
      }
    }
  }
  return best.change
}

const PLACES = BROAD.width * BROAD.height

/**
 * The surroundings in a frame: the value of each place, the minimum and maximum among it and its neighbours, and the
 * place of the head.
 */
export interface View {
  broad: Uint8Array
  low: Uint8Array
  high: Uint8Array
  head: Uint8Array
}

interface Common {
  from: Uint16Array
  to: Uint16Array
}

export const viewOf = (frame: SeenFrame): View => ({
  broad: frame.broad,
  ...rangesOf(frame.broad),
  head: maskOf(frame),
})

/** Records which places of the first frame map to which of the second after the shift; returns their number. */
function findCommon(a: View, b: View, dx: number, dy: number, { from, to }: Common): number {
  const { width, height } = BROAD
  let count = 0
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
      const here = y * width + x
      const there = here + dy * width + dx
      if (a.head[here] || b.head[there]) continue
      from[count] = here
      to[count++] = there
    }
  }
  return count
}

/**
 * In both directions, and the larger of the two: a plain wall lies within the range of any pattern, but the pattern not
 * in the wall's.
 */
function compare(a: View, b: View, { from, to }: Common, count: number): number {
  const [meanA, meanB] = [meansOf(a.broad, from, count), meansOf(b.broad, to, count)]
  const gain = Math.min(EXPOSURE, Math.max(1 / EXPOSURE, (total(meanB) + 3) / (total(meanA) + 3)))
  let forth = 0
  let back = 0
  let contrast = 0
  for (let channel = 0; channel < 3; channel++) {
    const meanWas = (meanA[channel] as number) * gain
    const meanIs = meanB[channel] as number
    for (let i = 0; i < count; i++) {
      const here = (from[i] as number) * 3 + channel
      const there = (to[i] as number) * 3 + channel
      const was = (a.broad[here] as number) * gain
      const is = b.broad[there] as number
      forth += beyond(was, b.low[there] as number, b.high[there] as number)
      back += beyond(is, (a.low[here] as number) * gain, (a.high[here] as number) * gain)
      contrast += Math.abs(was - meanWas) + Math.abs(is - meanIs)
    }
  }
  const values = 3 * count
  return Math.max(forth, back) / values / (PLAIN + contrast / 2 / values)
}

/** The mean of each channel. */
function meansOf(broad: Uint8Array, places: Uint16Array, count: number): number[] {
  const sums = [0, 0, 0]
  for (let channel = 0; channel < 3; channel++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum += broad[(places[i] as number) * 3 + channel] as number
    sums[channel] = sum / count
  }
  return sums
}

const beyond = (value: number, low: number, high: number): number =>
  value < low ? low - value : value > high ? value - high : 0

const total = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0)

function rangesOf(broad: Uint8Array): Pick<View, 'low' | 'high'> {
  const { width, height } = BROAD
  const [low, high] = [broad.slice(), broad.slice()]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const at = (y * width + x) * 3 + channel
        for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
          for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
            const value = broad[(v * width + u) * 3 + channel] as number
            if (value < (low[at] as number)) low[at] = value
            if (value > (high[at] as number)) high[at] = value
          }
        }
      }
    }
  }
  return { low, high }
}

function maskOf({ width, height, face }: SeenFrame): Uint8Array {
  const mask = new Uint8Array(PLACES)
  if (!face) return mask
  const head = headOf(face.box)
  for (let at = 0; at < mask.length; at++) {
    const x = (((at % BROAD.width) + 0.5) * width) / BROAD.width
    const y = ((Math.floor(at / BROAD.width) + 0.5) * height) / BROAD.height
    const [u, v] = [(2 * (x - head.x)) / head.width - 1, (2 * (y - head.y)) / head.height - 1]
    if (u * u + v * v < 1) mask[at] = 1
  }
  return mask
}

const headOf = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: x - HEAD.side * width,
  y: y - HEAD.up * height,
  width: (1 + 2 * HEAD.side) * width,
  height: (1 + HEAD.up + HEAD.down) * height,
})
