import type { Grey } from '../../../vision/picture/quality/measures.ts'
import type { Point, Quad, Sides } from './find-sides.ts'

/** The corner net's result for a frame. */
export interface CornerReport {
  frame: number
  /** In the overview's pixels; undefined when the net is no longer available. */
  sides: Sides | undefined
}

interface Follower {
  report(report: CornerReport): void
  /**
   * Where the document is in a frame; undefined before the net's first result. `isShown`: the net is analyzing this
   * frame.
   */
  sidesIn(frame: number, overview: Grey, isShown: boolean): Sides | undefined
}

/** Tracks the outline on the document between two results of the net, which takes longer than a frame. */
export function followOutline(): Follower {
  let last: { sides: Sides; overview: Grey } | undefined
  const shown = new Map<number, Grey>()
  return {
    report({ frame, sides }) {
      const overview = shown.get(frame)
      shown.clear()
      last = sides && overview && { sides, overview }
    },
    sidesIn(frame, overview, isShown) {
      if (isShown) shown.set(frame, overview)
      if (!last) return undefined
      const { sides } = last
      if (sides.quad) {
        const { quad, ...others } = sides
        const followed = follow(quad, last.overview, overview)
        // Until the net's next result, the new position is unknown.
        last = { sides: followed ? { ...sides, quad: followed } : { ...others, isLost: true }, overview }
      }
      return last.sides
    },
  }
}

/** How a corner is searched in the next frame, in the overview's pixels. */
export const FOLLOWING = {
  /** The maximum movement; searched in coarse steps first. */
  reach: 24,
  coarse: 4,
  /** Half the side of the patch that is searched for, and the distance between the compared pixels. */
  piece: 10,
  sparse: 2,
  /** Mean difference of grey values above which a patch counts as lost. */
  lost: 30,
  /** What a pixel of movement must gain, so that noise alone moves nothing. */
  unrest: 0.3,
  /** A document is rigid: a corner that moves this much farther than the others was matched to something else. */
  apart: 3,
  /** This many of the corners in the picture must move together. */
  together: 3,
}
export type Following = typeof FOLLOWING

/**
 * Finds the surroundings of each corner again. A corner that is lost, or moves differently, takes the movement of the
 * others; undefined if too few move together, because the outline would be arbitrary.
 */
export function follow(quad: Quad, from: Grey, to: Grey, how = FOLLOWING): Quad | undefined {
  if (from.width !== to.width || from.height !== to.height) return undefined
  const seen = quad.filter((corner) => isInPicture(corner, from)).length
  const moves = quad.map((corner) => moveOf(corner, from, to, how))
  const found = moves.filter((move) => move !== undefined)
  const drift: Point = [median(found.map(([x]) => x)), median(found.map(([, y]) => y))]
  const together = found.filter(([x, y]) => Math.hypot(x - drift[0], y - drift[1]) <= how.apart).length
  if (together < Math.min(how.together, seen)) return undefined
  return quad.map(([x, y], at) => {
    const own = moves[at]
    const isApart = !own || Math.hypot(own[0] - drift[0], own[1] - drift[1]) > how.apart
    const [byX, byY] = isApart ? drift : own
    return [x + byX, y + byY]
  }) as Quad
}

const isInPicture = ([x, y]: Point, { width, height }: Grey): boolean => x >= 0 && y >= 0 && x < width && y < height

function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** How far most of the document has moved between two frames, in the overview's pixels. */
export function movedBetween(quad: Quad, from: Grey, to: Grey, how = FOLLOWING): number {
  if (from.width !== to.width || from.height !== to.height) return how.reach
  // A corner outside the picture gives no information.
  const seen = quad.filter(([x, y]) => Number.isFinite(costOf(Math.round(x), Math.round(y), 0, 0, from, to, how)))
  const moves = seen.map((corner) => moveOf(corner, from, to, how))
  return median(moves.map((move) => (move ? Math.hypot(...move) : how.reach)))
}

function moveOf([cornerX, cornerY]: Point, from: Grey, to: Grey, how: Following): Point | undefined {
  const [x, y] = [Math.round(cornerX), Math.round(cornerY)]
  let best: { move: Point; cost: number } = { move: [0, 0], cost: costOf(x, y, 0, 0, from, to, how) }
  const search = (reach: number, step: number) => {
    const [aroundX, aroundY] = best.move
    for (let byY = aroundY - reach; byY <= aroundY + reach; byY += step)
      for (let byX = aroundX - reach; byX <= aroundX + reach; byX += step) {
        const cost = costOf(x, y, byX, byY, from, to, how) + how.unrest * (Math.abs(byX) + Math.abs(byY))
        if (cost < best.cost) best = { move: [byX, byY], cost }
      }
  }
  search(how.reach, how.coarse)
  search(how.coarse - 1, 1)
  return best.cost < how.lost ? best.move : undefined
}

/**
 * Mean difference between the patch around a point and the shifted one; infinite if hardly any of it is in the picture.
 */
function costOf(x: number, y: number, byX: number, byY: number, from: Grey, to: Grey, { piece, sparse }: Following) {
  const { width, height } = from
  let sum = 0
  let count = 0
  for (let row = y - piece; row <= y + piece; row += sparse) {
    if (row < 0 || row >= height || row + byY < 0 || row + byY >= height) continue
    for (let column = x - piece; column <= x + piece; column += sparse) {
      if (column < 0 || column >= width || column + byX < 0 || column + byX >= width) continue
      sum += Math.abs((from.data[row * width + column] ?? 0) - (to.data[(row + byY) * width + column + byX] ?? 0))
      count += 1
    }
  }
  const enough = (piece / sparse + 0.5) ** 2 // a quarter of the patch
  return count >= enough ? sum / count : Number.POSITIVE_INFINITY
}
