import { type Random, random } from '../../../../packages/specimen/src/random.ts'
import type { Picture } from '../../../../src/vision/picture/picture.ts'

const LENGTH = 1_048_573
const source = random('grain')
/** Drawn once: three random numbers per pixel would take longer than the rest of a film. */
const NOISES = Float32Array.from({ length: LENGTH }, () => (source.next() + source.next() + source.next() - 1.5) * 2)

/**
 * Each channel is multiplied by its light, then sensor noise is added, equal in all channels as after a camera's own
 * smoothing.
 */
export function addNoiseTo(
  { data }: Picture,
  light: readonly [number, number, number],
  grain: number,
  chance: Random,
): void {
  let from = chance.whole(0, LENGTH - 1)
  for (let at = 0; at < data.length; at += 3) {
    const noise = (NOISES[from] as number) * grain
    from = from + 1 === LENGTH ? 0 : from + 1
    for (let channel = 0; channel < 3; channel++) {
      const lit = (data[at + channel] as number) * (light[channel] as number)
      data[at + channel] = Math.min(255, Math.max(0, Math.round(lit + noise)))
    }
  }
}
