import { type Nets, PREDICTION, showPicture } from '../../../nets/runtime.ts'
import { type Box, boundsOf, clipBox, crop } from '../../../picture/box.ts'
import { distance, type Picture, type Point } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { shrinkTo } from '../../../picture/resize.ts'

/** The net's output on the document, cell by cell, as log odds. */
export interface TraceMap {
  columns: number
  rows: number
  /** Log odds that a cell was changed; row by row. */
  changed: Float32Array
  /** Log odds that the seam of a change runs through a cell. */
  seams: Float32Array
  /** 1 where a cell lies on the document. */
  onDocument: Uint8Array
  /** Log odds that no camera took the picture, for the page as a whole. */
  drawn: number
  /** The part of the photo that the cells cover. */
  box: Box
}

/** The width of a cell in pixels. */
const CELL = 8
/** The net halves the picture four times. */
const STEP = 16
/**
 * Compression divides a picture into blocks of 8 pixels, colour into blocks of 16: a cut aligned with them has its
 * traces where the net learned them.
 */
const BLOCK = 16
/** Longer views are shrunk to this: a passport scanned at 300 dpi has 1,480 pixels, and cost grows with the area. */
const LONG_SIDE = 1504
/** Nothing is judged within this number of pixels of the outline: the edge of the document is a seam itself. */
const EDGE = 14

/** Uses the photo's own pixels, not the straightened document: straightening would destroy the traces. */
export async function lookAtTraces(nets: Nets, photo: Picture, quad: Quad): Promise<TraceMap> {
  const net = await nets.get('traces')
  const { view, box, scale } = await viewOf(photo, quad)
  const { map, [PREDICTION]: prediction } = await showPicture(net, view)
  if (!map || !prediction) throw new Error('the net for traces is missing an output')
  const [rows, columns] = [view.height / CELL, view.width / CELL]
  const cells = rows * columns
  const inset = insetIn(quad)
  const onDocument = new Uint8Array(cells)
  for (let i = 0; i < cells; i++) {
    const column = i % columns
    const row = Math.floor(i / columns)
    const isInside = inset(box.x + ((column + 0.5) * CELL) / scale, box.y + ((row + 0.5) * CELL) / scale) > EDGE / scale
    onDocument[i] = isInside ? 1 : 0
  }
  return {
    columns,
    rows,
    changed: map.data.subarray(0, cells),
    seams: map.data.subarray(cells, 2 * cells),
    onDocument,
    drawn: prediction.data[1] as number,
    box,
  }
}

async function viewOf(photo: Picture, quad: Quad): Promise<{ view: Picture; box: Box; scale: number }> {
  const bounds = clipBox(boundsOf(quad), photo)
  const [x, y] = [Math.floor(bounds.x / BLOCK) * BLOCK, Math.floor(bounds.y / BLOCK) * BLOCK]
  const whole = { x, y, width: bounds.x + bounds.width - x, height: bounds.y + bounds.height - y }
  const scale = Math.min(1, LONG_SIDE / Math.max(whole.width, whole.height))
  const [width, height] = [inSteps(whole.width * scale), inSteps(whole.height * scale)]
  const box = { x, y, width: width / scale, height: height / scale }
  const cut = crop(photo, box)
  if (scale >= 1) return { view: cut, box, scale }
  const view = await shrinkTo(cut, { width, height })
  return { view, box, scale }
}

const inSteps = (length: number): number => Math.max(STEP, Math.floor(length / STEP) * STEP)

/** How far inside a quadrilateral a point lies; negative outside. */
function insetIn(quad: Quad): (x: number, y: number) => number {
  const sides = quad.map((from, i) => {
    const to = quad[(i + 1) % 4] as Point
    const length = Math.max(1, distance(from, to))
    return { from, across: (to.x - from.x) / length, down: (to.y - from.y) / length }
  })
  return (x, y) => {
    let least = Number.POSITIVE_INFINITY
    for (const { from, across, down } of sides) least = Math.min(least, across * (y - from.y) - down * (x - from.x))
    return least
  }
}
