import type { Picture } from '../../../../picture/picture.ts'

/** A part of a photo in whole pixels, one pixel or more away from its edge. */
export interface PhotoPart {
  x: number
  y: number
  width: number
  height: number
}

/**
 * One row of fine detail: green, four times each pixel less its four neighbours. It leaves out light and colour and keeps
 * the dots of a print, whose phase it does not move.
 */
export function readDetail({ data, width }: Picture, x: number, y: number, into: Float32Array): void {
  const down = 3 * width
  for (let i = 0, at = (y * width + x) * 3 + 1; i < into.length; i++, at += 3) {
    into[i] =
      4 * (data[at] as number) -
      (data[at - 3] as number) -
      (data[at + 3] as number) -
      (data[at - down] as number) -
      (data[at + down] as number)
  }
}
