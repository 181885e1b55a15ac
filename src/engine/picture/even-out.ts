import { blur, NOTHING, type Plane } from '../../domain/picture/plane.ts'
import type { Picture } from './picture.ts'

/** Differences of light below this, in grey levels, are grain. */
const GRAIN = 4
/** Standard deviations of the neighbourhood to whole numbers: 2.5 of them are 127. */
const STEPS = 50

/** Grey levels without light, contrast and grain: what is left is the same in every copy. Whole numbers −127…127. */
export function evenOut(grey: Plane): Int8Array {
  // Forms wider than seven pixels are light, narrower than two grain.
  const [fine, wide] = [blur(grey, 1, 1), blur(grey, 2, 3)]
  const band = { ...grey, values: fine.values.map((value, at) => value - (wide.values[at] as number)) }
  const power = blur({ ...band, values: band.values.map((value) => value * value) }, Math.round(grey.side / 10), 2)
  return Int8Array.from(band.values, (value, at) => {
    if (!grey.known[at]) return NOTHING
    const even = (STEPS * value) / (Math.sqrt(power.values[at] as number) + GRAIN)
    return Math.max(-127, Math.min(127, Math.round(even)))
  })
}

/** ITU-R BT.601 luma. */
export function lumaOf({ data }: Picture): Float32Array {
  return Float32Array.from({ length: data.length / 3 }, (_, at) => lumaAt(data, at))
}

function lumaAt(data: Uint8Array, at: number): number {
  return 0.299 * (data[3 * at] as number) + 0.587 * (data[3 * at + 1] as number) + 0.114 * (data[3 * at + 2] as number)
}
