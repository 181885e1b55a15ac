import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../random.ts'

export const BACKGROUNDS = ['wood', 'cloth', 'desk', 'paper', 'hand'] as const
export type Background = (typeof BACKGROUNDS)[number]

/** Paints the background of a photographed document. */
export function paintBackground(context: SKRSContext2D, background: Background, random: Random): void {
  const { width, height } = context.canvas
  const painters = { wood, cloth, desk, paper, hand: room }
  context.save()
  painters[background](context, width, height, random)
  context.restore()
}

function wood(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const [hue, light] = [random.between(18, 38), random.between(22, 62)]
  const plank = height / random.whole(2, 4)
  const turned = random.next() < 0.5
  if (turned) {
    context.translate(width, 0)
    context.rotate(Math.PI / 2)
  }
  const [long, deep] = turned ? [height, width] : [width, height]
  for (let y = 0; y < deep; y += plank) {
    context.fillStyle = `hsl(${hue + random.between(-3, 3)} 42% ${light + random.between(-4, 4)}%)`
    context.fillRect(0, y, long, plank)
    for (let grain = 0; grain < 46; grain++) {
      const base = y + random.between(0, plank)
      const sway = random.between(2, 16)
      context.strokeStyle = `hsla(${hue - 4} 45% ${light + random.between(-16, 8)}% / ${random.between(0.1, 0.4)})`
      context.lineWidth = random.between(0.8, 3.4)
      context.beginPath()
      context.moveTo(0, base)
      context.bezierCurveTo(long * 0.3, base + sway, long * 0.6, base - sway, long, base + random.between(-8, 8))
      context.stroke()
    }
    context.fillStyle = 'rgba(20,10,4,0.45)'
    context.fillRect(0, y, long, 2.5)
  }
}

function cloth(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const [hue, saturation, light] = [random.between(0, 360), random.between(8, 55), random.between(22, 74)]
  context.fillStyle = `hsl(${hue} ${saturation}% ${light}%)`
  context.fillRect(0, 0, width, height)
  const cell = random.whole(5, 10)
  const weave = createCanvas(cell, cell)
  const thread = weave.getContext('2d')
  thread.strokeStyle = `hsla(${hue} ${saturation}% ${light - 16}% / 0.6)`
  thread.strokeRect(0, 0, cell, cell / 2)
  thread.strokeStyle = `hsla(${hue} ${saturation}% ${light + 14}% / 0.5)`
  thread.strokeRect(cell / 2, cell / 2, cell / 2, cell)
  const pattern = context.createPattern(weave, 'repeat')
  if (!pattern) throw new Error('no pattern could be made')
  context.fillStyle = pattern
  context.fillRect(0, 0, width, height)
  if (random.next() < 0.4) checks(context, width, height, hue + 180, random)
  for (let fold = 0; fold < 5; fold++) {
    const x = random.between(-0.2, 1) * width
    const shade = context.createLinearGradient(
      x,
      0,
      x + width * random.between(0.1, 0.3),
      height * random.between(0, 0.4),
    )
    shade.addColorStop(0, 'rgba(0,0,0,0)')
    shade.addColorStop(0.5, `rgba(0,0,0,${random.between(0.1, 0.3)})`)
    shade.addColorStop(1, 'rgba(255,255,255,0.06)')
    context.fillStyle = shade
    context.fillRect(0, 0, width, height)
  }
}

function checks(context: SKRSContext2D, width: number, height: number, hue: number, random: Random): void {
  const step = random.between(70, 190)
  context.fillStyle = `hsla(${hue % 360} 40% 40% / 0.28)`
  for (let x = 0; x < width; x += step) context.fillRect(x, 0, step * 0.45, height)
  for (let y = 0; y < height; y += step) context.fillRect(0, y, width, step * 0.45)
}

function desk(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const grey = random.between(18, 90)
  const hue = random.between(0, 360)
  const plate = context.createLinearGradient(0, 0, width, height)
  plate.addColorStop(0, `hsl(${hue} 8% ${grey}%)`)
  plate.addColorStop(1, `hsl(${hue} 8% ${grey - 8}%)`)
  context.fillStyle = plate
  context.fillRect(0, 0, width, height)
  for (let thing = random.whole(1, 4); thing > 0; thing--) {
    context.save()
    context.translate(random.between(-0.1, 1.1) * width, random.between(-0.1, 1.1) * height)
    context.rotate(random.between(0, Math.PI))
    context.shadowColor = 'rgba(0,0,0,0.4)'
    context.shadowBlur = 18
    context.shadowOffsetY = 6
    context.fillStyle = `hsl(${random.between(0, 360)} ${random.between(5, 60)}% ${random.between(15, 92)}%)`
    const [w, h] =
      random.next() < 0.4 ? [width * 0.45, 26] : [width * random.between(0.15, 0.4), height * random.between(0.2, 0.5)]
    context.beginPath()
    context.roundRect(-w / 2, -h / 2, w, h, Math.min(w, h) * 0.1)
    context.fill()
    context.restore()
  }
}

function paper(context: SKRSContext2D, width: number, height: number, random: Random): void {
  context.fillStyle = `hsl(${random.between(20, 60)} 12% ${random.between(80, 95)}%)`
  context.fillRect(0, 0, width, height)
  context.rotate(random.between(-0.15, 0.15))
  const line = random.between(26, 52)
  const printed = random.next() < 0.6
  for (let y = -height * 0.2; y < height * 1.2; y += line) {
    context.fillStyle = printed ? 'rgba(50,50,58,0.55)' : 'rgba(70,110,180,0.35)'
    if (!printed) context.fillRect(-width * 0.2, y, width * 1.4, 1.6)
    else
      for (let x = 0; x < width; x += random.between(30, 130))
        context.fillRect(x, y, random.between(16, 84), line * 0.22)
  }
}

/** An indoor background, far out of focus. */
function room(context: SKRSContext2D, width: number, height: number, random: Random): void {
  const small = createCanvas(Math.ceil(width / 8), Math.ceil(height / 8))
  const pen = small.getContext('2d')
  pen.fillStyle = `hsl(${random.between(0, 360)} 14% ${random.between(25, 75)}%)`
  pen.fillRect(0, 0, small.width, small.height)
  pen.filter = 'blur(7px)'
  for (let blob = 0; blob < 16; blob++) {
    pen.fillStyle = `hsla(${random.between(0, 360)} ${random.between(5, 45)}% ${random.between(10, 92)}% / 0.75)`
    pen.fillRect(
      random.between(-0.2, 1) * small.width,
      random.between(-0.2, 1) * small.height,
      random.between(10, 90),
      random.between(10, 90),
    )
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(small, 0, 0, width, height)
}
