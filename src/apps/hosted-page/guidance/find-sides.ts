import type { Area, Grey } from '../../../vision/picture/quality/measures.ts'

export type Point = [x: number, y: number]
export type Quad = [Point, Point, Point, Point]

export interface Sides {
  /** How many of the four sides were found. */
  found: number
  /** Top left, top right, bottom right, bottom left; present when all four sides were found. */
  quad?: Quad
  /** Two opposite sides extend beyond the picture. */
  cutOff: boolean
  /** The document was visible a moment ago and has moved too far to be tracked. */
  isLost?: true
}

/** How far from the guide window a side is searched, as a fraction of the window's size. */
const REACH = 0.22
const PROBES = 32
/** The slopes that are tried: a hand turns the document by some degrees, and perspective tilts its sides. */
const SLOPES = Array.from({ length: 15 }, (_, index) => (index - 7) * 0.025)
/**
 * The minimum mean difference of grey values between the bands on both sides of a line; texture and print stay below
 * it.
 */
const STEP = 3.5
/** The fraction of the probes that must change in the same direction. */
const AGREEMENT = 0.72
/** The fraction of the mean step that each quarter of a line must have: a side extends along its whole length. */
const EVERYWHERE = 0.4
/** A single strong edge, such as a letter, counts no more than this. */
const STRONGEST = 60
/**
 * An outer line wins over a stronger inner one if it has at least this fraction of its strength: frames, bands and
 * print are inside.
 */
const OUTER = 0.55
/** A half side that extends beyond the picture must be this much stronger than a whole one. */
const STUB = 1.4
/** Lower if the side that should end it was not found. */
const LOOSE = 0.8
const BAND = 4
/** Positions are tried this many pixels apart: an edge responds over the width of a band on either side. */
const STRIDE = 2

interface Line {
  /** position = at + slope × (along − middle) */
  at: number
  slope: number
  /** Mean difference across the line, with its sign; 0 when there is no line. */
  step: number
}

/** The side of the window to search near: a line that runs across (top, bottom) or down (left, right). */
interface Search {
  direction: 'across' | 'down'
  side: number
  reach: number
  from: number
  length: number
  /** Outermost position first. */
  inwards: 1 | -1
}

/** Looks for the four straight sides of a document near the guide window. */
export function findSides(picture: Grey, window: Area): Sides {
  const { x, y, width, height } = window
  const across = { direction: 'across', reach: height * REACH, from: x, length: width } as const
  const down = { direction: 'down', reach: width * REACH, from: y, length: height } as const
  const searches = {
    top: { ...across, side: y, inwards: 1 },
    bottom: { ...across, side: y + height, inwards: -1 },
    left: { ...down, side: x, inwards: 1 },
    right: { ...down, side: x + width, inwards: -1 },
  } as const
  const steps = { across: stepsOf(picture, 'across'), down: stepsOf(picture, 'down') }
  const whole = (search: Search) => findLine(picture, steps[search.direction], search, 0.14, 0.86)
  const [top, bottom] = [whole(searches.top), whole(searches.bottom)]
  const [left, right] = [whole(searches.left), whole(searches.right)]
  const found = [top, right, bottom, left].filter(({ step }) => step !== 0).length
  const runs = (search: Search, end: 0 | 1, line: Line, across: Line) =>
    runsOut(picture, steps[search.direction], search, end) > (across.step === 0 ? LOOSE : STUB) * Math.abs(line.step)
  const cutOff =
    (runs(searches.top, 0, top, left) && runs(searches.bottom, 0, bottom, left)) ||
    (runs(searches.top, 1, top, right) && runs(searches.bottom, 1, bottom, right)) ||
    (runs(searches.left, 0, left, top) && runs(searches.right, 0, right, top)) ||
    (runs(searches.left, 1, left, bottom) && runs(searches.right, 1, right, bottom))
  if (cutOff || found < 4) return { found, cutOff }
  const corner = (one: Line, other: Line) => meet(one, other, window)
  const quad: Quad = [corner(top, left), corner(top, right), corner(bottom, right), corner(bottom, left)]
  // A corner outside the picture belongs to a line of the table: the document is there, but its corners are unknown.
  return quad.some((point) => isOutside(point, picture)) ? { found: 3, cutOff } : { found, quad, cutOff }
}

/** The outermost straight line along which the brightness changes, nearly everywhere in the same direction. */
function findLine(picture: Grey, steps: Int16Array, search: Search, start: number, end: number): Line {
  const { direction, side, reach, inwards } = search
  const limit = direction === 'across' ? picture.height : picture.width
  const first = Math.max(BAND, Math.round(side - reach))
  const last = Math.min(limit - BAND - 1, Math.round(side + reach))
  const lines: Line[] = []
  for (let at = first; at <= last; at += STRIDE) lines.push(bestSlope(picture, steps, search, at, start, end))
  if (inwards < 0) lines.reverse()
  const strongest = Math.max(0, ...lines.map(({ step }) => Math.abs(step)))
  const outermost = lines.findIndex(({ step }) => step !== 0 && Math.abs(step) >= OUTER * strongest)
  // From there to the maximum of the same edge.
  return lines
    .slice(outermost, outermost + 1 + BAND / STRIDE)
    .reduce((best, line) => (Math.abs(line.step) > Math.abs(best.step) ? line : best), { at: side, slope: 0, step: 0 })
}

/** The slope with the strongest edge at a position, between two fractions of the side's length. */
function bestSlope(
  { width, height }: Grey,
  steps: Int16Array,
  { direction, from, length }: Search,
  at: number,
  start: number,
  end: number,
): Line {
  let best: Line = { at, slope: 0, step: 0 }
  for (const slope of SLOPES) {
    const quarters = [0, 0, 0, 0]
    let up = 0
    for (let probe = 0; probe < PROBES; probe += 1) {
      const offset = length * (start - 0.5 + ((end - start) * (probe + 0.5)) / PROBES)
      const [along, across] = [Math.round(from + length / 2 + offset), Math.round(at + slope * offset)]
      const [x, y] = direction === 'across' ? [along, across] : [across, along]
      const step = x < 0 || y < 0 || x >= width || y >= height ? 0 : (steps[y * width + x] ?? 0) / BAND
      const quarter = Math.floor((4 * probe) / PROBES)
      quarters[quarter] = (quarters[quarter] ?? 0) + Math.max(-STRONGEST, Math.min(STRONGEST, step))
      if (step > 0) up += 1
    }
    const mean = quarters.reduce((sum, each) => sum + each, 0) / PROBES
    if (Math.abs(mean) <= Math.abs(best.step) || Math.abs(mean) < STEP) continue
    const agreeing = (mean > 0 ? up : PROBES - up) / PROBES
    const everywhere = quarters.every((sum) => (4 * sum) / PROBES / mean >= EVERYWHERE)
    if (agreeing >= AGREEMENT && everywhere) best = { at, slope, step: mean }
  }
  return best
}

/** For every pixel, how much lighter the band after it is than the band before it; multiplied by the band's width. */
function stepsOf({ width, height, data }: Grey, direction: Search['direction']): Int16Array {
  const steps = new Int16Array(width * height)
  const stride = direction === 'across' ? width : 1
  const [top, left] = direction === 'across' ? [BAND, 0] : [0, BAND]
  for (let y = top; y < height - top; y += 1) {
    for (let x = left; x < width - left; x += 1) {
      const middle = y * width + x
      let step = 0
      for (let away = stride; away <= BAND * stride; away += stride)
        step += (data[middle + away] ?? 0) - (data[middle - away] ?? 0)
      steps[middle] = step
    }
  }
  return steps
}

/** The strength of a side that covers one half and continues to the edge of the picture (`end` 0: left or top). */
function runsOut(picture: Grey, steps: Int16Array, search: Search, end: 0 | 1): number {
  const { direction, from, length } = search
  const size = direction === 'across' ? picture.width : picture.height
  const [start, stop] = end === 0 ? [-from / length, 0.36] : [0.64, (size - 1 - from) / length]
  return Math.abs(findLine(picture, steps, search, start, stop).step)
}

const isOutside = ([x, y]: Point, { width, height }: Grey) => x < 1 || y < 1 || x > width - 2 || y > height - 2

/** The intersection of a side that runs across with one that runs down. */
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

/** Whether the corners are in clockwise order. */
export function isConvex(quad: Quad): boolean {
  return quad.every(([ax, ay], at) => {
    const [bx, by] = quad[(at + 1) % 4] as Point
    const [cx, cy] = quad[(at + 2) % 4] as Point
    return (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
  })
}
