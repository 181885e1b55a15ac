import { type Box, boundsOf, clipBox, joinBoxes, overlapOf, padBox } from '../../picture/box.ts'
import type { Size } from '../../picture/picture.ts'
import type { Quad } from '../../picture/quad.ts'
import type { PagePlace } from '../page-place.ts'

/**
 * Room around a dense part, as a share of its shorter side: the corners of a code are less dense than its middle, and it
 * needs its quiet zone. Half or a quarter read the same 36 of 39 photographed codes, all of it one less.
 */
const ROOM = 0.5

/** Where dense parts of the photo lie on the straightened page, each with room around it; those that meet are one. */
export function partsOfPage(parts: readonly Quad[], page: Size, lies: PagePlace): Box[] {
  const boxes = parts
    .map((part) => {
      const shares = part.map((corner) => lies.onPage(corner))
      const box = boundsOf(shares.map(({ x, y }) => ({ x: x * page.width, y: y * page.height })))
      return clipBox(padBox(box, ROOM * Math.min(box.width, box.height)), page)
    })
    .filter(({ width, height }) => width > 0 && height > 0)
  return boxes.reduce<Box[]>(addBox, [])
}

/** With one more box; those that it meets become one with it. */
function addBox(apart: readonly Box[], box: Box): Box[] {
  const met = apart.filter((other) => overlapOf(box, other) > 0)
  if (!met.length) return [...apart, box]
  const rest = apart.filter((other) => !met.includes(other))
  return addBox(rest, joinBoxes([box, ...met]))
}
