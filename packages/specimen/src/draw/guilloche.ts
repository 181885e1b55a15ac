import type { Random } from '../random.ts'
import type { Box, Sheet } from './sheet.ts'

export interface Inks {
  /** Paper tint, left to right. */
  paper: readonly [string, string, string]
  /** Colours of the fine lines. */
  lines: readonly [string, string]
}

/** Fills the sheet with tinted paper and interlaced fine lines, as security printers do. */
export function securityPaper(sheet: Sheet, inks: Inks, random: Random): void {
  const { context, width, height } = sheet
  const tint = context.createLinearGradient(0, 0, width, height)
  inks.paper.forEach((color, index) => {
    tint.addColorStop(index / 2, color)
  })
  context.fillStyle = tint
  context.fillRect(0, 0, width, height)
  waves(sheet, { x: 0, y: 0, width, height }, inks.lines[0], random, 34, 0.34)
  waves(sheet, { x: 0, y: 0, width, height }, inks.lines[1], random, 26, 0.28)
  rosette(
    sheet,
    width * random.between(0.55, 0.8),
    height * random.between(0.3, 0.5),
    height * 0.42,
    inks.lines[1],
    random,
  )
  rosette(
    sheet,
    width * random.between(0.15, 0.35),
    height * random.between(0.4, 0.7),
    height * 0.3,
    inks.lines[0],
    random,
  )
}

/** A bundle of waves over a box. */
export function waves(sheet: Sheet, box: Box, color: string, random: Random, count: number, alpha: number): void {
  const { context } = sheet
  const periods = random.between(1.6, 3.4)
  const beat = random.between(4, 7)
  const swing = (box.height / count) * random.between(2.2, 4)
  const phase = random.between(0, Math.PI * 2)
  const steps = 90
  context.save()
  context.beginPath()
  context.rect(box.x, box.y, box.width, box.height)
  context.clip()
  context.strokeStyle = color
  context.globalAlpha = alpha
  context.lineWidth = 0.09
  context.beginPath()
  for (let line = -4; line < count + 4; line++) {
    const base = box.y + (line + 0.5) * (box.height / count)
    for (let step = 0; step <= steps; step++) {
      const t = step / steps
      const y =
        base +
        swing * Math.sin(t * periods * Math.PI * 2 + phase + line * 0.11) +
        swing * 0.45 * Math.sin(t * beat * Math.PI * 2 - phase + line * 0.37)
      if (step === 0) context.moveTo(box.x, y)
      else context.lineTo(box.x + t * box.width, y)
    }
  }
  context.stroke()
  context.restore()
}

/** A wheel of interlaced petals. */
function rosette(sheet: Sheet, x: number, y: number, radius: number, color: string, random: Random): void {
  const { context } = sheet
  const petals = random.whole(9, 16)
  const depth = random.between(0.1, 0.18)
  const steps = 320
  context.save()
  context.strokeStyle = color
  context.globalAlpha = 0.3
  context.lineWidth = 0.08
  context.beginPath()
  for (let ring = 0; ring < 14; ring++) {
    const size = radius * (0.25 + (0.75 * ring) / 14)
    for (let step = 0; step <= steps; step++) {
      const angle = (step / steps) * Math.PI * 2
      const r = size * (1 + depth * Math.cos(petals * angle + ring * 0.3) + 0.03 * Math.cos(petals * 3 * angle))
      const px = x + r * Math.cos(angle)
      const py = y + r * Math.sin(angle)
      if (step === 0) context.moveTo(px, py)
      else context.lineTo(px, py)
    }
  }
  context.stroke()
  context.restore()
}
