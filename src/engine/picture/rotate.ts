import type { Picture } from './picture.ts'

/** Turns clockwise by a quarter, a half or three quarters. */
export function rotate90(picture: Picture, turns: 0 | 1 | 2 | 3): Picture {
  if (turns === 0) return picture
  const { width: w, height: h } = picture
  const [width, height] = turns === 2 ? [w, h] : [h, w]
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const from = (y * w + x) * 3
      const tx = turns === 1 ? h - 1 - y : turns === 2 ? w - 1 - x : y
      const ty = turns === 1 ? x : turns === 2 ? h - 1 - y : w - 1 - x
      const to = (ty * width + tx) * 3
      data[to] = picture.data[from] as number
      data[to + 1] = picture.data[from + 1] as number
      data[to + 2] = picture.data[from + 2] as number
    }
  }
  return { width, height, data }
}
