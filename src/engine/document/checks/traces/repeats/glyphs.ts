import type { Box } from '../../../../picture/box.ts'
import type { Strip } from './strip.ts'

/** A letter or figure, by its connected ink, in a strip. */
export interface Glyph extends Box {
  /** The number of its strip. */
  strip: number
  /** Its brightness on a coarse grid, of mean 0 and length 1. */
  look: Float32Array
}

const COLUMNS = 6
const ROWS = 8
const LEAST_HEIGHT = 7

/** The letters of a line; what is much smaller or larger than its letters is left out. */
export function glyphsOf(strip: Strip, number: number): Glyph[] {
  const { lineHeight } = strip
  return inkBoxes(strip)
    .filter(
      ({ width, height }) =>
        height >= Math.max(LEAST_HEIGHT, 0.35 * lineHeight) &&
        height <= 1.3 * lineHeight &&
        width >= 2 &&
        width <= 2.5 * lineHeight,
    )
    .map((box) => ({ ...box, strip: number, look: lookOf(strip, box) }))
}

interface Run {
  from: number
  to: number
  label: number
}

/** The bounds of ink that hangs together, corners included: runs of each row are joined with those of the row above. */
function inkBoxes({ ink, width, height }: Strip): Box[] {
  const joined: number[] = []
  const bounds: { left: number; right: number; top: number; bottom: number }[] = []
  const root = (label: number): number => {
    let at = label
    while (joined[at] !== at) at = joined[at] as number
    return at
  }
  let above: Run[] = []
  for (let y = 0; y < height; y++) {
    const runs: Run[] = []
    let next = 0
    for (let x = 0; x < width; x++) {
      if (!ink[y * width + x]) continue
      const from = x
      while (x < width && ink[y * width + x]) x++
      let label = -1
      while (next < above.length && (above[next] as Run).to < from) next++
      for (let k = next; k < above.length && (above[k] as Run).from <= x; k++) {
        const other = root((above[k] as Run).label)
        if (label < 0) label = other
        else if (other !== label) {
          joined[other] = label
          const [one, two] = [bounds[label], bounds[other]] as [(typeof bounds)[0], (typeof bounds)[0]]
          one.left = Math.min(one.left, two.left)
          one.right = Math.max(one.right, two.right)
          one.top = Math.min(one.top, two.top)
        }
      }
      if (label < 0) {
        label = joined.length
        joined.push(label)
        bounds.push({ left: from, right: x, top: y, bottom: y + 1 })
      }
      const bound = bounds[label] as (typeof bounds)[0]
      bound.left = Math.min(bound.left, from)
      bound.right = Math.max(bound.right, x)
      bound.bottom = y + 1
      runs.push({ from, to: x, label })
    }
    above = runs
  }
  return bounds
    .filter((_, label) => joined[label] === label)
    .map(({ left, right, top, bottom }) => ({ x: left, y: top, width: right - left, height: bottom - top }))
}

function lookOf({ grey, width }: Strip, box: Box): Float32Array {
  const look = new Float32Array(COLUMNS * ROWS)
  let mean = 0
  for (let row = 0; row < ROWS; row++) {
    const [top, bottom] = cellOf(box.y, box.height, row, ROWS)
    for (let column = 0; column < COLUMNS; column++) {
      const [left, right] = cellOf(box.x, box.width, column, COLUMNS)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let i = y * width + left, end = y * width + right; i < end; i++) sum += grey[i] as number
      }
      look[row * COLUMNS + column] = sum / ((bottom - top) * (right - left))
      mean += (look[row * COLUMNS + column] as number) / look.length
    }
  }
  const length = Math.sqrt(look.reduce((sum, value) => sum + (value - mean) ** 2, 1))
  return look.map((value) => (value - mean) / length)
}

function cellOf(from: number, length: number, cell: number, cells: number): [number, number] {
  const start = from + Math.floor((cell * length) / cells)
  return [start, Math.max(start + 1, from + Math.floor(((cell + 1) * length) / cells))]
}
