import type { Picture } from '../../../../src/engine/picture/picture.ts'

/** Of 255. What is left of black by compression. */
const BLACK = 20

/** A photograph that was straightened has a black rim, which would make all rooms alike: what lies next to it, mirrored. */
export function fillRim(photograph: Picture): Picture {
  const { width, height } = photograph
  const filled: Picture = { width, height, data: photograph.data.slice() }
  for (let x = 0; x < width; x++) fillLine(filled.data, x, width, height)
  for (let y = 0; y < height; y++) fillLine(filled.data, y * width, 1, width)
  return filled
}

/** One column or row of `length` places, `step` apart: what is black from either end on. */
function fillLine(data: Uint8Array, first: number, step: number, length: number): void {
  const at = (index: number) => (first + index * step) * 3
  const isBlack = (index: number) => Math.max(...data.subarray(at(index), at(index) + 3)) <= BLACK
  const fill = (index: number, from: number) => data.copyWithin(at(index), at(from), at(from) + 3)
  let start = 0
  while (start < length && isBlack(start)) start++
  let end = length - 1
  while (end > start && isBlack(end)) end--
  // Nothing but black, or too little else to be mirrored.
  if (end - start < length / 2) return
  for (let index = 0; index < start; index++) fill(index, Math.min(end, 2 * start - index))
  for (let index = end + 1; index < length; index++) fill(index, Math.max(start, 2 * end - index))
}
