import type { Box } from '../../picture/box.ts'
import { crop } from '../../picture/crop.ts'
import type { Picture, Size } from '../../picture/picture.ts'
import type { Point } from '../../picture/point.ts'
import { type Quad, quadOf } from '../../picture/quad.ts'
import { boxBlur, type Greys, greysOf } from '../../taught/greys.ts'
import { meanOfHighest } from '../checks/recapture/choose-cuts.ts'
import { CUT, findLattice } from '../checks/recapture/find-lattice.ts'

/** Light and shadow are coarser than this, in pixels. */
const LIGHT = 8
/** Both are small: a few grey levels. */
const GAIN = 4
const MIDDLE = 128

/** Fewer cuts than this, over all frames, say nothing. */
const LEAST_CUTS = 4

/**
 * Regular waves that move over the page, against those that stay on it: how strongly they show in the difference between a
 * still and frames that are laid over it, less how strongly in their mean. Each is the mean of the higher half of the cuts.
 * Print stays, also the dots of a halftone, of which the resampling leaves a little in the difference. What the pixels of
 * a display make with those of the camera stays with the camera. `quad` is the document's in the still. Undefined where
 * too little of the document is shown.
 */
export function movingWaves(still: Picture, quad: Quad, frames: readonly Picture[]): number | undefined {
  const boxes = cutsWithin(still, quad, CUT)
  if (boxes.length * frames.length < LEAST_CUTS) return undefined
  const judge = (picture: Picture, box: Box) => findLattice(crop(picture, box))[0]
  const flat = withoutLight(still)
  const [moving, staying]: [number[], number[]] = [[], []]
  for (const frame of frames) {
    const other = withoutLight(frame)
    const difference = combine(flat, other, (a, b) => a - b)
    const mean = combine(flat, other, (a, b) => (a + b) / 2)
    for (const box of boxes) {
      moving.push(judge(difference, box))
      staying.push(judge(mean, box))
    }
  }
  return meanOfHighest(moving, moving.length / 2) - meanOfHighest(staying, staying.length / 2)
}

/** As many cuts as there is room for, next to each other; those that lie on the document. */
function cutsWithin(still: Size, quad: Quad, size: Size): Box[] {
  const [columns, rows] = [Math.floor(still.width / size.width), Math.floor(still.height / size.height)]
  const along = (all: number, length: number, count: number, at: number) =>
    Math.round(((all - count * length) * (at + 1)) / (count + 1) + at * length)
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: along(still.width, size.width, columns, i % columns),
    y: along(still.height, size.height, rows, Math.floor(i / columns)),
    width: size.width,
    height: size.height,
  })).filter((box) => quadOf(box).every((corner) => isInside(quad, corner)))
}

function isInside(quad: Quad, { x, y }: Point): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % 4] as Point
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0
  })
}

function withoutLight(picture: Picture): Greys {
  const greys = greysOf(picture)
  const light = boxBlur(greys, LIGHT).values
  for (let i = 0; i < light.length; i++) greys.values[i] = (greys.values[i] as number) - (light[i] as number)
  return greys
}

function combine({ width, height, values }: Greys, other: Greys, join: (a: number, b: number) => number): Picture {
  const data = new Uint8Array(3 * values.length)
  for (let i = 0; i < values.length; i++) {
    const value = MIDDLE + GAIN * join(values[i] as number, other.values[i] as number)
    data.fill(Math.max(0, Math.min(255, Math.round(value))), 3 * i, 3 * i + 3)
  }
  return { width, height, data }
}
