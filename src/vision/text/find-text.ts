import { thresholdOf } from '../nets/net-list.ts'
import { type Nets, showPicture } from '../nets/runtime.ts'
import type { Box } from '../picture/box.ts'
import { findComponents } from '../picture/components.ts'
import { growRect, minAreaRect, type Rect } from '../picture/min-area-rect.ts'
import type { Picture, Point, Size } from '../picture/picture.ts'
import { mapQuad, type Quad } from '../picture/quad.ts'
import { shrinkTo } from '../picture/resize.ts'

/** Where a line of text is, in the pixels of the picture that was passed in. */
export interface TextBox {
  quad: Quad
  /** The finder's confidence, 0..1. */
  score: number
}

/** Finds lines of text, top to bottom. `side` is the length of the longer side to which the picture is scaled. */
export async function findText(nets: Nets, picture: Picture, side: number): Promise<TextBox[]> {
  const net = await nets.get('text-places')
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = await shrinkTo(picture, {
    width: toMultiple(picture.width * scale),
    height: toMultiple(picture.height * scale),
  })
  const { lines } = await showPicture(net, canvas)
  if (!lines) throw new Error('the text finder gave no lines')

  const [, , rows = 0, columns = 0] = lines.dims
  const pixel = thresholdOf(net.entry, 'pixel')
  const line = thresholdOf(net.entry, 'line')
  const least = thresholdOf(net.entry, 'least')
  const inPicture = ({ x, y }: Point) => ({ x: (x * picture.width) / columns, y: (y * picture.height) / rows })
  return findRegions(lines.data, { width: columns, height: rows }, pixel)
    .filter(({ mean }) => mean >= line)
    .map(({ rim, mean, mass }) => ({ score: mean, core: coreOf(minAreaRect(rim), mass) }))
    .filter(({ core }) => core.low >= least)
    .map(({ score, core }) => ({ score, quad: mapQuad(boxOf(core), inPicture) }))
    .sort((a, b) => a.quad[0].y - b.quad[0].y)
}

/** A region where a map of probabilities reaches a threshold. */
interface Region {
  /** Corners of the cells at its edge, in cells; enough to determine its extent. */
  rim: Point[]
  /** The mean of its values. */
  mean: number
  /** The sum of its values: its area in cells, with partial cells at its edge. */
  mass: number
}

/** The regions of a map, cells joined by their sides. */
export function findRegions(map: Float32Array, size: Size, least: number): Region[] {
  const reaching = new Uint8Array(map.length)
  for (let i = 0; i < map.length; i++) reaching[i] = (map[i] as number) >= least ? 1 : 0
  return findComponents(reaching, size, 'sides').map(({ cells, box }) => {
    let mass = 0
    for (const cell of cells) mass += map[cell] as number
    return { rim: endsOfRows(cells, size, box), mean: mass / cells.length, mass }
  })
}

/** The corners of the first and the last cell of every row: only these can be corners of the enclosing shape. */
function endsOfRows(cells: readonly number[], { width }: Size, box: Box): Point[] {
  const first = new Int32Array(box.height).fill(width)
  const last = new Int32Array(box.height).fill(-1)
  for (const cell of cells) {
    const x = cell % width
    const row = (cell - x) / width - box.y
    if (x < (first[row] as number)) first[row] = x
    if (x > (last[row] as number)) last[row] = x
  }
  const points: Point[] = []
  for (let row = 0; row < box.height; row++) {
    const [left, right, y] = [first[row] as number, (last[row] as number) + 1, box.y + row]
    points.push({ x: left, y }, { x: right, y }, { x: left, y: y + 1 }, { x: right, y: y + 1 })
  }
  return points
}

/** The network halves its input five times. */
const toMultiple = (length: number) => Math.max(32, Math.round(length / 32) * 32)

/**
 * The net marks a line's core: its box less a quarter of the shorter side on every side, which is half of the core's
 * own. At the threshold the region is a little smaller than the core; with this margin there is as much space around
 * the ink as in the reader's training.
 */
const MARGIN = 0.55

interface Core {
  rect: Rect
  /** Its shorter side. */
  low: number
}

/**
 * The rectangle's height covers the region's outermost cells; its area divided by its length is the average height. The
 * mean of both neither cuts a bent line nor includes its neighbours.
 */
function coreOf(rect: Rect, surface: number): Core {
  const low = Math.min(rect.width, rect.height)
  return { rect, low: (low + Math.min(low, surface / Math.max(rect.width, rect.height))) / 2 }
}

function boxOf({ rect, low }: Core): Quad {
  const { width, height } = rect
  const margin = MARGIN * low
  const less = (Math.min(width, height) - low) / 2
  return width >= height ? growRect(rect, margin, margin - less) : growRect(rect, margin - less, margin)
}
