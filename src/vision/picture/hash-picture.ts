import { greysOf } from './greys.ts'
import type { Picture } from './picture.ts'
import { blur, NOTHING, type Plane } from './plane.ts'
import { shrinkTo } from './resize.ts'
import { BANDS, HASH_KIND, HASH_SIDE } from './same-picture.ts'

/**
 * A perceptual hash, so that a picture and its copies are recognised when they are sent again: the signs of its lowest
 * frequencies, then a small copy of it without light and colour.
 */
export async function hashPicture(picture: Picture): Promise<Uint8Array> {
  const small = await shrinkTo(picture, { width: HASH_SIDE, height: HASH_SIDE })
  const values = greysOf(small).values
  const even = evenOut({ side: HASH_SIDE, values, known: new Float32Array(values.length).fill(1) })
  return Uint8Array.of(HASH_KIND, ...hashBandsIn(values), ...new Uint8Array(even.buffer))
}

/** Waves of up to nine and a half periods across and down together; the mean is left out, because it is only light. */
const MOST_HALVES = 19

/** Across and down, the lowest frequencies first: a band has waves of similar length, which stay or change together. */
const WAVES = Array.from({ length: MOST_HALVES }, (_, i) => i + 1)
  .flatMap((halves) => Array.from({ length: halves + 1 }, (_, down) => ({ down, across: halves - down })))
  .slice(0, 8 * BANDS)

const COSINES = Array.from({ length: MOST_HALVES + 1 }, (_, halves) =>
  Float64Array.from({ length: HASH_SIDE }, (_, at) => Math.cos((Math.PI * halves * (at + 0.5)) / HASH_SIDE)),
)

function hashBandsIn(values: Float32Array): Uint8Array {
  const rows = COSINES.map((cosine) => alongRows(values, cosine))
  const bands = new Uint8Array(BANDS)
  for (const [at, { down, across }] of WAVES.entries()) {
    const cosine = COSINES[down] as Float64Array
    const row = rows[across] as Float64Array
    let wave = 0
    for (let y = 0; y < HASH_SIDE; y++) wave += (row[y] as number) * (cosine[y] as number)
    if (wave > 0) bands[at >> 3] = (bands[at >> 3] as number) | (1 << (at & 7))
  }
  return bands
}

function alongRows(values: Float32Array, cosine: Float64Array): Float64Array {
  const sums = new Float64Array(HASH_SIDE)
  for (let y = 0; y < HASH_SIDE; y++) {
    let sum = 0
    for (let x = 0; x < HASH_SIDE; x++) sum += (values[y * HASH_SIDE + x] as number) * (cosine[x] as number)
    sums[y] = sum
  }
  return sums
}

/** Brightness differences below this, in grey levels, are grain. */
const GRAIN = 4
/** The scale from standard deviations of the neighbourhood to whole numbers: 2.5 of them are 127. */
const STEPS = 50

/** Grey levels without light, contrast and grain: the rest is the same in every copy. Whole numbers −127…127. */
export function evenOut(grey: Plane): Int8Array {
  // Shapes wider than seven pixels are light; shapes narrower than two are grain.
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
