import type { Picture } from '../../src/vision/picture/picture.ts'

type Rgb = [number, number, number]

/** A picture whose pixels are told by their place. */
export function paint(width: number, height: number, colour: (x: number, y: number) => Rgb): Picture {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(colour(x, y), (y * width + x) * 3)
  return { width, height, data }
}

export const pixel = (picture: Picture, x: number, y: number) =>
  [...picture.data.subarray((y * picture.width + x) * 3, (y * picture.width + x) * 3 + 3)] as Rgb
