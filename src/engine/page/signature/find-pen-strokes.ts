import type { Box, Picture } from '../../picture/picture.ts'
import { shrinkWithin } from '../../picture/shrink.ts'

/** A pen's stroke is two to four pixels wide at this length of the document's longer side. */
const WORKING_SIDE = 600
/** Ink against the mean of its surroundings (as a share of the width): paper, patterns and shadows change more slowly. */
const SURROUNDINGS = 0.02
const DARKER = 30

/** Over this there are titles and names. */
const MIN_TOP = 0.4
/** As shares of the document's width and height. */
const SIZE = { leastWide: 0.1, mostWide: 0.5, leastHigh: 0.04, mostHigh: 0.25 }
/** A stroke's width as a share of the document's: print in capitals is as wide, portraits and stamps are wider. */
const MAX_STROKE = 0.008
/** Of the box around it a signature inks this much; less is a line of the layout, more a picture. */
const INK = { least: 0.03, most: 0.3 }
/** Strokes hang together over at least this share of the whole. */
const MIN_WIDEST = 0.4

/**
 * A signature that was not seen as a line of text: thin strokes that hang together, in the lower part of the document, clear of
 * everything that is known to be something else.
 */
export async function findPenStrokes(document: Picture, taken: readonly Box[]): Promise<Box | undefined> {
  const { picture, scale } = await shrinkWithin(document, WORKING_SIDE)
  const first = Math.floor(MIN_TOP * picture.height)
  const ink = inkOf(picture, first)
  for (const box of taken) clear(ink, picture, box, scale)
  const strokes = strokesOf(ink, picture).filter((stroke) => stroke.top > first && !isFrame(stroke, picture))
  const groups = strokes
    .filter(({ right, left }) => right - left > 0.02 * picture.width)
    .map((stroke) => joined(stroke, strokes, picture))
    .filter((group) => isSignature(group, picture))
  const [best] = groups.toSorted((a, b) => b.pixels - a.pixels)
  if (!best) return undefined
  const full = (value: number) => value / scale
  return {
    x: full(best.left),
    y: full(best.top),
    width: full(best.right - best.left + 1),
    height: full(best.bottom - best.top + 1),
  }
}

interface Stroke {
  left: number
  right: number
  top: number
  bottom: number
  pixels: number
  /** Pixels that border on paper. */
  edge: number
  /** Width of its widest part that hangs together. */
  widest: number
}

/** Edges of the document, tables and frames. */
const isFrame = ({ left, right, top, bottom }: Stroke, { width, height }: Picture): boolean =>
  left <= 1 ||
  top <= 1 ||
  right >= width - 2 ||
  bottom >= height - 2 ||
  right - left > SIZE.mostWide * width ||
  bottom - top > SIZE.mostHigh * height

function isSignature({ left, right, top, bottom, pixels, edge, widest }: Stroke, { width, height }: Picture): boolean {
  const wide = right - left + 1
  const high = bottom - top + 1
  if (wide < SIZE.leastWide * width || wide > SIZE.mostWide * width) return false
  if (high < SIZE.leastHigh * height || high > SIZE.mostHigh * height || high > wide) return false
  const share = pixels / (wide * high)
  const stroke = (2 * pixels) / Math.max(1, edge)
  return share >= INK.least && share <= INK.most && stroke <= MAX_STROKE * width && widest >= MIN_WIDEST * wide
}

/** With the strokes beside it that stand at its height: a signature is seldom one line. */
function joined(stroke: Stroke, strokes: readonly Stroke[], { width }: Picture): Stroke {
  const reach = 0.015 * width
  return strokes
    .filter((other) => other !== stroke)
    .toSorted((a, b) => a.left - b.left)
    .reduce((group, other) => {
      const beside = other.left < group.right + reach && other.right > group.left - reach
      const level = other.top < group.bottom && other.bottom > group.top
      if (!beside || !level) return group
      return {
        left: Math.min(group.left, other.left),
        right: Math.max(group.right, other.right),
        top: Math.min(group.top, other.top),
        bottom: Math.max(group.bottom, other.bottom),
        pixels: group.pixels + other.pixels,
        edge: group.edge + other.edge,
        widest: Math.max(group.widest, other.widest),
      }
    }, stroke)
}

/** Pixels darker than the mean of their surroundings, by a summed-area table; none above the first row. */
function inkOf({ width, height, data }: Picture, first: number): Uint8Array {
  const grey = new Uint8Array(width * height)
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = first; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const darkest = Math.min(data[at * 3] as number, data[at * 3 + 1] as number, data[at * 3 + 2] as number)
      grey[at] = darkest
      row += darkest
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] as number) + row
    }
  }
  const reach = Math.round(SURROUNDINGS * width)
  const ink = new Uint8Array(width * height)
  for (let y = first; y < height; y++) {
    const y0 = Math.max(first, y - reach)
    const y1 = Math.min(height, y + reach + 1)
    for (let x = 0; x < width; x++) {
      const x0 = Math.max(0, x - reach)
      const x1 = Math.min(width, x + reach + 1)
      const [above, below] = [y0 * (width + 1), y1 * (width + 1)]
      const sum =
        (sums[below + x1] as number) -
        (sums[above + x1] as number) -
        (sums[below + x0] as number) +
        (sums[above + x0] as number)
      if ((grey[y * width + x] as number) < sum / ((y1 - y0) * (x1 - x0)) - DARKER) ink[y * width + x] = 1
    }
  }
  return ink
}

function clear(ink: Uint8Array, { width, height }: Picture, box: Box, scale: number): void {
  const [left, top] = [Math.max(0, Math.floor(box.x * scale)), Math.max(0, Math.floor(box.y * scale))]
  const right = Math.min(width, Math.ceil((box.x + box.width) * scale))
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * scale))
  for (let y = top; y < bottom; y++) ink.fill(0, y * width + left, y * width + Math.max(left, right))
}

function strokesOf(ink: Uint8Array, { width, height }: Picture): Stroke[] {
  const seen = new Uint8Array(ink.length)
  const strokes: Stroke[] = []
  for (let start = 0; start < ink.length; start++) {
    if (!ink[start] || seen[start]) continue
    const stroke = { left: width, right: 0, top: height, bottom: 0, pixels: 0, edge: 0, widest: 0 }
    const waiting = [start]
    seen[start] = 1
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % width
      const y = Math.floor(at / width)
      stroke.left = Math.min(stroke.left, x)
      stroke.right = Math.max(stroke.right, x)
      stroke.top = Math.min(stroke.top, y)
      stroke.bottom = Math.max(stroke.bottom, y)
      stroke.pixels++
      let inside = true
      for (let ny = y - 1; ny <= y + 1; ny++) {
        for (let nx = x - 1; nx <= x + 1; nx++) {
          const next = ny * width + nx
          if (nx < 0 || ny < 0 || nx >= width || ny >= height || !ink[next]) {
            inside = false
            continue
          }
          if (seen[next]) continue
          seen[next] = 1
          waiting.push(next)
        }
      }
      if (!inside) stroke.edge++
    }
    stroke.widest = stroke.right - stroke.left + 1
    // A speck is noise of the picture.
    if (stroke.pixels > 4) strokes.push(stroke)
  }
  return strokes
}
