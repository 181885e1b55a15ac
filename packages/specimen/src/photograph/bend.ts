import { type Canvas, createCanvas } from '@napi-rs/canvas'

/** Distance of the camera in document widths, as in camera.ts. */
const DISTANCE = 2.6

/** The document as part of an upright cylinder that bulges towards the camera; `degrees` is its arc. */
export function bend(flat: Canvas, degrees: number): Canvas {
  const arc = (degrees * Math.PI) / 180
  if (arc < 0.01) return flat
  const { width, height } = flat
  const radius = 1 / arc
  const bent = createCanvas(width, height)
  const context = bent.getContext('2d')
  context.imageSmoothingQuality = 'high'
  // From the camera's view: the position and height of a column, as fractions; the middle is nearest.
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
    // Slightly wider, so that no gap is visible between columns.
    const wide = (to.x - from.x) * width + 0.6
    context.drawImage(flat, column, 0, Math.min(2, width - column), height, left, (height - tall) / 2, wide, tall)
  }
  return bent
}
