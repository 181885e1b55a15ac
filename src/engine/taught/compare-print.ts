import type { Picture } from '../picture/picture.ts'
import { boxBlur, type Greys, greysOf } from './greys.ts'
import { type OpenPrint, PRINT_CELL, printGrid } from './print.ts'

/** A cell of the print next to the same cell of a page that lies over it. */
export interface ComparedCell {
  cell: number
  /** How much print the model has here, in squared grey levels. */
  amount: number
  /** How strongly the page shows that same print: 1 as strongly as the model. */
  gain: number
  /** −1…1: is it the same print? */
  likeness: number
  /** Colour without light, of the model and of the page. */
  own: Chroma
  seen: Chroma
}

type Chroma = readonly [redGreen: number, yellowBlue: number]

/** Less of a cell that is the document's own, and it says nothing: half of it. */
const LEAST_OWN = (PRINT_CELL * PRINT_CELL) / 2
/** Brighter than this, or so many pixels white all over, and the light has taken the print away. */
const BRIGHT = 235
const WHITE = 250
const MOST_WHITE = 0.3
/** The outermost pixels are the table's as often as the document's. */
const EDGE = 8
/** Forms of three to seven pixels: finer ones are lost in photographs, coarser ones are light. */
const BAND = { fine: 3, coarse: 7 }

/** Compares a page with a print, cell by cell; cells that the light took away are left out. */
export function comparePrint(print: OpenPrint, page: Picture): ComparedCell[] {
  const { width, height } = page
  const { columns, rows } = printGrid(page)
  const own = bandPassOf(print.greys)
  const seen = bandPassOf(greysOf(page))
  const cells: ComparedCell[] = []
  for (let cell = 0; cell < columns * rows; cell++) {
    const [left, top] = [(cell % columns) * PRINT_CELL, Math.floor(cell / columns) * PRINT_CELL]
    let [count, white, oo, ss, os] = [0, 0, 0, 0, 0]
    const sums = new Float64Array(6)
    for (let y = Math.max(EDGE, top); y < Math.min(height - EDGE, top + PRINT_CELL); y++) {
      for (let x = Math.max(EDGE, left); x < Math.min(width - EDGE, left + PRINT_CELL); x++) {
        const at = y * width + x
        if (!print.own[at]) continue
        count++
        const [a, b] = [own[at] as number, seen[at] as number]
        oo += a * a
        ss += b * b
        os += a * b
        let least = 255
        for (let c = 0; c < 3; c++) {
          const value = page.data[3 * at + c] as number
          sums[c] = (sums[c] as number) + (print.picture.data[3 * at + c] as number)
          sums[3 + c] = (sums[3 + c] as number) + value
          if (value < least) least = value
        }
        if (least > WHITE) white++
      }
    }
    if (count < LEAST_OWN || white > MOST_WHITE * count) continue
    const [r = 0, g = 0, b = 0, red = 0, green = 0, blue = 0] = sums.map((sum) => sum / count)
    if (0.299 * red + 0.587 * green + 0.114 * blue > BRIGHT) continue
    cells.push({
      cell,
      amount: oo / count,
      gain: os / (oo + 1e-6),
      likeness: os / Math.sqrt(oo * ss + 1e-6),
      own: chromaOf(r, g, b),
      seen: chromaOf(red, green, blue),
    })
  }
  return cells
}

function bandPassOf(greys: Greys): Float32Array {
  const [fine, coarse] = [boxBlur(greys, BAND.fine).values, boxBlur(greys, BAND.coarse).values]
  for (let i = 0; i < fine.length; i++) fine[i] = (fine[i] as number) - (coarse[i] as number)
  return fine
}

/** So that the black of letters has no colour of its own. */
const BLACK = 8

const chromaOf = (red: number, green: number, blue: number): Chroma => {
  const light = (red + green + blue) / 3 + BLACK
  return [(red - green) / light, ((red + green) / 2 - blue) / light]
}
