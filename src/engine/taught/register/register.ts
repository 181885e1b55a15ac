import { applyHomography, fitHomography, type Homography } from '../../picture/matrix.ts'
import type { Point } from '../../picture/point.ts'
import { evened, type Greys, halved } from '../greys.ts'
import { agree } from './agree.ts'
import { findAnchors } from './find-anchors.ts'
import { isWithin, type Patch, patchOf, REACH, searchPatch } from './search-patch.ts'

/** How a page lies against a model. */
interface Registration {
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

/** How far a corner of the outline may be off, in shares of the page's width: the net's worst of nineteen in twenty. */
const SEARCHED = 0.045
/** As many as are looked for far and wide. */
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

/** The map that most patches of a sketch agree on; undefined where they do not. */
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
/** Pixels of the size at hand. */
const ROUGH = 2.5
const FINE = 2
