import { type Catalogue, isTwoSided } from '../catalogue/catalogue.ts'
import type { Classification } from '../document/kind/classify.ts'
import { greysOf } from '../picture/greys.ts'
import { type Homography, joinHomographies } from '../picture/matrix.ts'
import { type Picture, rotate90, type Size } from '../picture/picture.ts'
import {
  type Registrable,
  register,
  registerFinely,
  registerRoughly,
  type Searchable,
  searchable,
} from '../picture/register/register.ts'
import { shrinkTo } from '../picture/resize.ts'
import { type GradientHistogram, gradientHistogram, HISTOGRAM_WIDTH, headDown } from './gradient-histogram.ts'
import type { DocumentModel } from './model.ts'
import { printSize, scaling } from './print.ts'
import type { TaughtDocuments } from './taught-documents.ts'

/** A page that was recognised as a taught document. */
export interface Recognised {
  model: DocumentModel
  /** Quarter turns clockwise that bring the page into the orientation in which the model was taught. */
  turns: 0 | 1 | 2 | 3
  /** Pixels of the model's print → pixels of the page, after that turn. */
  map: Homography
  /** The share of the print's anchors that were found where the model has them. */
  share: number
  /** False if too few were found to decide only by the look: the page's text must confirm that it is this document. */
  isSure: boolean
}

/** The minimum share of anchors found: other documents reach 0.2, the taught documents' own pictures 0.45 or more. */
export const MIN_SHARE = 0.32

/** With fewer than these it is not this document; between the two limits, its background may have been replaced. */
const MIN_UNSURE_SHARE = 0.2

/** Which of the taught documents a straightened page is, in any orientation. */
export async function recognise(taughtDocuments: TaughtDocuments, page: Picture): Promise<Recognised | undefined> {
  if (!taughtDocuments.models.length) return undefined
  const views = viewsOf(page)
  let unsure: Recognised | undefined
  for (const { model, turns } of await nearest(taughtDocuments, page)) {
    const size = printSize(model.content.ratio)
    const { page: view, search } = await views(turns, size)
    const rough = registerRoughly(await taughtDocuments.sketch(model), search)
    if (!rough) continue
    const { map, share } = registerFinely(await taughtDocuments.print(model), search, rough)
    const recognised = { model, turns, share, map: atSizeOf(map, size, view) }
    if (share >= MIN_SHARE) return { ...recognised, isSure: true }
    // A result with low confidence must not turn the page.
    if (turns === 0 && share >= Math.max(MIN_UNSURE_SHARE, unsure?.share ?? 0))
      unsure = { ...recognised, isSure: false }
  }
  return unsure
}

/** Few enough to examine closely. */
const MOST_NEAREST = 3
/** A document whose look is less similar than the best one by this much is not it. */
const BEHIND = 0.25

/** A model has the page's orientation, possibly upside down, or is at a right angle to it. */
async function nearest(
  taughtDocuments: TaughtDocuments,
  page: Picture,
): Promise<{ model: DocumentModel; turns: Recognised['turns'] }[]> {
  const isLying = page.width >= page.height
  const lookIn = async (turns: 0 | 1, lying: boolean) => {
    if (!taughtDocuments.has(lying)) return []
    const look = await lookAt(turns ? rotate90(await shrinkTo(page, smallOf(page)), 1) : page)
    return taughtDocuments
      .nearest([look, headDown(look)], lying)
      .map((near) => ({ ...near, turns: (turns + 2 * near.look) as Recognised['turns'] }))
  }
  const all = [...(await lookIn(0, isLying)), ...(await lookIn(1, !isLying))].toSorted(
    (a, b) => b.likeness - a.likeness,
  )
  const [likest] = all
  return all.filter(({ likeness }) => likest && likeness > likest.likeness - BEHIND).slice(0, MOST_NEAREST)
}

const lookAt = async (page: Picture): Promise<GradientHistogram> =>
  gradientHistogram(greysOf(await shrinkTo(page, smallOf(page))))

export const smallOf = ({ width, height }: Size): Size => ({
  width: HISTOGRAM_WIDTH,
  height: Math.max(16, Math.round((HISTOGRAM_WIDTH * height) / width)),
})

/** A page at a print's size, prepared for searching. */
interface View {
  page: Size
  search: Searchable
}

/** The page in an orientation and at a size, computed once for all models that need it. */
function viewsOf(page: Picture): (turns: Recognised['turns'], size: Size) => Promise<View> {
  const views = new Map<string, Promise<View>>()
  return (turns, size) => {
    const name = `${turns} ${size.height}`
    const view = views.get(name) ?? viewOf(rotate90(page, turns), size)
    views.set(name, view)
    return view
  }
}

const viewOf = async (page: Picture, size: Size): Promise<View> => ({
  page,
  search: searchable(greysOf(await shrinkTo(page, size))),
})

/** How a page is aligned with a print; undefined if it is not. */
export async function registerPage(
  print: Registrable,
  size: Size,
  page: Picture,
): Promise<{ map: Homography; share: number } | undefined> {
  const found = register(print, (await viewOf(page, size)).search)
  return found && { map: atSizeOf(found.map, size, page), share: found.share }
}

/** Converts a map onto a page at the print's size to one onto the page itself. */
const atSizeOf = (map: Homography, size: Size, page: Size): Homography => joinHomographies(scaling(size, page), map)

/** What the page's text states about country and type, and on what ground. */
interface Said {
  kind: Classification | undefined
  /** It comes from an MRZ or a barcode, not from a word that was read. */
  isStated: boolean
}

/**
 * Words are misread, and a page may name a country other than its issuer: to count against them, a look must reach
 * this.
 */
const SURE_LOOK = 0.55

/** The look never overrules what an MRZ or a barcode states; an unsure one counts if the page states the same. */
export function agrees({ model, share, isSure }: Recognised, { kind, isStated }: Said): boolean {
  if (!isSure) return kind?.country === model.country && kind.type === model.type && kind.side === model.side
  if (!kind || (kind.country === model.country && kind.type === model.type)) return true
  return !isStated && share >= SURE_LOOK
}

/** The kind of a page that is a taught document, with what the catalogue knows about that kind. */
export function kindOfModel({ models }: Catalogue, { model }: Recognised, classified?: Classification): Classification {
  const { country, type, side } = model
  const known = classified?.country === country && classified.type === type ? classified : undefined
  const entry = known?.model ?? models.find((each) => each.country === country && each.type === type)
  return {
    country,
    type,
    side,
    twoSided: isTwoSided(type),
    ...(known?.region ? { region: known.region } : {}),
    ...(entry ? { model: entry } : {}),
  }
}
