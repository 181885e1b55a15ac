import type { Random } from '../../../../packages/specimen/src/random.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'

/** A camera's automatic exposure and white balance: it evens out the brightness of the frame, and its white drifts. */
export interface Exposure {
  /** The fraction of a difference that it compensates: 0 none, 1 all. */
  strength: number
  gain: number
  white: [red: number, green: number, blue: number]
}

/** The target mean brightness of the camera, of 255. */
const AIM = 115
/** The fraction of the adjustment made from one frame of a challenge to the next. */
const PACE = 0.5

/** Differences between cameras. */
export const strengthOf = (random: Random): number => random.between(0.2, 0.6)

export function openExposure(picture: Picture, strength: number): Exposure {
  return { strength, gain: gainOf(picture, strength), white: [1, 1, 1] }
}

export function settleExposure({ strength, gain, white }: Exposure, picture: Picture, random: Random): Exposure {
  return {
    strength,
    gain: gain + PACE * (gainOf(picture, strength) - gain),
    white: white.map((each) => 1 + 0.8 * (each - 1) + 0.006 * random.normal()) as Exposure['white'],
  }
}

function gainOf({ data }: Picture, strength: number): number {
  let sum = 0
  for (let at = 1; at < data.length; at += 3) sum += data[at] as number
  const mean = Math.max(10, (3 * sum) / data.length)
  return Math.min(2, Math.max(0.5, AIM / mean)) ** strength
}
