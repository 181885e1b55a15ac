import { type Canvas, createCanvas, ImageData, loadImage } from '@napi-rs/canvas'
import { type Photograph, type PhotographOptions, shoot } from './photograph.ts'
import { type Random, random } from './random.ts'
import { drawOnScreen } from './screen.ts'

export const ATTACKS = ['screen', 'grey-copy', 'colour-copy', 'print'] as const
/** Ways to show something that is not the document itself. */
export type Attack = (typeof ATTACKS)[number]

/** A photograph of the document's reproduction of the given kind. */
export function attack(kind: Attack, picture: Uint8Array, options: PhotographOptions = {}): Promise<Photograph> {
  switch (kind) {
    case 'screen':
      return rephotographScreen(picture, options)
    case 'grey-copy':
      return photocopy(picture, 'grey', options)
    case 'colour-copy':
      return photocopy(picture, 'colour', options)
    case 'print':
      return printOut(picture, options)
  }
}

/** The picture on a display: stripes of its pixels, their beat with the camera's, bezel, gamma, reflections. */
export async function rephotographScreen(picture: Uint8Array, options: PhotographOptions = {}): Promise<Photograph> {
  const source = random(`screen/${options.seed ?? 1}`)
  const { canvas, part } = drawOnScreen(await loadImage(Buffer.from(picture)), source)
  return shoot({ canvas, part, aliased: true }, options)
}

/** A copy on plain paper, cut out or with a margin: washed-out lights, blocked-up darks, toner dust, streaks. */
export async function photocopy(
  picture: Uint8Array,
  ink: 'grey' | 'colour',
  options: PhotographOptions = {},
): Promise<Photograph> {
  const source = random(`${ink} copy/${options.seed ?? 1}`)
  const copy = await canvasOf(picture)
  const screen = dotScreen(source.between(5, 7))
  const gain = source.between(1.2, 1.45)
  eachPixel(copy, (data, at, x, y) => {
    const [r, g, b] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const dot = (screen[((y & 63) << 6) | (x & 63)] as number) * 26
    const grey = 0.3 * r + 0.59 * g + 0.11 * b
    if (ink === 'grey') {
      data[at] = data[at + 1] = data[at + 2] = copied(grey, gain, dot)
    } else {
      // Toner keeps the hue and loses some of the saturation.
      data[at] = copied(grey + (r - grey) * 0.85, gain, dot)
      data[at + 1] = copied(grey + (g - grey) * 0.85, gain, -dot)
      data[at + 2] = copied(grey + (b - grey) * 0.85, gain, dot)
    }
  })
  dust(copy, source)
  return onPaper(copy, options, source)
}

/** An ink-jet print: a rosette of dots in each colour, a smaller gamut, bands where the head passed. */
export async function printOut(picture: Uint8Array, options: PhotographOptions = {}): Promise<Photograph> {
  const source = random(`print/${options.seed ?? 1}`)
  const copy = await canvasOf(picture)
  const cell = source.between(5, 7)
  const screens = [dotScreen(cell, 0.26), dotScreen(cell, 1.31), dotScreen(cell, 0)]
  const band = source.between(18, 40)
  eachPixel(copy, (data, at, x, y) => {
    const pass = 1 - 0.05 * Math.max(0, Math.sin((y / band) * Math.PI * 2)) ** 6
    for (let channel = 0; channel < 3; channel++) {
      const value = (30 + (data[at + channel] as number) * 0.82) * pass
      const dot = (screens[channel] as Float32Array)[((y & 63) << 6) | (x & 63)] as number
      // Dots show most in the middle tones.
      data[at + channel] = value + dot * 62 * (1 - Math.abs(value - 128) / 160)
    }
  })
  return onPaper(copy, options, source)
}

/** Toner's curve: light greys vanish into the paper, dark ones into black. */
function copied(value: number, gain: number, dot: number): number {
  const raised = (value - 132) * gain + 142
  return raised + dot * (raised > 40 && raised < 225 ? 1 : 0.15)
}

async function canvasOf(picture: Uint8Array): Promise<Canvas> {
  const image = await loadImage(Buffer.from(picture))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}

/** −1..1 in a tile of 64 by 64 that repeats: the dots of a printing screen at an angle. */
function dotScreen(cell: number, angle = Math.PI / 4): Float32Array {
  const tile = new Float32Array(64 * 64)
  // Whole numbers of periods in the tile, so that it has no seam.
  const [u, v] = [Math.round((64 / cell) * Math.cos(angle)), Math.round((64 / cell) * Math.sin(angle))]
  for (let y = 0; y < 64; y++) {
    for (let x = 0; x < 64; x++) {
      const one = Math.cos(((x * u + y * v) / 64) * Math.PI * 2)
      const other = Math.cos(((y * u - x * v) / 64) * Math.PI * 2)
      tile[(y << 6) | x] = (one + other) / 2
    }
  }
  return tile
}

function eachPixel(canvas: Canvas, change: (data: Uint8ClampedArray, at: number, x: number, y: number) => void): void {
  const context = canvas.getContext('2d')
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  let at = 0
  for (let y = 0; y < canvas.height; y++) for (let x = 0; x < canvas.width; x++, at += 4) change(data, at, x, y)
  context.putImageData(new ImageData(data, canvas.width, canvas.height), 0, 0)
}

function dust(canvas: Canvas, source: Random): void {
  const context = canvas.getContext('2d')
  for (let speck = source.whole(60, 220); speck > 0; speck--) {
    context.fillStyle = `rgba(30,30,30,${source.between(0.2, 0.7)})`
    const size = source.between(0.6, 2.6)
    context.fillRect(source.between(0, canvas.width), source.between(0, canvas.height), size, size)
  }
  for (let streak = source.whole(1, 4); streak > 0; streak--) {
    context.fillStyle = `rgba(40,40,40,${source.between(0.05, 0.16)})`
    context.fillRect(source.between(0, canvas.width), 0, source.between(1, 5), canvas.height)
  }
}

/** Half of the copies are cut out along the edge, the others lie on their sheet. */
function onPaper(copy: Canvas, options: PhotographOptions, source: Random): Photograph {
  if (source.next() < 0.5) return shoot({ canvas: copy }, options)
  const margin = Math.round(copy.width * source.between(0.06, 0.16))
  const sheet = createCanvas(copy.width + margin * 2, copy.height + margin * 2)
  const context = sheet.getContext('2d')
  context.fillStyle = '#f6f6f4'
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.drawImage(copy, margin, margin)
  return shoot({ canvas: sheet, part: { x: margin, y: margin, width: copy.width, height: copy.height } }, options)
}
