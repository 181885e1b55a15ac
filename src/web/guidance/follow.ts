import type { Grey } from '../../domain/picture/quality/measures.ts'
import type { Point, Quad, Sides } from './find-sides.ts'

/** What the corner net said of a frame. */
export interface CornerReport {
  frame: number
  /** In the overview's pixels; undefined when the net cannot be asked any more. */
  sides: Sides | undefined
}

export interface Follower {
  report(report: CornerReport): void
  /** Where the document is in a frame; undefined before the net has said anything. `isShown`: the net looks at this one. */
  sidesIn(frame: number, overview: Grey, isShown: boolean): Sides | undefined
}

/** Keeps the outline on the document between two answers of the net, which takes longer than a frame. */
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
      if (sides.quad) last = { sides: { ...sides, quad: follow(sides.quad, last.overview, overview) }, overview }
      return last.sides
    },
  }
}

/** Pixels of the overview by which a corner may move from frame to frame. */
const REACH = 24
const COARSE = 4
/** Half the side of the piece that is looked for, and how far apart its pixels are compared. */
const PIECE = 10
const SPARSE = 2
/** Mean difference of grey values above which a piece is not found again. */
const LOST = 30
/** What a pixel of movement must gain: where nothing has moved, noise moves nothing. */
const UNREST = 0.02

/** Finds the surroundings of each corner again. A corner that is lost goes where the others go on average. */
export function follow(quad: Quad, from: Grey, to: Grey): Quad {
  if (from.width !== to.width || from.height !== to.height) return quad
  const moves = quad.map((corner) => moveOf(corner, from, to))
  const found = moves.filter((move) => move !== undefined)
  const mean = (axis: 0 | 1) => found.reduce((sum, move) => sum + move[axis], 0) / Math.max(1, found.length)
  const drift: Point = [mean(0), mean(1)]
  return quad.map(([x, y], at) => {
    const [byX, byY] = moves[at] ?? drift
    return [x + byX, y + byY]
  }) as Quad
}

function moveOf([cornerX, cornerY]: Point, from: Grey, to: Grey): Point | undefined {
  const [x, y] = [Math.round(cornerX), Math.round(cornerY)]
  let best: { move: Point; cost: number } = { move: [0, 0], cost: costOf(x, y, 0, 0, from, to) }
  const search = (reach: number, step: number) => {
    const [aroundX, aroundY] = best.move
    for (let byY = aroundY - reach; byY <= aroundY + reach; byY += step)
      for (let byX = aroundX - reach; byX <= aroundX + reach; byX += step) {
        const cost = costOf(x, y, byX, byY, from, to) + UNREST * (Math.abs(byX) + Math.abs(byY))
        if (cost < best.cost) best = { move: [byX, byY], cost }
      }
  }
  search(REACH, COARSE)
  search(COARSE - 1, 1)
  return best.cost < LOST ? best.move : undefined
}

/** Mean difference between the piece around a place and the one beside it; infinite where hardly any of it is in the picture. */
function costOf(x: number, y: number, byX: number, byY: number, from: Grey, to: Grey): number {
  const { width, height } = from
  let sum = 0
  let count = 0
  for (let row = y - PIECE; row <= y + PIECE; row += SPARSE) {
    if (row < 0 || row >= height || row + byY < 0 || row + byY >= height) continue
    for (let column = x - PIECE; column <= x + PIECE; column += SPARSE) {
      if (column < 0 || column >= width || column + byX < 0 || column + byX >= width) continue
      sum += Math.abs((from.data[row * width + column] ?? 0) - (to.data[(row + byY) * width + column + byX] ?? 0))
      count += 1
    }
  }
  return count >= ENOUGH ? sum / count : Number.POSITIVE_INFINITY
}
/** A quarter of the piece. */
const ENOUGH = (PIECE / SPARSE + 0.5) ** 2
