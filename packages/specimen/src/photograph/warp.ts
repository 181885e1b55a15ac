import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import { quadToRect } from '../../../../src/vision/picture/matrix.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'

/**
 * Draws a flat picture into the quadrilateral in perspective.
 * Aliased: every pixel is sampled individually, so that a fine grid causes moiré with the camera's, like screens do.
 */
export function drawInPerspective(context: SKRSContext2D, picture: Canvas, quad: Quad, aliased = false): void {
  const frame = context.canvas
  const source = aliased ? picture : shrunk(picture, quad)
  const { width, height } = source
  const { data } = source.getContext('2d').getImageData(0, 0, width, height)
  const left = Math.max(0, Math.floor(Math.min(...quad.map(({ x }) => x))))
  const top = Math.max(0, Math.floor(Math.min(...quad.map(({ y }) => y))))
  const right = Math.min(frame.width, Math.ceil(Math.max(...quad.map(({ x }) => x))) + 1)
  const bottom = Math.min(frame.height, Math.ceil(Math.max(...quad.map(({ y }) => y))) + 1)
  if (right <= left || bottom <= top) return
  const target = new Uint8ClampedArray((right - left) * (bottom - top) * 4)
  const [a, b, c, d, e, f, g, h, i] = quadToRect(quad, { width, height })

  let at = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++, at += 4) {
      const z = 1 / (g * x + h * y + i)
      const u = (a * x + b * y + c) * z
      const v = (d * x + e * y + f) * z
      // The fraction of the pixel inside softens the edge.
      const inside = Math.min(u + 0.5, v + 0.5, width - 0.5 - u, height - 0.5 - v)
      if (inside <= 0) continue
      const u0 = Math.max(0, Math.min(u, width - 1.001))
      const v0 = Math.max(0, Math.min(v, height - 1.001))
      const column = u0 | 0
      const row = v0 | 0
      const fu = u0 - column
      const fv = v0 - row
      const p = (row * width + column) * 4
      const q = p + width * 4
      const w00 = (1 - fu) * (1 - fv)
      const w10 = fu * (1 - fv)
      const w01 = (1 - fu) * fv
      const w11 = fu * fv
      for (let channel = 0; channel < 4; channel++) {
        target[at + channel] =
          (data[p + channel] as number) * w00 +
          (data[p + 4 + channel] as number) * w10 +
          (data[q + channel] as number) * w01 +
          (data[q + 4 + channel] as number) * w11
      }
      if (inside < 1) target[at + 3] = (target[at + 3] as number) * inside
    }
  }
  const patch = createCanvas(right - left, bottom - top)
  patch.getContext('2d').putImageData(new ImageData(target, right - left, bottom - top), 0, 0)
  context.drawImage(patch, left, top)
}

/** Scaled near its final size, so that fine lines are averaged and not skipped. */
function shrunk(picture: Canvas, [topLeft, topRight, , bottomLeft]: Quad): Canvas {
  const across = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y) / picture.width
  const down = Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y) / picture.height
  const scale = Math.max(across, down) * 1.1
  if (scale >= 0.95) return picture
  const small = createCanvas(
    Math.max(2, Math.round(picture.width * scale)),
    Math.max(2, Math.round(picture.height * scale)),
  )
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, small.width, small.height)
  return small
}
