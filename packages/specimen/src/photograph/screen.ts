import { type Canvas, createCanvas, type Image, type SKRSContext2D } from '@napi-rs/canvas'
import type { Random } from '../random.ts'

interface ScreenShown {
  canvas: Canvas
  /** The picture on the display, in the canvas's pixels. */
  part: { x: number; y: number; width: number; height: number }
}

/** Canvas pixels per pixel of the display: one for each stripe. */
const STRIPES = 3

/**
 * A display of a phone, tablet or laptop that shows the picture, with its bezel. `grid` is the fraction of the contrast
 * of its pixels that reaches the camera: it is low if they are finer than the lens resolves.
 */
export function drawOnScreen(picture: Image, random: Random, grid = 1): ScreenShown {
  // The fewer display pixels the picture has, the coarser the grid.
  const pixels = random.whole(520, 760)
  const lines = Math.round((pixels * picture.height) / picture.width)
  const around = Math.round(pixels * random.between(0.02, 0.08))
  const bezel = Math.round(pixels * random.between(0.015, 0.05))
  const edge = (around + bezel) * STRIPES
  const part = { x: edge, y: edge, width: pixels * STRIPES, height: lines * STRIPES }
  const canvas = createCanvas(part.width + 2 * edge, part.height + 2 * edge)
  const context = canvas.getContext('2d')
  context.fillStyle = '#0d0d0f'
  context.beginPath()
  context.roundRect(0, 0, canvas.width, canvas.height, bezel * STRIPES * 1.4)
  context.fill()
  const lit = {
    x: bezel * STRIPES,
    y: bezel * STRIPES,
    width: canvas.width - 2 * bezel * STRIPES,
    height: canvas.height - 2 * bezel * STRIPES,
  }
  context.fillStyle = random.pick(['#000000', '#f2f2f4', '#1c1c20'])
  context.fillRect(lit.x, lit.y, lit.width, lit.height)

  const display = createCanvas(pixels, lines)
  const shown = display.getContext('2d')
  shown.imageSmoothingQuality = 'high'
  shown.filter = `contrast(${random.between(1.02, 1.16)}) saturate(${random.between(1.05, 1.25)}) brightness(${random.between(1, 1.1)})`
  shown.drawImage(picture, 0, 0, pixels, lines)
  context.imageSmoothingEnabled = false
  context.drawImage(display, part.x, part.y, part.width, part.height)
  stripe(context, lit, random, grid)
  reflect(context, canvas, random)
  return { canvas, part }
}

/** Red, green and blue stripes with dark gaps, at a strength that keeps the mean brightness about the same. */
function stripe(context: SKRSContext2D, lit: ScreenShown['part'], random: Random, grid: number): void {
  const share = (low: number, high: number) => Math.round(grid * random.whole(low, high))
  const cell = createCanvas(STRIPES, STRIPES)
  const pen = cell.getContext('2d')
  const low = Math.round(255 * (1 - grid * (1 - random.between(0.42, 0.68))))
  const colors = [`rgb(255 ${low} ${low})`, `rgb(${low} 255 ${low})`, `rgb(${low} ${low} 255)`]
  for (const [column, color] of colors.entries()) {
    pen.fillStyle = color
    pen.fillRect(column, 0, 1, STRIPES)
  }
  pen.fillStyle = `rgba(0,0,0,${grid * random.between(0.25, 0.5)})`
  pen.fillRect(0, STRIPES - 1, STRIPES, 1)
  const pattern = context.createPattern(cell, 'repeat')
  if (!pattern) throw new Error('no pattern could be made')
  context.save()
  context.globalCompositeOperation = 'multiply'
  context.fillStyle = pattern
  context.fillRect(lit.x, lit.y, lit.width, lit.height)
  // Backlight: compensates the loss by the stripes, more in blue than in red.
  context.globalCompositeOperation = 'screen'
  context.fillStyle = `rgb(${share(26, 44)} ${share(30, 48)} ${share(44, 70)})`
  context.fillRect(lit.x, lit.y, lit.width, lit.height)
  context.globalCompositeOperation = 'color-dodge'
  context.fillStyle = `rgb(${share(36, 56)} ${share(36, 56)} ${share(40, 60)})`
  context.fillRect(lit.x, lit.y, lit.width, lit.height)
  context.restore()
}

/** A window on the glass. */
function reflect(context: SKRSContext2D, { width, height }: Canvas, random: Random): void {
  context.save()
  context.globalCompositeOperation = 'screen'
  context.translate(width * random.between(0.1, 0.8), height * random.between(-0.1, 0.5))
  context.rotate(random.between(-0.5, 0.5))
  const pane = context.createLinearGradient(0, 0, width * 0.3, height * 0.4)
  pane.addColorStop(0, `rgba(255,255,255,${random.between(0.08, 0.26)})`)
  pane.addColorStop(1, 'rgba(255,255,255,0)')
  context.fillStyle = pane
  context.fillRect(0, 0, width * random.between(0.2, 0.45), height * random.between(0.3, 0.7))
  context.restore()
}
