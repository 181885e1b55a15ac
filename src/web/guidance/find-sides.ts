import type { Area, Grey } from './measures.ts'

export type Point = [x: number, y: number]
export type Quad = [Point, Point, Point, Point]

export interface Sides {
  /** Top left, top right, bottom right, bottom left. */
  quad: Quad
  cutOff: boolean
}

/** How far from the guide window a side is looked for, as a share of the window's size. */
const REACH = 0.28
const PROBES = 24
/** Grey values by which a probe must change to count as an edge. */
const STEP = 14
/** Share of probes that must lie on one straight line for a side to be believed. */
const SUPPORT = 0.45
const TOLERANCE = 2.5
const STEEPEST = 0.35

interface Line {
  /** position = at + slope × (along − middle) */
  at: number
  slope: number
  support: number
}

interface Search {
  direction: 'across' | 'down'
  /** Where the window's side is, and how far inside and outside of it to look. */
  side: number
  reach: number
  from: number
  length: number
  /** From outside to inside. */
  inwards: 1 | -1
}

/** Looks for the four straight sides of a document near the guide window. Undefined when fewer than three are there. */
export function findSides(picture: Grey, window: Area): Sides | undefined {
  const { x, y, width, height } = window
  const across = { direction: 'across', reach: height * REACH, from: x, length: width } as const
  const down = { direction: 'down', reach: width * REACH, from: y, length: height } as const
  const top = findLine(picture, { ...across, side: y, inwards: 1 })
  const bottom = findLine(picture, { ...across, side: y + height, inwards: -1 })
  const left = findLine(picture, { ...down, side: x, inwards: 1 })
  const right = findLine(picture, { ...down, side: x + width, inwards: -1 })
  const found = [top, right, bottom, left].filter(({ support }) => support >= SUPPORT)
  if (found.length < 3) return undefined

  const corner = (one: Line, other: Line) => meet(one, other, window)
  const quad: Quad = [corner(top, left), corner(top, right), corner(bottom, right), corner(bottom, left)]
  const outside = ([cornerX, cornerY]: Point) =>
    cornerX < 1 || cornerY < 1 || cornerX > picture.width - 2 || cornerY > picture.height - 2
  return { quad, cutOff: found.length < 4 || quad.some(outside) }
}

/** Probes across the side, takes the strongest step of each, and fits the straight line most of them agree on. */
function findLine(picture: Grey, search: Search): Line {
  const { from, length, side } = search
  const points: Point[] = []
  for (let probe = 0; probe < PROBES; probe += 1) {
    const along = from + length * (0.15 + (0.7 * (probe + 0.5)) / PROBES)
    const at = strongestStep(picture, search, along)
    if (at !== undefined) points.push([along - from - length / 2, at])
  }
  return fit(points, side)
}

/** From outside to inside, a later step must be clearly stronger to win: the document's edge comes before its print. */
function strongestStep(picture: Grey, { direction, side, reach, inwards }: Search, along: number): number | undefined {
  const limit = (direction === 'across' ? picture.height : picture.width) - 3
  const first = Math.max(2, Math.floor(side - reach))
  const last = Math.min(limit, Math.ceil(side + reach))
  const read = (position: number) =>
    direction === 'across' ? pixel(picture, along, position) : pixel(picture, position, along)
  let best = 0
  let where: number | undefined
  const end = inwards > 0 ? last : first
  for (let position = inwards > 0 ? first : last; position * inwards < end * inwards; position += inwards) {
    const step = Math.abs(read(position + 2) + read(position + 1) - read(position - 1) - read(position - 2)) / 2
    if (step >= STEP && step > best * 1.35) {
      best = step
      where = position
    }
  }
  return where
}

function pixel({ width, data }: Grey, x: number, y: number): number {
  return data[Math.round(y) * width + Math.round(x)] ?? 0
}

/** The line through two of the points that most others lie on; all pairs are tried, there are few. */
function fit(points: Point[], fallback: number): Line {
  let best: Line = { at: fallback, slope: 0, support: 0 }
  for (let one = 0; one < points.length; one += 1) {
    for (let other = one + 4; other < points.length; other += 1) {
      const [x1, y1] = points[one] ?? [0, 0]
      const [x2, y2] = points[other] ?? [0, 0]
      const slope = (y2 - y1) / (x2 - x1)
      if (Math.abs(slope) > STEEPEST) continue
      const at = y1 - slope * x1
      const near = points.filter(([x, y]) => Math.abs(at + slope * x - y) < TOLERANCE).length
      if (near / PROBES > best.support) best = { at, slope, support: near / PROBES }
    }
  }
  return best
}

/** Where a side that runs across meets one that runs down. */
function meet(across: Line, down: Line, { x, y, width, height }: Area): Point {
  const middleX = x + width / 2
  const middleY = y + height / 2
  let [meetX, meetY] = [down.at, across.at]
  for (let round = 0; round < 3; round += 1) {
    meetY = across.at + across.slope * (meetX - middleX)
    meetX = down.at + down.slope * (meetY - middleY)
  }
  return [meetX, meetY]
}
