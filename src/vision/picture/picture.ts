/** A decoded picture: RGB, row by row, three bytes per pixel, upright. */
export interface Picture extends Size {
  data: Uint8Array
}

export interface Size {
  width: number
  height: number
}

/** Turns clockwise by a quarter, a half or three quarters. */
export function rotate90(picture: Picture, turns: 0 | 1 | 2 | 3): Picture {
  if (turns === 0) return picture
  const { width: w, height: h } = picture
  const [width, height] = turns === 2 ? [w, h] : [h, w]
  const data = new Uint8Array(width * height * 3)
  const { data: source } = picture
  // The new position of the first pixel, and the offsets of the next pixels in its row and its column.
  const [first, across, down] = (
    turns === 1 ? [h - 1, h, -1] : turns === 2 ? [w * h - 1, -1, -w] : [(w - 1) * h, -h, 1]
  ) as [number, number, number]
  for (let y = 0, from = 0; y < h; y++) {
    for (let x = 0, to = 3 * (first + y * down); x < w; x++, from += 3, to += 3 * across) {
      data[to] = source[from] as number
      data[to + 1] = source[from + 1] as number
      data[to + 2] = source[from + 2] as number
    }
  }
  return { width, height, data }
}

/** Swaps left and right. */
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

/** The darkest of a pixel's three channels: ink of any colour is dark in one of them. */
export function darkestChannel({ width, height, data }: Picture): Uint8Array {
  const greys = new Uint8Array(width * height)
  for (let i = 0, at = 0; i < greys.length; i++, at += 3) {
    greys[i] = Math.min(data[at] as number, data[at + 1] as number, data[at + 2] as number)
  }
  return greys
}

/** In pixels; whole numbers are the centres of pixels. */
export interface Point {
  x: number
  y: number
}

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y)

/** The mean of some points. */
export function meanOf(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  }
}
