import { type Nets, PREDICTION, showPicture } from '../../../nets/runtime.ts'
import { type Box, boundsOf, clipBox, crop } from '../../../picture/box.ts'
import { distance, type Picture, type Point } from '../../../picture/picture.ts'
import type { Quad } from '../../../picture/quad.ts'
import { shrinkTo } from '../../../picture/resize.ts'

/** What the net sees on the document, cell by cell, as log odds. */
export interface TraceMap {
  columns: number
  rows: number
  /** That a cell was changed; row by row. */
  changed: Float32Array
  /** That the seam of a change runs through it. */
  seams: Float32Array
  /** 1 where a cell lies on the document. */
  onDocument: Uint8Array
  /** Of the page as a whole: that no camera took it. */
  drawn: number
  /** The part of the photo that the cells cover. */
  box: Box
}

/** A cell is so many pixels wide. */
const CELL = 8
/** The net halves the picture four times. */
const STEP = 16
/** Compression cuts a picture into blocks of 8, colour into blocks of 16: a cut that begins with one keeps its traces where the net learnt them. */
const BLOCK = 16
/** Longer views are shrunk to it: a passport scanned at 300 dpi has 1,480 pixels, and a view costs by its area. */
const LONG_SIDE = 1504
/** So many pixels within the outline nothing is judged: the edge of the document is a seam of its own. */
const EDGE = 14

/**
 * Looks at the photo's own pixels, not at the straightened document: straightening wipes out what is looked for.
 */
export async function lookAtTraces(nets: Nets, photo: Picture, quad: Quad): Promise<TraceMap> {
  const net = await nets.get('traces')
  const { view, box, scale } = await viewOf(photo, quad)
  const { map, [PREDICTION]: prediction } = await showPicture(net, view)
  if (!map || !prediction) throw new Error('the net for traces lacks an output')
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
