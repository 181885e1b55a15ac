import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Random } from '../random.ts'

/** Out of focus by this many pixels. */
export function blur(canvas: Canvas, deviation: number): Canvas {
  if (deviation < 0.15) return canvas
  const blurred = createCanvas(canvas.width, canvas.height)
  const context = blurred.getContext('2d')
  context.drawImage(canvas, 0, 0)
  context.filter = `blur(${deviation}px)`
  context.drawImage(canvas, 0, 0)
  return blurred
}

/** Motion blur of this many pixels. */
export function shake(canvas: Canvas, length: number, angle: number): Canvas {
  if (length < 0.5) return canvas
  const moved = createCanvas(canvas.width, canvas.height)
  const context = moved.getContext('2d')
  const steps = Math.min(12, Math.max(3, Math.round(length)))
  for (let step = 0; step < steps; step++) {
    const shift = (step / (steps - 1) - 0.5) * length
    context.globalAlpha = 1 / (step + 1)
    context.drawImage(canvas, shift * Math.cos(angle), shift * Math.sin(angle))
  }
  return moved
}

/** The noise of a sensor: there is more in the colours than in the brightness, as after a phone's noise reduction. */
export function addNoise(canvas: Canvas, deviation: number, random: Random): void {
  if (deviation <= 0) return
  const context = canvas.getContext('2d')
  const image = context.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = image
  let at = random.whole(0, TABLE - 1)
  for (let index = 0; index < data.length; index += 4) {
    // A stride that is coprime to the table's size, broken in each row by its length, leaves no pattern.
    at = (at + 7919) & (TABLE - 1)
    const grain = (grains[at] as number) * deviation
    const tint = (grains[(at * 31 + index) & (TABLE - 1)] as number) * deviation * 0.4
    data[index] = (data[index] as number) + grain + tint
    data[index + 1] = (data[index + 1] as number) + grain
    data[index + 2] = (data[index + 2] as number) + grain - tint
  }
  context.putImageData(image, 0, 0)
}

const TABLE = 1 << 17
const grains = grainTable()

function grainTable(): Float32Array {
  const table = new Float32Array(TABLE)
  let state = 12345
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
  for (let index = 0; index < TABLE; index++)
    table[index] = (uniform() + uniform() + uniform() + uniform() - 2) * Math.sqrt(3)
  return table
}
