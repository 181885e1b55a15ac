import { type Affine, applyHomography, fitHomography, type Homography } from '../picture/matrix.ts'
import type { Point } from '../picture/point.ts'
import { evened, type Greys, halved } from './greys.ts'

/** How a page lies against a model. */
export interface Registration {
  /** Pixels of the model → pixels of the page, both at the model's size. */
  map: Homography
  /** Of the model's anchors, the share that was found where the map says. */
  share: number
  anchors: number
}

/** Greys at two sizes without light and contrast, as they are searched. */
export interface Searchable {
  half: Greys
  /** Made when the half has been found. */
  whole(): Greys
}

export function searchable(greys: Greys): Searchable {
  let whole: Greys | undefined
  return {
    half: evened(halved(greys), 6),
    whole() {
      whole ??= evened(greys, 8)
      return whole
    },
  }
}

/** A model that pages are registered to: where `own` is 0 its pixels say nothing. */
export interface Registrable extends Searchable {
  own: { whole: Uint8Array; half: Uint8Array }
  anchors: readonly Point[]
}

export function registrable(greys: Greys, own: Uint8Array): Registrable {
  const search = searchable(greys)
  const both = { whole: own, half: halfOf(own, greys.width, greys.height) }
  return { ...search, own: both, anchors: findAnchors(search.whole(), own) }
}

/** What is own on all of two by two pixels. */
function halfOf(own: Uint8Array, width: number, height: number): Uint8Array {
  const [w, h] = [width >> 1, height >> 1]
  const half = new Uint8Array(w * h)
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      half[y * w + x] =
        (own[at] as number) & (own[at + 1] as number) & (own[at + width] as number) & (own[at + width + 1] as number)
    }
  }
  return half
}

/** Patches are squares of 2·reach + 1 pixels. */
const REACH = { half: 7, whole: 9 } as const
/** How far a corner of the outline may be off, in shares of the page's width: the net's worst of nineteen in twenty. */
const SEARCHED = 0.045
const MOST_ANCHORS = 90
/** As many as are looked for far and wide. */
const MOST_COARSE = 32

/** Places that can be found again: print in two directions, most of it the document's own. */
function findAnchors({ width, height, values }: Greys, own: Uint8Array): Point[] {
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

interface Match {
  from: Point
  to: Point
  /** −1…1. */
  likeness: number
}

/** A few patches of a model at half its size: enough to see that a page is another document. 40 kB. */
export type Sketch = readonly { from: Point; patch: Patch }[]

export function sketchOf({ half, own, anchors }: Registrable): Sketch {
  const print = { ...half, own: own.half }
  return anchors
    .slice(0, MOST_COARSE)
    .map(({ x, y }) => ({ x: Math.round((x - 0.5) / 2), y: Math.round((y - 0.5) / 2) }))
    .filter((from) => isWithin(print, from, REACH.half))
    .map((from) => ({ from, patch: patchOf(print, from, REACH.half) }))
}

/** Finds the model's anchors on the page and the map that most of them agree on. */
export function register(model: Registrable, page: Searchable): Registration | undefined {
  const first = registerRoughly(sketchOf(model), page)
  return first && registerFinely(model, page, first)
}

/** The map that most patches of a sketch agree on; undefined where they do not. */
export function registerRoughly(sketch: Sketch, page: Searchable): Homography | undefined {
  const range = Math.round(SEARCHED * page.half.width)
  const coarse = sketch.flatMap(({ from, patch }) => {
    const match = search(patch, page.half, from, from, range, REACH.half)
    return match && match.likeness > MIN_COARSE ? [match] : []
  })
  const rough = agree(coarse, ROUGH)
  if (!rough) return undefined
  const doubled = ({ x, y }: Point): Point => ({ x: 2 * x + 0.5, y: 2 * y + 0.5 })
  return fitHomography(
    rough.map(({ from }) => doubled(from)),
    rough.map(({ to }) => doubled(to)),
  )
}

export const registerFinely = (model: Registrable, page: Searchable, rough: Homography): Registration =>
  refine(model, page, refine(model, page, { map: rough, share: 0, anchors: 0 }, 5), 3)

/** Looks for each anchor again, finely, near where the map has it. */
function refine(model: Registrable, page: Searchable, known: Registration, range: number): Registration {
  const { own, anchors } = model
  const [print, seen] = [{ ...model.whole(), own: own.whole }, page.whole()]
  const matches = anchors.flatMap((from) => {
    const { x, y } = applyHomography(known.map, from)
    if (!isWithin(print, from, REACH.whole)) return []
    const near = { x: Math.round(x), y: Math.round(y) }
    const match = search(patchOf(print, from, REACH.whole), seen, from, near, range, REACH.whole)
    return match && match.likeness > MIN_FINE ? [match] : []
  })
  const agreed = agree(matches, FINE)
  const map =
    agreed &&
    fitHomography(
      agreed.map(({ from }) => from),
      agreed.map(({ to }) => to),
    )
  return map ? { map, share: agreed.length / anchors.length, anchors: anchors.length } : { ...known, share: 0 }
}

const MIN_COARSE = 0.5
const MIN_FINE = 0.5
/** Pixels of the size at hand. */
const ROUGH = 2.5
const FINE = 2

/** Where on the page the model's patch is most alike, to a part of a pixel. */
function search(patch: Patch, page: Greys, from: Point, near: Point, range: number, reach: number): Match | undefined {
  const { width, height } = page
  const [left, right] = [Math.max(reach, near.x - range), Math.min(width - 1 - reach, near.x + range)]
  const [top, bottom] = [Math.max(reach, near.y - range), Math.min(height - 1 - reach, near.y + range)]
  const likenessAt = (x: number, y: number) => compare(patch, page, x, y, reach)
  const best = climb(pickHighest(likenessAt, left, right, top, bottom), likenessAt, left, right, top, bottom)
  if (best.likeness < 0) return undefined
  const at = (dx: number, dy: number) =>
    isWithin(page, { x: best.x + dx, y: best.y + dy }, reach)
      ? compare(patch, page, best.x + dx, best.y + dy, reach)
      : best.likeness - 1
  const to = {
    x: best.x + peak(at(-1, 0), best.likeness, at(1, 0)),
    y: best.y + peak(at(0, -1), best.likeness, at(0, 1)),
  }
  return { from, to, likeness: best.likeness }
}

interface Peak extends Point {
  likeness: number
}

type Likeness = (x: number, y: number) => number

/** Strokes of print are two pixels wide: every second place is enough to see that something alike is near. */
const STRIDE = 2
/** So many of the best places are looked at closely: 48 pages, 40 of them taught, are told as by a look at every place, and as surely. */
const CLIMBED = 3

/** The best of every second place, the best first. */
function pickHighest(likenessAt: Likeness, left: number, right: number, top: number, bottom: number): Peak[] {
  const highest: Peak[] = []
  for (let y = top; y <= bottom; y += STRIDE) {
    for (let x = left; x <= right; x += STRIDE) {
      const likeness = likenessAt(x, y)
      if (highest.length === CLIMBED && likeness <= (highest[CLIMBED - 1] as Peak).likeness) continue
      if (highest.length === CLIMBED) highest.pop()
      const behind = highest.findIndex((other) => other.likeness < likeness)
      highest.splice(behind < 0 ? highest.length : behind, 0, { x, y, likeness })
    }
  }
  return highest
}

/** The best of these places and of those right beside them. */
function climb(
  places: readonly Peak[],
  likenessAt: Likeness,
  left: number,
  right: number,
  top: number,
  bottom: number,
): Peak {
  let best: Peak = { x: 0, y: 0, likeness: -1 }
  for (const place of places) {
    for (let y = Math.max(top, place.y - 1); y <= Math.min(bottom, place.y + 1); y++) {
      for (let x = Math.max(left, place.x - 1); x <= Math.min(right, place.x + 1); x++) {
        const likeness = x === place.x && y === place.y ? place.likeness : likenessAt(x, y)
        if (likeness > best.likeness) best = { x, y, likeness }
      }
    }
  }
  return best
}

const isWithin = ({ width, height }: Greys, { x, y }: Point, reach: number): boolean =>
  x >= reach && y >= reach && x < width - reach && y < height - reach

/** The top of the parabola through three values. */
function peak(before: number, here: number, behind: number): number {
  const bend = before - 2 * here + behind
  return bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (before - behind)) / bend)) : 0
}

interface Patch {
  values: Float32Array
  /** 1 where it is the document's own. */
  own: Uint8Array
  power: number
}

function patchOf(model: Greys & { own: Uint8Array }, { x, y }: Point, reach: number): Patch {
  const { width, values } = model
  const side = 2 * reach + 1
  const patch = new Float32Array(side * side)
  const own = new Uint8Array(side * side)
  let power = 0
  for (let v = 0, to = 0; v < side; v++) {
    for (let u = 0; u < side; u++, to++) {
      const at = (y - reach + v) * width + x - reach + u
      const value = (values[at] as number) * (model.own[at] as number)
      patch[to] = value
      own[to] = model.own[at] as number
      power += value * value
    }
  }
  return { values: patch, own, power }
}

/** Of greys that are even already: their mean is near 0. */
function compare(
  { values: patch, own: isOwn, power }: Patch,
  page: Greys,
  x: number,
  y: number,
  reach: number,
): number {
  const side = 2 * reach + 1
  const { width, values } = page
  let [dot, own] = [0, 0]
  for (let v = 0, i = 0, at = (y - reach) * width + x - reach; v < side; v++, at += width - side) {
    for (let u = 0; u < side; u++, i++, at++) {
      const value = values[at] as number
      dot += value * (patch[i] as number)
      own += value * value * (isOwn[i] as number)
    }
  }
  return dot / Math.sqrt(own * power + 1e-6)
}

/** Fewer than this agree by chance. */
const LEAST_AGREED = 8

/** The matches that one perspective explains, as many as can be found. */
function agree(matches: readonly Match[], tolerance: number): Match[] | undefined {
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
