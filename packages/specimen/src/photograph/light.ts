import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Point } from '../../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import type { Random } from '../random.ts'

/** Darkens towards one side and tints everything with the colour of the lamp. */
export function paintLight(context: SKRSContext2D, darkest: number, exposure: number, random: Random): void {
  const { width, height } = context.canvas
  const angle = random.between(0, Math.PI * 2)
  const [cx, cy, r] = [width / 2, height / 2, Math.hypot(width, height) / 2]
  const falloff = context.createLinearGradient(
    cx + r * Math.cos(angle),
    cy + r * Math.sin(angle),
    cx - r * Math.cos(angle),
    cy - r * Math.sin(angle),
  )
  const warmth = random.between(-0.07, 0.09)
  const tint = (level: number) => {
    const value = Math.min(1, level * exposure) * 255
    return `rgb(${Math.round(Math.min(255, value * (1 + warmth)))} ${Math.round(value)} ${Math.round(Math.min(255, value * (1 - warmth)))})`
  }
  falloff.addColorStop(0, tint(1))
  falloff.addColorStop(1, tint(darkest))
  context.save()
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = falloff
  context.fillRect(0, 0, width, height)
  context.restore()
}

/** The soft shadow of a hand or of the phone itself, over part of the document. */
export function paintShadow(context: SKRSContext2D, quad: Quad, depth: number, random: Random): void {
  const at = inside(quad, random.between(0.1, 0.9), random.between(0.1, 0.9))
  const radius = spread(quad) * random.between(0.4, 0.9)
  const shade = context.createRadialGradient(at.x, at.y, radius * 0.25, at.x, at.y, radius)
  shade.addColorStop(0, `rgba(0,0,0,${depth})`)
  shade.addColorStop(1, 'rgba(0,0,0,0)')
  context.save()
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = shade
  context.fillRect(0, 0, context.canvas.width, context.canvas.height)
  context.restore()
}

/** The reflection of a lamp on the laminate: an ellipse whose middle is overexposed if it is strong. */
export function paintGlare(context: SKRSContext2D, quad: Quad, strength: number, at: Point, random: Random): void {
  const radius = spread(quad) * random.between(0.12, 0.24)
  context.save()
  context.translate(at.x, at.y)
  context.rotate(random.between(0, Math.PI))
  context.scale(1, random.between(0.35, 0.9))
  const burn = context.createRadialGradient(0, 0, 0, 0, 0, radius)
  burn.addColorStop(0, `rgba(255,255,252,${strength})`)
  burn.addColorStop(0.45, `rgba(255,255,250,${strength * 0.7})`)
  burn.addColorStop(1, 'rgba(255,255,248,0)')
  context.globalCompositeOperation = 'screen'
  context.fillStyle = burn
  context.fillRect(-radius, -radius, radius * 2, radius * 2)
  context.restore()
}

/** The point at the given fractions of the document's width and height. */
export function inside(quad: Quad, across: number, down: number): Point {
  const mix = (from: Point, to: Point, t: number) => ({
    x: from.x + (to.x - from.x) * t,
    y: from.y + (to.y - from.y) * t,
  })
  return mix(mix(quad[0], quad[1], across), mix(quad[3], quad[2], across), down)
}

function spread(quad: Quad): number {
  return Math.hypot(quad[2].x - quad[0].x, quad[2].y - quad[0].y)
}
