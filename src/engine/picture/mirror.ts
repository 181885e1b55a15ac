import type { Picture } from './picture.ts'

/** Left and right exchanged. */
export function mirror({ width, height, data }: Picture): Picture {
  const turned = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3
      const to = (y * width + width - 1 - x) * 3
      turned[to] = data[from] as number
      turned[to + 1] = data[from + 1] as number
      turned[to + 2] = data[from + 2] as number
    }
  }
  return { width, height, data: turned }
}
