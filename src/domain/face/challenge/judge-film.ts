import { changeAround, type View, viewOf } from './change-around.ts'
import type { SeenFace, SeenFrame } from './seen.ts'

export const FILM_LIMITS = {
  /** Mean difference of single pixels, of 255. Two frames of a camera differ by their grain alone by more: drawn films by 2.3 and more. */
  same: 0.3,
  /**
   * See changeAround. Thirty films of heads before cameras that expose by themselves reach 0.06, thirty with a cut into
   * another room begin at 0.34; of others, shown after, 0.04 and 0.21.
   */
  around: 0.14,
  /** Of the light on the face between two such frames turned alike. Of 140 films of heads one reaches 12.5; see changeAround for the cuts. */
  light: 18,
}

interface FilmMeasures {
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
  const views = frames.map(viewOf)
  const steps = frames.slice(1).map((frame, i) => [frames[i] as SeenFrame, frame] as const)
  return {
    leastChange: Number.isFinite(leastChange) ? leastChange : 0,
    around: Math.max(0, ...views.slice(1).map((view, i) => changeAround(views[i] as View, view))),
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

/** By index: this runs over every pair of frames. */
function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] as number) - (b[at] as number))
  return a.length ? sum / a.length : 0
}
