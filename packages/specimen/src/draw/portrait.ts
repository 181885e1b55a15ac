import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import type { Random } from '../random.ts'
import { waves } from './guilloche.ts'
import { type Box, markRegion, type Sheet, writeText } from './sheet.ts'

/** A picture of a head and shoulders for the document, and how it is printed. */
export interface Portrait {
  picture: Uint8Array
  /**
   * The part of the picture to print, in its pixels; the whole picture if absent. It is cropped to the frame's shape.
   */
  crop?: Box
  /** Engraved by laser, without colour. */
  grey?: boolean
}

export interface LoadedPortrait {
  image: Image
  crop: Box
  grey: boolean
}

export async function loadPortrait(portrait: Portrait, greyByDefault: boolean): Promise<LoadedPortrait> {
  const image = await loadImage(Buffer.from(portrait.picture))
  const crop = portrait.crop ?? { x: 0, y: 0, width: image.width, height: image.height }
  return { image, crop, grey: portrait.grey ?? greyByDefault }
}

/** Prints the portrait into the frame, or a drawn placeholder marked as such. */
export function printPortrait(
  sheet: Sheet,
  frame: Box,
  portrait: LoadedPortrait | undefined,
  lines: string,
  random: Random,
): void {
  const { context } = sheet
  context.save()
  context.beginPath()
  context.roundRect(frame.x, frame.y, frame.width, frame.height, 0.8)
  context.clip()
  context.fillStyle = '#eef0f2'
  context.fillRect(frame.x, frame.y, frame.width, frame.height)
  if (portrait) {
    paint(sheet, frame, portrait, 1)
    // The lines of a laminate or of the background print continue over the edge of the picture.
    waves(sheet, { ...frame, x: frame.x + frame.width * 0.78, width: frame.width * 0.22 }, lines, random, 16, 0.4)
    waves(sheet, { ...frame, y: frame.y + frame.height * 0.86, height: frame.height * 0.14 }, lines, random, 6, 0.4)
  } else {
    placeholder(sheet, frame)
  }
  context.restore()
  markRegion(sheet, 'portrait', frame)
}

/** The faint second picture of many documents. */
export function printGhost(sheet: Sheet, frame: Box, portrait: LoadedPortrait | undefined): void {
  if (!portrait) return
  paint(sheet, frame, { ...portrait, grey: true }, 0.28)
}

function paint(sheet: Sheet, frame: Box, { image, crop, grey }: LoadedPortrait, alpha: number): void {
  const part = cover(crop, frame.width / frame.height)
  const width = Math.max(1, Math.round(frame.width * sheet.perMm))
  const height = Math.max(1, Math.round(frame.height * sheet.perMm))
  const print = createCanvas(width, height)
  const context = print.getContext('2d')
  context.imageSmoothingQuality = 'high'
  if (grey) context.filter = 'grayscale(1) contrast(1.06)'
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height)
  sheet.context.save()
  sheet.context.globalAlpha = alpha
  sheet.context.drawImage(print, frame.x, frame.y, frame.width, frame.height)
  sheet.context.restore()
}

/** The largest part of the box with the wanted aspect ratio, aligned towards the top, where the head is. */
function cover(box: Box, ratio: number): Box {
  if (box.width / box.height > ratio) {
    const width = box.height * ratio
    return { ...box, x: box.x + (box.width - width) / 2, width }
  }
  const height = box.width / ratio
  return { ...box, y: box.y + (box.height - height) * 0.3, height }
}

function placeholder(sheet: Sheet, frame: Box): void {
  const { context } = sheet
  const { x, y, width: w, height: h } = frame
  context.strokeStyle = '#5a6472'
  context.lineWidth = 0.3
  context.beginPath()
  context.ellipse(x + w / 2, y + h * 0.4, w * 0.22, h * 0.24, 0, 0, Math.PI * 2)
  context.moveTo(x + w * 0.06, y + h)
  context.bezierCurveTo(x + w * 0.1, y + h * 0.74, x + w * 0.36, y + h * 0.74, x + w * 0.4, y + h * 0.63)
  context.moveTo(x + w * 0.94, y + h)
  context.bezierCurveTo(x + w * 0.9, y + h * 0.74, x + w * 0.64, y + h * 0.74, x + w * 0.6, y + h * 0.63)
  context.moveTo(x + w * 0.28, y + h * 0.36)
  context.bezierCurveTo(x + w * 0.26, y + h * 0.1, x + w * 0.74, y + h * 0.1, x + w * 0.72, y + h * 0.36)
  context.moveTo(x + w * 0.37, y + h * 0.37)
  context.lineTo(x + w * 0.46, y + h * 0.37)
  context.moveTo(x + w * 0.54, y + h * 0.37)
  context.lineTo(x + w * 0.63, y + h * 0.37)
  context.moveTo(x + w * 0.5, y + h * 0.38)
  context.lineTo(x + w * 0.48, y + h * 0.47)
  context.lineTo(x + w * 0.52, y + h * 0.47)
  context.moveTo(x + w * 0.43, y + h * 0.54)
  context.quadraticCurveTo(x + w * 0.5, y + h * 0.57, x + w * 0.57, y + h * 0.54)
  context.stroke()
  writeText(sheet, 'PLACEHOLDER', x + w / 2, y + h * 0.95, { size: 1.5, align: 'center', color: '#5a6472' })
}
