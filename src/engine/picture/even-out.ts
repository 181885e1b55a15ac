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
  const { length } = grey.values
  const [band, squares] = [new Float32Array(length), new Float32Array(length)]
  for (let at = 0; at < length; at++) {
    band[at] = (fine.values[at] as number) - (wide.values[at] as number)
    squares[at] = (band[at] as number) * (band[at] as number)
  }
  const power = blur({ ...grey, values: squares }, Math.round(grey.side / 10), 2).values
  const even = new Int8Array(length)
  for (let at = 0; at < length; at++) {
    const value = (STEPS * (band[at] as number)) / (Math.sqrt(power[at] as number) + GRAIN)
    even[at] = grey.known[at] ? Math.max(-127, Math.min(127, Math.round(value))) : NOTHING
  }
  return even
}

/** ITU-R BT.601 luma. */
export function lumaOf({ data }: Picture): Float32Array {
  const luma = new Float32Array(data.length / 3)
  for (let at = 0, from = 0; at < luma.length; at++, from += 3) {
    const [red, green, blue] = [data[from] as number, data[from + 1] as number, data[from + 2] as number]
    luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue
  }
  return luma
}
