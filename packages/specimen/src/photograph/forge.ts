import { decode, toJpeg } from '../../../../src/vision/picture/decode.ts'
import { applyHomography, invertHomography, quadToRect } from '../../../../src/vision/picture/matrix.ts'
import type { Picture, Point, Size } from '../../../../src/vision/picture/picture.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'
import type { Photograph } from './photograph.ts'

interface Forgery {
  /** The parts to copy, in the pixels of the document as drawn. */
  parts: readonly Quad[]
  /** The document as it was drawn. */
  sheet: Size
  /** Hard edges, or soft ones with adjusted light and colour. */
  blended: boolean
  /** Quality of the JPEG that the forger saves. */
  quality: number
}

/** Margin around a part, and the width of a soft edge: fractions of the document's height. */
const ROOM = 0.006
const SOFT = 0.02

/**
 * A photograph of a document into which parts of another document's photograph were pasted, as with a picture editor.
 */
export async function forge(base: Photograph, donor: Photograph, forgery: Forgery): Promise<Uint8Array> {
  const [canvas, source] = await Promise.all([decode(base.jpeg), decode(donor.jpeg)])
  const toSheet = quadToRect(base.quad, forgery.sheet)
  const toDonor = invertHomography(quadToRect(donor.quad, forgery.sheet))
  for (const part of forgery.parts) {
    const corners = part.map((corner) => applyHomography(invertHomography(toSheet), corner))
    const pixels = pixelsWithin(canvas, corners, 0.04 * forgery.sheet.height).map(({ x, y }) => {
      const at = applyHomography(toSheet, { x, y })
      return { x, y, weight: weightAt(at, part, forgery), colour: sample(source, applyHomography(toDonor, at)) }
    })
    const shift = forgery.blended ? shiftOf(canvas, pixels) : [0, 0, 0]
    for (const { x, y, weight, colour } of pixels) {
      const first = (y * canvas.width + x) * 3
      for (const [channel, value] of colour.entries()) {
        const before = canvas.data[first + channel] ?? 0
        const pasted = Math.min(255, Math.max(0, value + (shift[channel] ?? 0)))
        canvas.data[first + channel] = Math.round(before + weight * (pasted - before))
      }
    }
  }
  return toJpeg(canvas, forgery.quality)
}

interface Pasted extends Point {
  weight: number
  colour: [number, number, number]
}

function pixelsWithin({ width, height }: Size, corners: readonly Point[], margin: number): Point[] {
  const within = (values: number[], most: number) => ({
    from: Math.max(0, Math.floor(Math.min(...values) - margin)),
    to: Math.min(most - 1, Math.ceil(Math.max(...values) + margin)),
  })
  const across = within(
    corners.map(({ x }) => x),
    width,
  )
  const down = within(
    corners.map(({ y }) => y),
    height,
  )
  return Array.from({ length: Math.max(0, down.to - down.from + 1) }, (_, row) =>
    Array.from({ length: Math.max(0, across.to - across.from + 1) }, (_, column) => ({
      x: across.from + column,
      y: down.from + row,
    })),
  ).flat()
}

/** 1 within the part, 0 outside; a soft edge falls gradually. */
function weightAt({ x, y }: Point, part: Quad, { sheet, blended }: Forgery): number {
  const xs = part.map((corner) => corner.x)
  const ys = part.map((corner) => corner.y)
  const outside = Math.max(Math.min(...xs) - x, x - Math.max(...xs), Math.min(...ys) - y, y - Math.max(...ys))
  const room = ROOM * sheet.height
  if (!blended) return outside <= room ? 1 : 0
  return Math.min(1, Math.max(0, 1 - (outside - room) / (SOFT * sheet.height)))
}

/** Adjusts the pasted part's colours to those around it, measured at its edge. */
function shiftOf(canvas: Picture, pixels: readonly Pasted[]): number[] {
  const edge = pixels.filter(({ weight }) => weight > 0 && weight < 1)
  if (!edge.length) return [0, 0, 0]
  return [0, 1, 2].map((channel) => {
    const sum = edge.reduce(
      (total, { x, y, colour }) =>
        total + (canvas.data[(y * canvas.width + x) * 3 + channel] ?? 0) - (colour[channel] ?? 0),
      0,
    )
    return sum / edge.length
  })
}

/** Bilinear interpolation. */
function sample({ width, height, data }: Picture, { x, y }: Point): [number, number, number] {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)))
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)))
  const [across, down] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))]
  const at = (row: number, column: number, channel: number) =>
    data[((top + row) * width + left + column) * 3 + channel] ?? 0
  return [0, 1, 2].map((channel) => {
    const above = at(0, 0, channel) * (1 - across) + at(0, 1, channel) * across
    const below = at(1, 0, channel) * (1 - across) + at(1, 1, channel) * across
    return above * (1 - down) + below * down
  }) as [number, number, number]
}
