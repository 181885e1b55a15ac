import type { Picture } from './picture.ts'

/** The darkest of a pixel's three channels: ink of any colour is dark in one of them. */
export function darkestChannel({ width, height, data }: Picture): Uint8Array {
  const greys = new Uint8Array(width * height)
  for (let i = 0, at = 0; i < greys.length; i++, at += 3) {
    greys[i] = Math.min(data[at] as number, data[at + 1] as number, data[at + 2] as number)
  }
  return greys
}
