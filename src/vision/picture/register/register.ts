import { evened, type Greys, halved } from '../greys.ts'
import { type Affine, applyHomography, fitHomography, type Homography } from '../matrix.ts'
import type { Point } from '../picture.ts'
import type { Match } from './patches.ts'
import { findAnchors, isWithin, type Patch, patchOf, REACH, searchPatch } from './patches.ts'

/** How a page is aligned with a model. */
interface Registration {
  /** Pixels of the model → pixels of the page, both at the model's size. */
  map: Homography
  /** The share of the model's anchors that were found where the map says. */
  share: number
  anchors: number
}

/** Normalised greys (without light and contrast) at two sizes, for searching. */
export interface Searchable {
  half: Greys
  /** Computed once the half size has been found. */
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

/** A model for registering pages: where `own` is 0, its pixels are ignored. */
export interface Registrable extends Searchable {
  own: { whole: Uint8Array; half: Uint8Array }
  anchors: readonly Point[]
}

export function registrable(greys: Greys, own: Uint8Array): Registrable {
  const search = searchable(greys)
  const both = { whole: own, half: halfOf(own, greys.width, greys.height) }
  return { ...search, own: both, anchors: findAnchors(search.whole(), own) }
}

/** Marks a pixel as own if all of its two by two pixels are. */
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

/** How far a corner of the outline may be off, in shares of the page's width: the 95th percentile of the error. */
const SEARCHED = 0.045
/** The maximum number of anchors in the wide search. */
const MOST_COARSE = 32

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

/** The map that most patches of a sketch agree on; undefined if they do not agree. */
export function registerRoughly(sketch: Sketch, page: Searchable): Homography | undefined {
  const range = Math.round(SEARCHED * page.half.width)
  const coarse = sketch.flatMap(({ from, patch }) => {
    const match = searchPatch(patch, page.half, from, from, range, REACH.half)
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

/** Fewer matches than this agree by chance. */
const LEAST_AGREED = 8

/** The largest set of matches found that one perspective map explains. */
function agree(matches: readonly Match[], tolerance: number): Match[] | undefined {
  if (matches.length < LEAST_AGREED) return undefined
  // A straightened page differs little from a map without perspective, which three points determine.
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
/** A perspective may deviate from such a map by this many times the tolerance. */
const FLAT = 1.6

/** The largest group of matches that fit one map determined by three of them. */
function mostAlong(matches: readonly Match[], tolerance: number): Match[] {
  let best: Match[] = []
  let seed = 1
  // A separate random generator, so that the result for a picture is deterministic.
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

/** Undefined if they do not determine a map, or if no straightened page has such a map. */
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

/** In square pixels; three points closer to a line than this determine nothing. */
const LEAST_AREA = 400
/** More than the error of the outline's corners. */
const STRETCH = 0.15
const LEAN = 0.12

export const registerFinely = (model: Registrable, page: Searchable, rough: Homography): Registration =>
  refine(model, page, refine(model, page, { map: rough, share: 0, anchors: 0 }, 5), 3)

/** Searches for each anchor again, more precisely, near where the map puts it. */
function refine(model: Registrable, page: Searchable, known: Registration, range: number): Registration {
  const { own, anchors } = model
  const [print, seen] = [{ ...model.whole(), own: own.whole }, page.whole()]
  const matches = anchors.flatMap((from) => {
    const { x, y } = applyHomography(known.map, from)
    if (!isWithin(print, from, REACH.whole)) return []
    const near = { x: Math.round(x), y: Math.round(y) }
    const match = searchPatch(patchOf(print, from, REACH.whole), seen, from, near, range, REACH.whole)
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
/** In pixels of the size in use. */
const ROUGH = 2.5
const FINE = 2
