import { type Canvas, createCanvas } from '@napi-rs/canvas'

/** Distance of the camera in widths of the document, as in camera.ts. */
const DISTANCE = 2.6

/** The document as part of a cylinder that stands upright and bulges towards the camera; `degrees` are those of its arc. */
export function bend(flat: Canvas, degrees: number): Canvas {
  const arc = (degrees * Math.PI) / 180
  if (arc < 0.01) return flat
  const { width, height } = flat
  const radius = 1 / arc
  const bent = createCanvas(width, height)
  const context = bent.getContext('2d')
  context.imageSmoothingQuality = 'high'
  // Seen from the camera: where a column comes to lie and how tall it is, in shares; the middle is nearest.
  const seen = (share: number) => {
    const angle = (share - 0.5) * arc
    const scale = DISTANCE / (DISTANCE + radius * (1 - Math.cos(angle)))
    return { x: 0.5 + radius * Math.sin(angle) * scale, scale }
  }
  for (let column = 0; column < width; column += 2) {
    const from = seen(column / width)
    const to = seen((column + 2) / width)
    const tall = height * from.scale
    const left = from.x * width
    // A little wider than it is, so that no gap shows between columns.
    const wide = (to.x - from.x) * width + 0.6
    context.drawImage(flat, column, 0, Math.min(2, width - column), height, left, (height - tall) / 2, wide, tall)
  }
  return bent
}
