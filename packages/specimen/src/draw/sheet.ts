import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { PageSide, VisualFieldName } from '../../../../src/formats/document-words.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import type { PrintedField, RegionName, SideTruth } from '../issue/truth.ts'
import { type Face, font, type Weight } from './fonts.ts'

/** One side of a document while it is drawn. Its context is scaled: coordinates are millimetres from the top left. */
export interface Sheet {
  side: PageSide
  width: number
  height: number
  perMm: number
  canvas: Canvas
  context: SKRSContext2D
  fields: PrintedField[]
  regions: Partial<Record<RegionName, Quad>>
}

interface TextStyle {
  face?: Face
  /** Font families that are tried before the typeface's own, for other scripts. */
  families?: string | undefined
  /** Written from right to left. */
  rightToLeft?: boolean
  weight?: Weight
  /** Height of the font's em in millimetres. */
  size: number
  color?: string
  align?: 'left' | 'center' | 'right'
  /** The text is drawn smaller until it fits. */
  maxWidth?: number
  spacing?: number
  alpha?: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function openSheet(side: PageSide, width: number, height: number, perMm: number): Sheet {
  const canvas = createCanvas(Math.round(width * perMm), Math.round(height * perMm))
  const context = canvas.getContext('2d')
  context.scale(perMm, perMm)
  return { side, width, height, perMm, canvas, context, fields: [], regions: {} }
}

/** Writes a line of text with its baseline at y and returns its box. */
export function writeText(sheet: Sheet, text: string, x: number, y: number, style: TextStyle): Box {
  const { context, perMm } = sheet
  const { face = 'sans', weight = 400, color = '#1b1b22', align = 'left', maxWidth, spacing = 0, alpha = 1 } = style
  // Drawn in pixels, because fonts with a size of a few units are rounded before scaling.
  context.save()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = color
  context.globalAlpha = alpha
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  if (style.rightToLeft) context.direction = 'rtl'
  let pixels = style.size * perMm
  context.font = font(face, weight, pixels, style.families)
  context.letterSpacing = `${spacing * perMm}px`
  let width = context.measureText(text).width
  if (maxWidth && width > maxWidth * perMm) {
    pixels *= (maxWidth * perMm) / width
    context.font = font(face, weight, pixels, style.families)
    width = context.measureText(text).width
  }
  const left = align === 'left' ? x * perMm : align === 'center' ? x * perMm - width / 2 : x * perMm - width
  context.fillText(text, left, y * perMm)
  context.restore()
  const size = pixels / perMm
  return { x: left / perMm, y: y - size * 0.8, width: width / perMm, height: size }
}

interface FieldStyle {
  /** The value, including its further lines. */
  whole?: string
  label?: string
  labelSize?: number
  labelColor?: string
  size?: number
  face?: Face
  weight?: Weight
  color?: string
  maxWidth?: number
  /** Distance between the baselines of label and value. */
  gap?: number
}

/** Prints a value with the label above it, and records it in the truth. `y` is the baseline of the label. */
export function writeField(
  sheet: Sheet,
  name: VisualFieldName | undefined,
  value: string,
  x: number,
  y: number,
  style: FieldStyle = {},
  date?: string,
): void {
  const { label, labelSize = 1.55, labelColor = '#4b5570', size = 2.7, gap = 3, maxWidth } = style
  const width = maxWidth ? { maxWidth } : {}
  if (label) writeText(sheet, label, x, y, { size: labelSize, color: labelColor, ...width })
  const box = writeText(sheet, value, x, label ? y + gap : y, {
    size,
    weight: style.weight ?? 700,
    ...width,
    ...(style.face ? { face: style.face } : {}),
    ...(style.color ? { color: style.color } : {}),
  })
  if (name)
    sheet.fields.push({ name, value: style.whole ?? value, ...(date ? { date } : {}), quad: quadOf(sheet, box) })
}

export function markRegion(sheet: Sheet, name: RegionName, box: Box): void {
  sheet.regions[name] = quadOf(sheet, box)
}

export function sideTruth(sheet: Sheet): SideTruth {
  return {
    side: sheet.side,
    width: sheet.canvas.width,
    height: sheet.canvas.height,
    visual: sheet.fields,
    regions: sheet.regions,
  }
}

function quadOf({ perMm }: Sheet, { x, y, width, height }: Box): Quad {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((value) => Math.round(value * perMm * 10) / 10)
  if (left === undefined || top === undefined || right === undefined || bottom === undefined) throw new Error('no box')
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ]
}
