import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Point } from '../../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import type { Random } from '../random.ts'

/** A hand that holds the document from its left or right. */
export interface Hand {
  left: boolean
  hue: number
  light: number
}

export function someHand(random: Random): Hand {
  return { left: random.next() < 0.5, hue: random.between(14, 28), light: random.between(28, 74) }
}

/** The fingers behind the document, before it is drawn. */
export function paintFingersBehind(context: SKRSContext2D, quad: Quad, hand: Hand, random: Random): void {
  const [from, to] = edge(quad, hand)
  for (let finger = 0; finger < 4; finger++) {
    const at = along(from, to, 0.2 + finger * 0.2)
    paintFinger(context, at, quad, 0.13, hand, random.between(-0.15, 0.15), 0.1)
  }
}

/** A thumb over the edge that does not cover the print further in. */
export function paintThumb(context: SKRSContext2D, quad: Quad, hand: Hand, random: Random): void {
  const [from, to] = edge(quad, hand)
  paintFinger(
    context,
    along(from, to, random.between(0.35, 0.65)),
    quad,
    0.12,
    hand,
    random.between(-0.25, 0.25),
    0.035,
  )
}

/**
 * A finger from outside the frame to just over the edge; thickness and overlap are fractions of the document's width.
 */
function paintFinger(
  context: SKRSContext2D,
  tip: Point,
  quad: Quad,
  thickness: number,
  skin: Hand,
  bend: number,
  over: number,
): void {
  const centre = { x: (quad[0].x + quad[2].x) / 2, y: (quad[0].y + quad[2].y) / 2 }
  const unit = Math.hypot(quad[1].x - quad[0].x, quad[1].y - quad[0].y)
  const angle = Math.atan2(tip.y - centre.y, tip.x - centre.x) + bend
  const w = unit * thickness
  const l = Math.hypot(context.canvas.width, context.canvas.height)
  context.save()
  context.translate(tip.x, tip.y)
  context.rotate(angle)
  const round = context.createLinearGradient(0, -w / 2, 0, w / 2)
  round.addColorStop(0, `hsl(${skin.hue} 40% ${skin.light - 12}%)`)
  round.addColorStop(0.4, `hsl(${skin.hue} 46% ${skin.light + 6}%)`)
  round.addColorStop(1, `hsl(${skin.hue} 42% ${skin.light - 16}%)`)
  context.fillStyle = round
  context.shadowColor = 'rgba(0,0,0,0.4)'
  context.shadowBlur = unit * 0.02
  context.beginPath()
  context.roundRect(-unit * over, -w / 2, l, w, w / 2)
  context.fill()
  context.shadowColor = 'transparent'
  context.fillStyle = `hsla(${skin.hue - 4} 45% ${skin.light + 16}% / 0.8)`
  context.beginPath()
  context.roundRect(-unit * over + w * 0.1, -w * 0.28, w * 0.62, w * 0.56, w * 0.26)
  context.fill()
  context.restore()
}

function along(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

function edge(quad: Quad, { left }: Hand): [Point, Point] {
  return left ? [quad[0], quad[3]] : [quad[1], quad[2]]
}
