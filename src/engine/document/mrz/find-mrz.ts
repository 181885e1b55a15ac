import { inputOf } from '../../nets/net-list.ts'
import type { Net, Nets } from '../../nets/runtime.ts'
import { showPicture } from '../../nets/show-picture.ts'
import { applyHomography, growQuad, invertHomography, quadToRect } from '../../picture/matrix.ts'
import type { Picture } from '../../picture/picture.ts'
import { distance, meanOf, type Point } from '../../picture/point.ts'
import { type Quad, quadOfPicture } from '../../picture/quad.ts'
import { fromShrunk, shrinkWithin } from '../../picture/shrink.ts'
import { warpQuad } from '../../picture/warp.ts'

/** The net was shown documents with this share of their size around them. */
const MARGIN = 0.04
/** Height of a line's box over its length: capitals are about half as high again as the pitch is wide. */
const HEIGHT = 0.035

/** Twice what the net sees: sampled from a larger picture, thin strokes would fall between the samples. */
const WORKING_SIDE = 768

/** The second look shows a square around the lines, this much wider than they are long. */
const SECOND_LOOK = 1.24

/**
 * The lines of an MRZ on the upright document, top to bottom, by a net of their own, for pages on which they were not found
 * as text. Only reading them shows whether they are an MRZ at all.
 */
export async function findMrz(nets: Nets, document: Picture): Promise<Quad[]> {
  if (!nets.has('mrz-place')) return []
  const net = await nets.get('mrz-place')
  const { picture, scale } = await shrinkWithin(document, WORKING_SIDE)
  const first = await lookAt(net, picture, growQuad(quadOfPicture(picture), MARGIN))
  const second = await lookAt(net, picture, frameLines(first))
  return second.map(({ left, right }) => boxLine(fromShrunk(left, scale), fromShrunk(right, scale)))
}

interface Line {
  left: Point
  right: Point
}

/** The ends of the lines that the net sees in a part of the picture. */
async function lookAt(net: Net, document: Picture, view: Quad): Promise<Line[]> {
  const input = inputOf(net.entry)
  const { ends, lines } = await showPicture(net, warpQuad(document, view, input, 'repeat'))
  if (!ends || !lines) throw new Error('the MRZ finder lacks an output')
  const [, two = 0, three = 0] = lines.data
  const back = invertHomography(quadToRect(view, input))
  const at = (i: number): Point =>
    applyHomography(back, {
      x: (ends.data[2 * i] as number) * input.width - 0.5,
      y: (ends.data[2 * i + 1] as number) * input.height - 0.5,
    })
  return Array.from({ length: three > two ? 3 : 2 }, (_, line) => ({ left: at(2 * line), right: at(2 * line + 1) }))
}

/** A square turned along the first line and centred on all line ends. */
function frameLines(lines: readonly Line[]): Quad {
  const ends = lines.flatMap(({ left, right }) => [left, right])
  const centre = meanOf(ends)
  const { left, right } = lines[0] as Line
  const half = SECOND_LOOK / 2
  const across = { x: half * (right.x - left.x), y: half * (right.y - left.y) }
  const corner = (u: number, v: number): Point => ({
    x: centre.x + u * across.x - v * across.y,
    y: centre.y + u * across.y + v * across.x,
  })
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

function boxLine(left: Point, right: Point): Quad {
  const half = (HEIGHT * distance(left, right)) / 2
  return [
    { x: left.x, y: left.y - half },
    { x: right.x, y: right.y - half },
    { x: right.x, y: right.y + half },
    { x: left.x, y: left.y + half },
  ]
}
