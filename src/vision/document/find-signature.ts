import type { Portrait } from '../face/take-portrait.ts'
import { type Box, crop, joinBoxes } from '../picture/box.ts'
import { findComponents } from '../picture/components.ts'
import { sumsOf } from '../picture/greys.ts'
import { darkestChannel, type Picture } from '../picture/picture.ts'
import { shrinkWithin } from '../picture/resize.ts'
import type { TextLine } from '../text/read-text.ts'
import type { Classification } from './kind/classify.ts'
import type { FoundMrz } from './mrz/read-mrz.ts'

/** What is already known about the page. */
interface Known {
  lines: readonly TextLine[]
  mrz: FoundMrz | undefined
  portrait: Pick<Portrait, 'face'> | undefined
}

/**
 * Finds the signature among the lines of text, or else only by its strokes. Backs have tables and visas have no
 * signature, so for them only the lines are used.
 */
export async function findSignature(
  document: Picture,
  { side, type }: Pick<Classification, 'side' | 'type'>,
  { lines, mrz, portrait }: Known,
): Promise<Box | undefined> {
  const signed = findSignedLine(document, lines)
  if (signed || side === 'BACK' || type === 'VISA') return signed
  const read = lines.filter(({ text, confidence }) => text.length > 1 && confidence > MIN_READ).map(({ box }) => box)
  const taken = [...read, ...(mrz ? [mrz.box] : []), ...(portrait ? [pictureAround(portrait.face)] : [])]
  return findPenStrokes(document, taken)
}

/** The reader is more confident than this of nearly all print, and less confident of signatures. */
const MIN_READ = 0.8

/** The face detector's box covers hair to chin and past the ears; the portrait also shows the shoulders. */
const pictureAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.05 * width,
  y: y - 0.15 * height,
  width: 1.1 * width,
  height: 1.4 * height,
})

// Measured on 72 labelled pictures: of the boxes within all of these limits, 13 are signatures, two are labels in small
// print, three are emblems or the table. A signature is missed on as many pages, mostly if the text finder does not
// take it for text.
/** Signatures are in the lower part of every layout: above this there are titles and names. */
const MIN_MIDDLE = 0.4
/** Shares of the document's height and width. Print is lower than this except for titles; signatures are narrower. */
const MIN_HEIGHT = 0.044
const WIDTH = { least: 0.07, most: 0.5 }
/** The reader is unsure of handwriting: signatures have a confidence of 0 to 0.79, values and titles over 0.95. */
const MAX_CONFIDENCE = 0.8
/** Letters per line height of width: print has one to two, a scribble mistaken for text far fewer. */
const MAX_LETTERS = 0.5
/**
 * A pen joins letters, print does not: in print the widest stroke takes up a smaller share of a word, unless the word
 * has only two or three letters.
 */
const MIN_WIDEST = 0.33
const MIN_TALLEST = 0.5
/** Patterns of the paper stay below this; blurred signatures in phone photos have 67 or more. */
const MIN_CONTRAST = 65

/** Where the holder signed: the lines on the upright document written with a pen. Undefined when there are none. */
export function findSignedLine(document: Picture, lines: readonly TextLine[]): Box | undefined {
  const signed = lines.filter((line) => isSigned(document, line)).map(({ box }) => box)
  const [largest] = signed.toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (!largest) return undefined
  const near = signed.filter(
    (box) => box === largest || Math.abs(middleOf(box) - middleOf(largest)) < largest.height / 2,
  )
  return growForTails(joinBoxes(near))
}

function isSigned(document: Picture, { box, text, confidence }: TextLine): boolean {
  const high = box.height / document.height
  const wide = box.width / document.width
  const scribble = text.length < (MAX_LETTERS * box.width) / box.height
  if (middleOf(box) < MIN_MIDDLE * document.height || (confidence > MAX_CONFIDENCE && !scribble)) return false
  if (high < MIN_HEIGHT || wide < WIDTH.least || wide > WIDTH.most) return false
  const { contrast, widest, tallest } = measureStrokes(document, box)
  return contrast >= MIN_CONTRAST && widest >= MIN_WIDEST && tallest >= MIN_TALLEST
}

const middleOf = ({ y, height }: Box) => y + height / 2

/** Adds room for long tails and loops, which the text finder leaves out. */
const growForTails = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.5 * height,
  y: y - 0.4 * height,
  width: width + height,
  height: 1.8 * height,
})

interface Strokes {
  /** How much darker the ink is than its background, 0..255. */
  contrast: number
  /** The widest connected stroke, as a share of the box's width. */
  widest: number
  /** Its height, as a share of the box's. */
  tallest: number
}

/** Measures how the ink in a box is connected. */
function measureStrokes(document: Picture, box: Box): Strokes {
  const cut = crop(document, box)
  const { dark, contrast } = findInk(cut)
  const strokes = findComponents(dark, cut, 'corners').map(({ box }) => box)
  const [widest] = strokes.toSorted((a, b) => b.width - a.width)
  return { contrast, widest: (widest?.width ?? 0) / cut.width, tallest: (widest?.height ?? 0) / cut.height }
}

/** A pixel is ink at half the contrast of the darkest parts or more: thin strokes are paler than thick ones. */
function findInk(picture: Picture): { dark: Uint8Array; contrast: number } {
  const greys = darkestChannel(picture)
  const sorted = greys.toSorted()
  const paper = sorted[Math.floor(greys.length * 0.6)] ?? 0
  const black = sorted[Math.floor(greys.length * 0.02)] ?? 0
  const limit = paper - Math.max(40, 0.5 * (paper - black))
  return { dark: greys.map((grey) => (grey < limit ? 1 : 0)), contrast: paper - black }
}

/** At this length of the document's longer side, a pen's stroke is two to four pixels wide. */
const WORKING_SIDE = 600
/** Ink is compared with the mean of this radius (a share of the width): patterns and shadows change more slowly. */
const SURROUNDINGS = 0.02
const DARKER = 30

/** Above this there are titles and names. */
const MIN_TOP = 0.4
/** As shares of the document's width and height. */
const SIZE = { leastWide: 0.1, mostWide: 0.5, leastHigh: 0.04, mostHigh: 0.25 }
/** A stroke's width as a share of the document's: printed capitals are as wide, portraits and stamps are wider. */
const MAX_STROKE = 0.008
/** The share of its box that a signature covers with ink; less is a line of the layout, more is a picture. */
const INK = { least: 0.03, most: 0.3 }
/** The widest connected stroke spans at least this share of the whole signature. */
const MIN_WIDEST_STROKE = 0.4

/**
 * Finds a signature that was not detected as a line of text: thin connected strokes in the lower part of the document,
 * away from everything known to be something else.
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
/** Components of at most this number of pixels are noise. */
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
  return share >= INK.least && share <= INK.most && stroke <= MAX_STROKE * width && widest >= MIN_WIDEST_STROKE * wide
}

/** Joins a stroke with those next to it at the same height: a signature is rarely a single stroke. */
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

/** Pixels darker than the mean of their surroundings; pixels above the row `first` are left out. */
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
