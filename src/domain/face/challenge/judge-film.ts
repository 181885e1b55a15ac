import type { Rectangle } from '../face-rules.ts'
import { BROAD, type SeenFace, type SeenFrame } from './seen.ts'

export const FILM_LIMITS = {
  /** Mean difference of single pixels, of 255. Two frames of a camera differ by their grain alone by more: drawn films by 2.3 and more. */
  same: 0.3,
  /**
   * Mean difference of what is around the head between two frames that follow each other, of 255, once laid over each
   * other. Forty films of heads reach 0.4, twenty of forty with a cut into another room lie above.
   */
  around: 1.2,
  /** Of the light on the face between two such frames turned alike. The same heads reach 5.7, 31 of the cuts lie above. */
  light: 12,
}

export interface FilmMeasures {
  /** The least difference between any two frames. */
  leastChange: number
  /** The greatest change of the surroundings between two frames that follow each other. */
  around: number
  light: number
}

/** How the frames hang together as one film. */
export function measureFilm(frames: readonly SeenFrame[]): FilmMeasures {
  let leastChange = Number.POSITIVE_INFINITY
  for (const [i, frame] of frames.entries()) {
    for (const other of frames.slice(i + 1)) leastChange = Math.min(leastChange, differenceOf(frame.grain, other.grain))
  }
  const steps = frames.slice(1).map((frame, i) => [frames[i] as SeenFrame, frame] as const)
  return {
    leastChange: Number.isFinite(leastChange) ? leastChange : 0,
    around: Math.max(0, ...steps.map(([before, after]) => changeAround(before, after))),
    light: Math.max(0, ...steps.map(([{ face: a }, { face: b }]) => changeOfLight(a, b))),
  }
}

/** A face that turns shows another side to the light, and one that comes nearer changes the exposure: only frames alike are compared. */
const ALIKE = { degrees: 8, size: 1.12 }

function changeOfLight(a: SeenFace | undefined, b: SeenFace | undefined): number {
  if (!a || !b) return 0
  const size = Math.max(a.box.width / b.box.width, b.box.width / a.box.width)
  const alike = Math.abs(a.pose.yaw - b.pose.yaw) < ALIKE.degrees && size < ALIKE.size
  return alike ? Math.abs(a.light - b.light) : 0
}

/** A hand that holds a phone moves it: as far as this, in pixels of BROAD. */
const SHIFT = 5

/** The head with its hair, in boxes of the face. */
const HEAD = { side: 0.4, up: 0.5, down: 0.3 }

/** The mean difference of what is not head in either frame, where the two lie best over each other. */
function changeAround(before: SeenFrame, after: SeenFrame): number {
  const [a, b] = [maskOf(before), maskOf(after)]
  const range = rangesOf(after.broad)
  let best = Number.POSITIVE_INFINITY
  for (let dy = -SHIFT; dy <= SHIFT; dy++) {
    for (let dx = -SHIFT; dx <= SHIFT; dx++) {
      const change = shiftedChange(before.broad, a, range, b, dx, dy)
      if (change !== undefined && change < best) best = change
    }
  }
  return Number.isFinite(best) ? best : 0
}

/** Less than this many places in common say nothing: the head fills the frame. */
const LEAST_PLACES = 60

function shiftedChange(
  a: Uint8Array,
  maskA: Uint8Array,
  { low, high }: Ranges,
  maskB: Uint8Array,
  dx: number,
  dy: number,
) {
  const { width, height } = BROAD
  let [n, sum] = [0, 0]
  for (let y = Math.max(0, -dy); y < Math.min(height, height - dy); y++) {
    for (let x = Math.max(0, -dx); x < Math.min(width, width - dx); x++) {
      const [from, to] = [y * width + x, (y + dy) * width + x + dx]
      if (maskA[from] || maskB[to]) continue
      n++
      for (let channel = 0; channel < 3; channel++) {
        const value = a[from * 3 + channel] as number
        sum += Math.max(0, (low[to * 3 + channel] as number) - value, value - (high[to * 3 + channel] as number))
      }
    }
  }
  return n < LEAST_PLACES ? undefined : sum / n / 3
}

/** What lies at a place or right beside it: a hand moves the camera by parts of a place too. */
interface Ranges {
  low: Uint8Array
  high: Uint8Array
}

function rangesOf(broad: Uint8Array): Ranges {
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
  const mask = new Uint8Array(BROAD.width * BROAD.height)
  if (!face) return mask
  const head = headOf(face.box)
  for (let at = 0; at < mask.length; at++) {
    const x = (((at % BROAD.width) + 0.5) * width) / BROAD.width
    const y = ((Math.floor(at / BROAD.width) + 0.5) * height) / BROAD.height
    if (x > head.x && x < head.x + head.width && y > head.y && y < head.y + head.height) mask[at] = 1
  }
  return mask
}

const headOf = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: x - HEAD.side * width,
  y: y - HEAD.up * height,
  width: (1 + 2 * HEAD.side) * width,
  height: (1 + HEAD.up + HEAD.down) * height,
})

/** By index: this runs over every pair of frames. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] as number) - (b[at] as number))
  return a.length ? sum / a.length : 0
}
