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

/** Pages that lie over one of them. */
interface FittedPages {
  /** The one that the others fit best. */
  base: number
  /** Those that fit it, it among them: pixels of its print → pixels of the page. */
  fits: { at: number; map: Homography }[]
}

interface Tried extends FittedPages {
  /** Of its anchors, the mean share that the others have. */
  share: number
  /** How much fine print it shows. */
  detail: number
}

/** Others are found in it about as well. */
const ABOUT_AS_WELL = 0.15
/**
 * A picture that shows so much less fine print than another, as a logarithm, is of a softer kind: a photograph next to scans.
 * Its bold print alone is looked for in the others, and found more often. Scans have 0.9 and more over photographs made of them.
 */
const SOFTER_KIND = 0.6

/** The one that most others fit; of several, the one that shows most: neither blurred nor washed out by the light. */
export function bestOf<Each extends Tried>(tried: readonly Each[]): Each | undefined {
  const most = Math.max(0, ...tried.map(({ fits }) => fits.length))
  const fitting = tried.filter(({ fits }) => fits.length === most)
  const detail = Math.max(...fitting.map((each) => each.detail))
  const sharp = fitting.filter((each) => each.detail >= detail - SOFTER_KIND)
  const share = Math.max(0, ...sharp.map((each) => each.share))
  const [best] = sharp.filter((each) => each.share >= share - ABOUT_AS_WELL).toSorted((a, b) => b.detail - a.detail)
  return best
}

/** Fewer places that can be found again would be found on other documents too. */
export const MIN_ANCHORS = 24
/** Pictures of different sizes are compared at this one, in pixels: what has fewer shows less. */
const COMPARED_ACROSS = 1000
/** So many are tried as the one that others are laid over. */
const MOST_TRIED = 4

/** Lays the pages over one another; undefined where none of them has enough print of its own. Those that have too little are named. */
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
