import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../random.ts'
import type { Subject } from './photograph.ts'

/** Half of the copies are cut out with scissors, never exactly along the edge; the others are still on their sheet. */
export function layOnPaper(copy: Canvas, random: Random): Subject {
  const cut = random.next() < 0.5
  const margin = Math.round(copy.width * (cut ? random.between(0.004, 0.025) : random.between(0.06, 0.16)))
  const sheet = createCanvas(copy.width + margin * 2, copy.height + margin * 2)
  const context = sheet.getContext('2d')
  if (cut) trim(context, margin, random)
  const light = random.whole(236, 250)
  context.fillStyle = `rgb(${light} ${light} ${light - random.whole(-3, 6)})`
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.drawImage(copy, margin, margin)
  return { canvas: sheet, part: { x: margin, y: margin, width: copy.width, height: copy.height } }
}

/** Straight cuts, off by up to the margin at either end. */
function trim(context: SKRSContext2D, margin: number, random: Random): void {
  const { width, height } = context.canvas
  const off = () => random.between(0, margin * 1.2)
  context.beginPath()
  for (const [x, y] of [
    [off(), off()],
    [width - off(), off()],
    [width - off(), height - off()],
    [off(), height - off()],
  ] as const)
    context.lineTo(x, y)
  context.closePath()
  context.clip()
}
