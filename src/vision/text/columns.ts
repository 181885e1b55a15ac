import { type Box, boundsOf, joinBoxes } from '../picture/box.ts'
import type { Quad } from '../picture/quad.ts'

/** Print that runs down the page: characters below one another, or a line at a right angle to the others. */
export interface Column {
  box: Box
  /** The places of its characters, top to bottom, assuming that each is as high as wide. */
  cells: Box[]
  /** What the text finder took for separate lines. */
  quads: Quad[]
}

/** Height over width of a box with a line at a right angle, or with characters below one another that run together. */
const STANDING = 2.5
/** Height over width of the box around one character. */
const SQUARE = { least: 0.6, most: 1.9 }
/** From this number of characters below one another, it is not a coincidence. */
const MIN_CELLS = 3
/** How far the next character may be to the side and below, in widths of a character. */
const ASIDE = 0.35
const BELOW = { least: 0.6, most: 2.3 }
/** Characters of one line differ less in width. */
const MOST_GROWTH = 1.5

interface Boxed {
  quad: Quad
  box: Box
}

/** Separates text that runs down the page from text that runs across it. */
export function findColumns(quads: readonly Quad[]): { columns: Column[]; across: Quad[] } {
  const boxes = quads.map((quad) => ({ quad, box: boundsOf(quad) }))
  const standing = boxes.filter(({ box }) => box.height > STANDING * box.width)
  const columns = [
    ...standing.map(({ quad, box }) => ({ box, cells: cellsAlong(box), quads: [quad] })),
    ...stacksOf(boxes).map((stack) => ({
      box: joinBoxes(stack.map(({ box }) => box)),
      cells: cellsAround(stack.map(({ box }) => box)),
      quads: stack.map(({ quad }) => quad),
    })),
  ]
  const taken = new Set(columns.flatMap((column) => column.quads))
  return { columns, across: quads.filter((quad) => !taken.has(quad)) }
}

/** Characters directly below one another, most of which have nothing next to them; otherwise it is a table. */
function stacksOf(boxes: readonly Boxed[]): Boxed[][] {
  const stacks: Boxed[][] = []
  for (const square of boxes.filter(({ box }) => isSquare(box)).toSorted((a, b) => a.box.y - b.box.y)) {
    const stack = stacks.find((each) => followsOn((each.at(-1) as Boxed).box, square.box))
    if (stack) stack.push(square)
    else stacks.push([square])
  }
  return stacks.filter(
    (stack) =>
      stack.length >= MIN_CELLS && stack.filter(({ box }) => hasNeighbour(box, boxes)).length < stack.length / 2,
  )
}

/** A box that is several times as high as wide, divided into squares. */
function cellsAlong({ x, y, width, height }: Box): Box[] {
  const count = Math.max(1, Math.round(height / width))
  return Array.from({ length: count }, (_, i) => ({ x, y: y + (i * height) / count, width, height: height / count }))
}

/**
 * Evenly spaced cells for the characters, with one more before the first and after the last: the text finder often
 * misses one of these.
 */
function cellsAround(boxes: readonly Box[]): Box[] {
  const middles = boxes.map(middleOf)
  const pitch = median(middles.slice(1).map((middle, i) => middle - (middles[i] as number)))
  const centre = median(boxes.map(({ x, width }) => x + width / 2))
  const [top, bottom] = [middles[0] as number, middles.at(-1) as number]
  const count = Math.round((bottom - top) / pitch)
  const step = (bottom - top) / count
  return Array.from({ length: count + 3 }, (_, i) => ({
    x: centre - pitch / 2,
    y: top + (i - 1) * step - pitch / 2,
    width: pitch,
    height: pitch,
  }))
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? 0

const isSquare = ({ width, height }: Box): boolean => height > SQUARE.least * width && height < SQUARE.most * width

/** Whether there is something directly next to it: then it is a letter of a line across the page, or of a table. */
const hasNeighbour = (box: Box, all: readonly Boxed[]): boolean =>
  all.some(({ box: other }) => {
    if (other === box || Math.abs(middleOf(other) - middleOf(box)) > box.height / 2) return false
    const gap = Math.max(other.x - box.x - box.width, box.x - other.x - other.width)
    return gap < box.width / 2
  })

const middleOf = ({ y, height }: Box): number => y + height / 2

function followsOn(above: Box, box: Box): boolean {
  const down = middleOf(box) - middleOf(above)
  const growth = Math.max(above.width / box.width, box.width / above.width)
  return (
    growth < MOST_GROWTH &&
    Math.abs(box.x + box.width / 2 - above.x - above.width / 2) < ASIDE * above.width &&
    down > BELOW.least * above.width &&
    down < BELOW.most * above.width
  )
}
