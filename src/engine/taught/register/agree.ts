import { type Affine, applyHomography, fitHomography } from '../../picture/matrix.ts'
import type { Match } from './search-patch.ts'

/** Fewer than this agree by chance. */
const LEAST_AGREED = 8

/** The matches that one perspective explains, as many as can be found. */
export function agree(matches: readonly Match[], tolerance: number): Match[] | undefined {
  if (matches.length < LEAST_AGREED) return undefined
  // What is straight already differs by little from a map without perspective, which three points give.
  let agreed = mostAlong(matches, FLAT * tolerance)
  for (let round = 0; round < 4; round++) {
    if (agreed.length < LEAST_AGREED) return undefined
    const map = fitHomography(
      agreed.map(({ from }) => from),
      agreed.map(({ to }) => to),
    )
    if (!map) return undefined
    const within = matches.filter(({ from, to }) => {
      const { x, y } = applyHomography(map, from)
      return Math.abs(x - to.x) <= tolerance && Math.abs(y - to.y) <= tolerance
    })
    if (within.length === agreed.length && round > 0) break
    agreed = within
  }
  return agreed.length >= LEAST_AGREED ? agreed : undefined
}

const ROUNDS = 300
/** So much more than the tolerance may be left of a perspective. */
const FLAT = 1.6

/** The largest group of matches that one map of three of them explains. */
function mostAlong(matches: readonly Match[], tolerance: number): Match[] {
  let best: Match[] = []
  let seed = 1
  // A generator of its own, so that one picture gives one answer.
  const next = (): Match => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return matches[Math.floor((seed / 2 ** 32) * matches.length)] as Match
  }
  for (let round = 0; round < ROUNDS && best.length < 0.9 * matches.length; round++) {
    const map = affineOf(next(), next(), next())
    if (!map) continue
    const [a, b, c, d, e, f] = map
    const isAlong = ({ from: { x, y }, to }: Match) =>
      Math.abs(a * x + b * y + c - to.x) <= tolerance && Math.abs(d * x + e * y + f - to.y) <= tolerance
    let count = 0
    for (const match of matches) if (isAlong(match)) count++
    if (count > best.length) best = matches.filter(isAlong)
  }
  return best
}

/** Undefined where they do not span one, or one that no straightened page has. */
function affineOf({ from: p, to: u }: Match, { from: q, to: v }: Match, { from: r, to: w }: Match): Affine | undefined {
  const [x1, y1, x2, y2] = [q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y]
  const area = x1 * y2 - x2 * y1
  if (Math.abs(area) < LEAST_AREA) return undefined
  const a = ((v.x - u.x) * y2 - (w.x - u.x) * y1) / area
  const b = ((w.x - u.x) * x1 - (v.x - u.x) * x2) / area
  const d = ((v.y - u.y) * y2 - (w.y - u.y) * y1) / area
  const e = ((w.y - u.y) * x1 - (v.y - u.y) * x2) / area
  const isPlausible = Math.abs(a - 1) < STRETCH && Math.abs(e - 1) < STRETCH && Math.abs(b) < LEAN && Math.abs(d) < LEAN
  return isPlausible ? [a, b, u.x - a * p.x - b * p.y, d, e, u.y - d * p.x - e * p.y] : undefined
}

/** Square pixels; three points closer to a line say nothing. */
const LEAST_AREA = 400
/** More than the outline's corners can be off. */
const STRETCH = 0.15
const LEAN = 0.12
