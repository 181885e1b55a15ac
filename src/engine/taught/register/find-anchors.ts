import type { Point } from '../../picture/point.ts'
import type { Greys } from '../greys.ts'
import { REACH } from './search-patch.ts'

/** Places that can be found again: print in two directions, most of it the document's own. */
export function findAnchors({ width, height, values }: Greys, own: Uint8Array): Point[] {
  const step = 16
  const margin = 2 * REACH.half + 2
  const found: { point: Point; strength: number }[] = []
  for (let top = 0; top < height; top += step) {
    for (let left = 0; left < width; left += step) {
      let best: { point: Point; strength: number } | undefined
      for (let y = top + 2; y < Math.min(top + step, height); y += 4) {
        for (let x = left + 2; x < Math.min(left + step, width); x += 4) {
          const isInside = x >= margin && y >= margin && x < width - margin && y < height - margin
          if (!isInside || ownShare(own, width, x, y, REACH.whole) < MIN_OWN) continue
          const strength = cornerOf(values, own, width, x, y)
          if (strength > (best?.strength ?? LEAST_CORNER)) best = { point: { x, y }, strength }
        }
      }
      if (best) found.push(best)
    }
  }
  return spread(found, width, height)
}

const MOST_ANCHORS = 90

/** The strongest of each part of the page in turn, so that no emblem takes them all. */
function spread(found: { point: Point; strength: number }[], width: number, height: number): Point[] {
  const parts = Map.groupBy(
    found.toSorted((a, b) => b.strength - a.strength),
    ({ point: { x, y } }) => Math.floor((6 * x) / width) + 6 * Math.floor((4 * y) / height),
  )
  const rounds = Math.max(0, ...[...parts.values()].map(({ length }) => length))
  const chosen: Point[] = []
  for (let round = 0; round < rounds; round++) {
    for (const part of parts.values()) {
      const next = part[round]
      if (next && chosen.length < MOST_ANCHORS) chosen.push(next.point)
    }
  }
  return chosen
}

/** Of a patch, so much must be the document's own. */
const MIN_OWN = 0.65

function ownShare(own: Uint8Array, width: number, x: number, y: number, reach: number): number {
  let count = 0
  for (let v = y - reach; v <= y + reach; v++) {
    for (let u = x - reach; u <= x + reach; u++) count += own[v * width + u] as number
  }
  return count / (2 * reach + 1) ** 2
}

/** Per pixel, the smaller eigenvalue of the structure: an edge alone has none. */
const LEAST_CORNER = 0.02

function cornerOf(values: Float32Array, own: Uint8Array, width: number, x: number, y: number): number {
  const reach = REACH.whole
  let [xx, yy, xy] = [0, 0, 0]
  for (let v = y - reach; v <= y + reach; v++) {
    for (let u = x - reach; u <= x + reach; u++) {
      const at = v * width + u
      if (!own[at]) continue
      const dx = (values[at + 1] as number) - (values[at - 1] as number)
      const dy = (values[at + width] as number) - (values[at - width] as number)
      xx += dx * dx
      yy += dy * dy
      xy += dx * dy
    }
  }
  const count = (2 * reach + 1) ** 2
  return ((xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy)) / count
}
