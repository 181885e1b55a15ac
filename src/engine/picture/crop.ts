import type { Box } from './box.ts'
import type { Picture } from './picture.ts'

/** Cuts out a box; the part of it that lies outside the picture has this grey level. */
export function crop(picture: Picture, box: Box, fill = 0): Picture {
  const x0 = Math.round(box.x)
  const y0 = Math.round(box.y)
  const width = Math.max(1, Math.round(box.width))
  const height = Math.max(1, Math.round(box.height))
  const data = new Uint8Array(width * height * 3)
  if (fill) data.fill(fill)

  const left = Math.max(0, x0)
  const right = Math.min(picture.width, x0 + width)
  if (right <= left) return { width, height, data }
  for (let y = Math.max(0, y0); y < Math.min(picture.height, y0 + height); y++) {
    const row = picture.data.subarray((y * picture.width + left) * 3, (y * picture.width + right) * 3)
    data.set(row, ((y - y0) * width + left - x0) * 3)
  }
  return { width, height, data }
}
