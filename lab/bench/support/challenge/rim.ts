import type { Picture } from '../../../../src/vision/picture/picture.ts'

/** Of 255. Black is at most this bright after compression. */
const BLACK = 20

/** A rectified photograph has a black border, which would make all rooms look the same: it is filled by mirroring. */
export function fillRim(photograph: Picture): Picture {
  const { width, height } = photograph
  const filled: Picture = { width, height, data: photograph.data.slice() }
  for (let x = 0; x < width; x++) fillLine(filled.data, x, width, height)
  for (let y = 0; y < height; y++) fillLine(filled.data, y * width, 1, width)
  return filled
}

/** One column or row of `length` pixels, `step` apart: the black pixels at either end. */
function fillLine(data: Uint8Array, first: number, step: number, length: number): void {
  const at = (index: number) => (first + index * step) * 3
  const isBlack = (index: number) => Math.max(...data.subarray(at(index), at(index) + 3)) <= BLACK
  const fill = (index: number, from: number) => data.copyWithin(at(index), at(from), at(from) + 3)
  let start = 0
  while (start < length && isBlack(start)) start++
  let end = length - 1
  while (end > start && isBlack(end)) end--
  // Everything is black, or too little is left to be mirrored.
  if (end - start < length / 2) return
  for (let index = 0; index < start; index++) fill(index, Math.min(end, 2 * start - index))
  for (let index = end + 1; index < length; index++) fill(index, Math.max(start, 2 * end - index))
}
