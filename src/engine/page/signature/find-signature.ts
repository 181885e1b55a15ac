import { crop } from '../../picture/geometry.ts'
import type { Box, Picture } from '../../picture/picture.ts'
import type { TextLine } from '../../text/read-text.ts'

// Measured on 72 labelled pictures: of the boxes within all of these limits 13 are signatures, two labels in small print,
// three emblems or the table. A signature is lost on as many pages, mostly where the text finder does not take it for text.
/** Signatures stand in the lower part of every layout: over this there are titles and names. */
const MIN_MIDDLE = 0.4
/** Shares of the document's height and width. Print is lower than this but for titles; nobody signs across half a page. */
const MIN_HEIGHT = 0.044
const WIDTH = { least: 0.07, most: 0.5 }
/** What the reader of print makes of handwriting it is unsure of: signatures at 0 to 0.79, values and titles over 0.95. */
const MAX_CONFIDENCE = 0.8
/** Letters for each time that a line is as wide as high: print has one to two, a scribble taken for a letter far fewer. */
const MAX_LETTERS = 0.5
/** A pen joins letters, print does not: the widest stroke of a word of print takes up less of it, but for two or three letters. */
const MIN_WIDEST = 0.33
const MIN_TALLEST = 0.5
/** Patterns of the paper stay under it; blurred signatures of phone photos lie at 67 and more. */
const MIN_CONTRAST = 65

/** Where somebody signed: among the lines found on the upright document those that a pen wrote. Undefined when there is none. */
export function findSignature(document: Picture, lines: readonly TextLine[]): Box | undefined {
  const signed = lines.filter((line) => isSigned(document, line)).map(({ box }) => box)
  const [largest] = signed.toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (!largest) return undefined
  const near = signed.filter((box) => box === largest || Math.abs(middle(box) - middle(largest)) < largest.height / 2)
  return withRoom(around(near))
}

function isSigned(document: Picture, { box, text, confidence }: TextLine): boolean {
  const high = box.height / document.height
  const wide = box.width / document.width
  const scribble = text.length < (MAX_LETTERS * box.width) / box.height
  if (middle(box) < MIN_MIDDLE * document.height || (confidence > MAX_CONFIDENCE && !scribble)) return false
  if (high < MIN_HEIGHT || wide < WIDTH.least || wide > WIDTH.most) return false
  const { contrast, widest, tallest } = strokesIn(document, box)
  return contrast >= MIN_CONTRAST && widest >= MIN_WIDEST && tallest >= MIN_TALLEST
}

const middle = ({ y, height }: Box) => y + height / 2

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The detector of print leaves out long tails and loops. */
const withRoom = ({ x, y, width, height }: Box): Box => ({
  x: x - 0.5 * height,
  y: y - 0.4 * height,
  width: width + height,
  height: 1.8 * height,
})

interface Strokes {
  /** How much darker the ink is than what it stands on, 0..255. */
  contrast: number
  /** The widest stroke that hangs together, as a share of the box's width. */
  widest: number
  /** Its height, as a share of the box's. */
  tallest: number
}

/** How the ink in a box hangs together. */
function strokesIn(document: Picture, box: Box): Strokes {
  const cut = crop(document, box)
  const { dark, contrast } = darkPixels(cut)
  const { width, height } = widestStroke(dark, cut.width, cut.height)
  return { contrast, widest: width / cut.width, tallest: height / cut.height }
}

/** Ink is darker by half of what the darkest is: thin strokes are paler than their middle. */
function darkPixels({ width, height, data }: Picture): { dark: Uint8Array; contrast: number } {
  const greys = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.min(data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number),
  )
  const sorted = greys.toSorted()
  const paper = sorted[Math.floor(greys.length * 0.6)] ?? 0
  const black = sorted[Math.floor(greys.length * 0.02)] ?? 0
  const limit = paper - Math.max(40, 0.5 * (paper - black))
  return { dark: greys.map((grey) => (grey < limit ? 1 : 0)), contrast: paper - black }
}

function widestStroke(dark: Uint8Array, width: number, height: number): { width: number; height: number } {
  const seen = new Uint8Array(dark.length)
  let best = { width: 0, height: 0 }
  for (let start = 0; start < dark.length; start++) {
    if (!dark[start] || seen[start]) continue
    const waiting = [start]
    seen[start] = 1
    let [left, right, top, bottom] = [width, 0, height, 0]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const x = at % width
      const y = Math.floor(at / width)
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (!dark[next] || seen[next]) continue
          seen[next] = 1
          waiting.push(next)
        }
      }
    }
    if (right - left + 1 > best.width) best = { width: right - left + 1, height: bottom - top + 1 }
  }
  return best
}
