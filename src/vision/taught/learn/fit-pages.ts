import type { Box } from '../../picture/box.ts'
import { greysOf } from '../../picture/greys.ts'
import type { Homography } from '../../picture/matrix.ts'
import { type Registrable, registrable } from '../../picture/register/register.ts'
import { shrinkTo } from '../../picture/resize.ts'
import { detailOf } from '../compare/measure-print.ts'
import { layFine, referenceSize } from '../compare/reference.ts'
import { hide, placeOf, printSize, scaling } from '../print.ts'
import { MIN_SHARE, registerPage } from '../recognise.ts'
import type { StudiedPage } from './study-page.ts'

/** A page with the holder's places on it. */
export interface Holding {
  page: StudiedPage
  holder: readonly Box[]
}

/** Pages that are aligned with one of them. */
interface FittedPages {
  /** The index of the page that the others fit best. */
  base: number
  /** The pages that fit it, including itself: pixels of its print → pixels of the page. */
  fits: { at: number; map: Homography }[]
}

interface Tried extends FittedPages {
  /** The mean share of its anchors that the others have. */
  share: number
  /** How much fine print it shows. */
  detail: number
}

/** Within this difference, others are found in it about equally well. */
const ABOUT_AS_WELL = 0.15
/**
 * A picture that shows this much less fine print than another, as a logarithm, is of a softer kind: a photograph among
 * scans. Only its bold print is searched for in the others, and found more often. The difference between scans and
 * photographs made of them is 0.9 or more.
 */
const SOFTER_KIND = 0.6

/** The page that most others fit; among several, the most detailed: neither blurred nor washed out by the light. */
export function bestOf<Each extends Tried>(tried: readonly Each[]): Each | undefined {
  const most = Math.max(0, ...tried.map(({ fits }) => fits.length))
  const fitting = tried.filter(({ fits }) => fits.length === most)
  const detail = Math.max(...fitting.map((each) => each.detail))
  const sharp = fitting.filter((each) => each.detail >= detail - SOFTER_KIND)
  const share = Math.max(0, ...sharp.map((each) => each.share))
  const [best] = sharp.filter((each) => each.share >= share - ABOUT_AS_WELL).toSorted((a, b) => b.detail - a.detail)
  return best
}

/** Fewer places than this would also be found on other documents. */
export const MIN_ANCHORS = 24
/** Pictures of different sizes are compared at this width, in pixels: smaller pictures show less detail. */
const COMPARED_ACROSS = 1000
/** The number of pages that are tried as the base. */
const MOST_TRIED = 4

/** Aligns the pages with one another; undefined if none has enough own print. Those with too little are named. */
export async function fitPages(
  pages: readonly Holding[],
): Promise<(FittedPages & { poor: readonly number[] }) | undefined> {
  const tried: Tried[] = []
  const poor: number[] = []
  for (const [base, { page, holder }] of pages.slice(0, MOST_TRIED).entries()) {
    const { document } = page
    const size = printSize(Math.round((10_000 * document.width) / document.height) / 10_000)
    const print = await printOf(page, holder)
    if (print.anchors.length < MIN_ANCHORS) {
      poor.push(base)
      continue
    }
    const fits: FittedPages['fits'] = []
    let share = 0
    for (const [at, other] of pages.entries()) {
      if (at === base) {
        fits.push({ at, map: scaling(size, document) })
        continue
      }
      const registered = await registerPage(print, size, other.page.document)
      if (!registered || registered.share < MIN_SHARE) continue
      fits.push({ at, map: registered.map })
      share += registered.share
    }
    const detail =
      pages.length > 1
        ? detailOf(
            layFine(
              referenceSize(size.width / size.height, COMPARED_ACROSS),
              size,
              scaling(size, document),
              page.source,
            ),
          )
        : 0
    tried.push({ base, fits, share: share / Math.max(1, fits.length - 1), detail })
  }
  const best = bestOf(tried)
  return best && { ...best, poor }

  async function printOf({ document }: StudiedPage, holder: readonly Box[]): Promise<Registrable> {
    const size = printSize(Math.round((10_000 * document.width) / document.height) / 10_000)
    const own = new Uint8Array(size.width * size.height).fill(1)
    for (const box of holder) hide(own, placeOf(box, document), size)
    return registrable(greysOf(await shrinkTo(document, size)), own)
  }
}
