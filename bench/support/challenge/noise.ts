import type { Picture } from '../../../src/engine/picture/picture.ts'
import type { Random } from '../../../src/specimen/random.ts'

/** Light times `light`, then the grain of a sensor, alike in the three channels as after a camera's own smoothing. */
export function addNoiseTo({ data }: Picture, light: number, grain: number, random: Random): void {
  for (let at = 0; at < data.length; at += 3) {
    const noise = (random.next() + random.next() + random.next() - 1.5) * 2 * grain
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min(255, Math.max(0, Math.round((data[channel] as number) * light + noise)))
    }
  }
}
