import { type Box, joinBoxes } from '../../picture/box.ts'
import { findComponents } from '../../picture/components.ts'
import { darkestChannel, type Picture } from '../../picture/picture.ts'
import { shrinkWithin } from '../../picture/shrink.ts'
import { sumsOf } from '../../picture/sums.ts'

/** A pen's stroke is two to four pixels wide at this length of the document's longer side. */
const WORKING_SIDE = 600
/** Ink against the mean of its surroundings (as a share of the width): paper, patterns and shadows change more slowly. */
const SURROUNDINGS = 0.02
const DARKER = 30

/** Above this there are titles and names. */
const MIN_TOP = 0.4
/** As shares of the document's width and height. */
const SIZE = { leastWide: 0.1, mostWide: 0.5, leastHigh: 0.04, mostHigh: 0.25 }
/** A stroke's width as a share of the document's: print in capitals is as wide, portraits and stamps are wider. */
const MAX_STROKE = 0.008
/** A signature covers this share of its box with ink; less is a line of the layout, more a picture. */
const INK = { least: 0.03, most: 0.3 }
/** The widest connected stroke spans at least this share of the whole. */
const MIN_WIDEST = 0.4

/**
 * Finds a signature that was not seen as a line of text: thin connected strokes in the lower part of the document, clear of
 * everything known to be something else.
 */
export async function findPenStrokes(document: Picture, taken: readonly Box[]): Promise<Box | undefined> {
  const { picture, scale } = await shrinkWithin(document, WORKING_SIDE)
  const first = Math.floor(MIN_TOP * picture.height)
  const ink = inkOf(picture, first)
  for (const box of taken) clearBox(ink, picture, box, scale)
  const strokes = findStrokes(ink, picture).filter(({ box }) => box.y > first && !isFrame(box, picture))
  const groups = strokes
    .filter(({ box }) => box.width - 1 > MIN_BEGINNING * picture.width)
    .map((stroke) => joinStrokes(stroke, strokes, picture))
    .filter((group) => isSignature(group, picture))
  const [best] = groups.toSorted((a, b) => b.pixels - a.pixels)
  if (!best) return undefined
  const { x, y, width, height } = best.box
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale }
}

/** A signature begins with a stroke at least this wide, as a share of the document's width. */
const MIN_BEGINNING = 0.02
/** So few pixels are noise. */
const SPECK = 4

interface Stroke {
  box: Box
  pixels: number
  /** Pixels that border on paper. */
  edge: number
  /** Width of its widest connected part. */
  widest: number
}

/** Edges of the document, tables and frames. */
const isFrame = (box: Box, { width, height }: Picture): boolean =>
  box.x <= 1 ||
  box.y <= 1 ||
  box.x + box.width >= width - 1 ||
  box.y + box.height >= height - 1 ||
  box.width - 1 > SIZE.mostWide * width ||
  box.height - 1 > SIZE.mostHigh * height

function isSignature({ box, pixels, edge, widest }: Stroke, { width, height }: Picture): boolean {
  const { width: wide, height: high } = box
  if (wide < SIZE.leastWide * width || wide > SIZE.mostWide * width) return false
  if (high < SIZE.leastHigh * height || high > SIZE.mostHigh * height || high > wide) return false
  const share = pixels / (wide * high)
  const stroke = (2 * pixels) / Math.max(1, edge)
  return share >= INK.least && share <= INK.most && stroke <= MAX_STROKE * width && widest >= MIN_WIDEST * wide
}

/** Joins a stroke with those next to it at the same height: a signature is seldom a single stroke. */
function joinStrokes(stroke: Stroke, strokes: readonly Stroke[], { width }: Picture): Stroke {
  const reach = 0.015 * width
  return strokes
    .filter((other) => other !== stroke)
    .toSorted((a, b) => a.box.x - b.box.x)
    .reduce((group, other) => {
      if (!areNeighbours(group.box, other.box, reach)) return group
      return {
        box: joinBoxes([group.box, other.box]),
        pixels: group.pixels + other.pixels,
        edge: group.edge + other.edge,
        widest: Math.max(group.widest, other.widest),
      }
    }, stroke)
}

/** Less than `reach` apart, and sharing more than their outermost rows. */
const areNeighbours = (a: Box, b: Box, reach: number): boolean =>
  b.x < a.x + a.width - 1 + reach &&
  b.x + b.width - 1 > a.x - reach &&
  b.y < a.y + a.height - 1 &&
  b.y + b.height - 1 > a.y

/** Pixels darker than the mean of their surroundings; none above the first row. */
function inkOf(picture: Picture, first: number): Uint8Array {
  const { width, height } = picture
  const grey = darkestChannel(picture)
  const sumIn = sumsOf(grey, picture)
  const reach = Math.round(SURROUNDINGS * width)
  const ink = new Uint8Array(width * height)
  for (let y = first; y < height; y++) {
    const [top, bottom] = [Math.max(first, y - reach), Math.min(height, y + reach + 1)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)]
      const mean = sumIn(left, top, right, bottom) / ((bottom - top) * (right - left))
      if ((grey[y * width + x] as number) < mean - DARKER) ink[y * width + x] = 1
    }
  }
  return ink
}

function clearBox(ink: Uint8Array, { width, height }: Picture, box: Box, scale: number): void {
  const [left, top] = [Math.max(0, Math.floor(box.x * scale)), Math.max(0, Math.floor(box.y * scale))]
  const right = Math.min(width, Math.ceil((box.x + box.width) * scale))
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * scale))
  for (let y = top; y < bottom; y++) ink.fill(0, y * width + left, y * width + Math.max(left, right))
}

function findStrokes(ink: Uint8Array, picture: Picture): Stroke[] {
  return findComponents(ink, picture, 'corners')
    .map(({ cells, rim, box }) => ({ box, pixels: cells.length, edge: rim.length, widest: box.width }))
    .filter(({ pixels }) => pixels > SPECK)
}
