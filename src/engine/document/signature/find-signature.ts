import type { Portrait } from '../../face/take-portrait.ts'
import { type Box, joinBoxes } from '../../picture/box.ts'
import { findComponents } from '../../picture/components.ts'
import { crop } from '../../picture/crop.ts'
import { darkestChannel, type Picture } from '../../picture/picture.ts'
import type { TextLine } from '../../text/read-text.ts'
import type { Classification } from '../kind/classify.ts'
import type { FoundMrz } from '../mrz/read-mrz.ts'
import { findPenStrokes } from './find-pen-strokes.ts'

/** What is already known to be on the page. */
interface Known {
  lines: readonly TextLine[]
  mrz: FoundMrz | undefined
  portrait: Pick<Portrait, 'face'> | undefined
}

/** Finds the signature among the lines of text, or else by its strokes alone. Backs have tables and visas no signature, so there the lines must do. */
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

/** The reader is surer than this of nearly all print, and less sure of signatures. */
const MIN_READ = 0.8

/** The face detector's box reaches from hair to chin and past the ears; the portrait also shows the shoulders. */
const pictureAround = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.05 * width,
  y: y - 0.15 * height,
  width: 1.1 * width,
  height: 1.4 * height,
})

// Measured on 72 labelled pictures: of the boxes within all of these limits 13 are signatures, two labels in small print,
// three emblems or the table. A signature is lost on as many pages, mostly where the text finder does not take it for text.
/** Signatures stand in the lower part of every layout: above this there are titles and names. */
const MIN_MIDDLE = 0.4
/** Shares of the document's height and width. Print is lower than this except for titles; nobody signs across half a page. */
const MIN_HEIGHT = 0.044
const WIDTH = { least: 0.07, most: 0.5 }
/** The reader is unsure of handwriting: signatures lie at 0 to 0.79, values and titles over 0.95. */
const MAX_CONFIDENCE = 0.8
/** Letters per line height of width: print has one to two, a scribble taken for a letter far fewer. */
const MAX_LETTERS = 0.5
/** A pen joins letters, print does not: in print the widest stroke takes up a smaller share of a word, unless it has only two or three letters. */
const MIN_WIDEST = 0.33
const MIN_TALLEST = 0.5
/** Patterns of the paper stay under it; blurred signatures of phone photos lie at 67 and more. */
const MIN_CONTRAST = 65

/** Where somebody signed: those of the lines on the upright document that were written with a pen. Undefined when there are none. */
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

/** The text finder leaves out long tails and loops. */
const growForTails = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.5 * height,
  y: y - 0.4 * height,
  width: width + height,
  height: 1.8 * height,
})

interface Strokes {
  /** How much darker the ink is than what it stands on, 0..255. */
  contrast: number
  /** The widest connected stroke, as a share of the box's width. */
  widest: number
  /** Its height, as a share of the box's. */
  tallest: number
}

/** How the ink in a box is connected. */
function measureStrokes(document: Picture, box: Box): Strokes {
  const cut = crop(document, box)
  const { dark, contrast } = findInk(cut)
  const strokes = findComponents(dark, cut, 'corners').map(({ box }) => box)
  const [widest] = strokes.toSorted((a, b) => b.width - a.width)
  return { contrast, widest: (widest?.width ?? 0) / cut.width, tallest: (widest?.height ?? 0) / cut.height }
}

/** Ink reaches at least half the contrast of its darkest parts: thin strokes are paler than thick ones. */
function findInk(picture: Picture): { dark: Uint8Array; contrast: number } {
  const greys = darkestChannel(picture)
  const sorted = greys.toSorted()
  const paper = sorted[Math.floor(greys.length * 0.6)] ?? 0
  const black = sorted[Math.floor(greys.length * 0.02)] ?? 0
  const limit = paper - Math.max(40, 0.5 * (paper - black))
  return { dark: greys.map((grey) => (grey < limit ? 1 : 0)), contrast: paper - black }
}
