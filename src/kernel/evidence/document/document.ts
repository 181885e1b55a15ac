import type { PageSide } from '../../../formats/document-words.ts'
import type { Hint } from '../../../formats/hints.ts'
import { accept, type Mark, type Refused, type Result, refuse } from '../../../formats/result.ts'
import type { PageReading } from '../../../vision/document/page-reading.ts'

export interface IdentityDocument {
  /** Front first; one page for a one-sided document. */
  pages: PageReading[]
}

/** Adds a page to the document, front first. A new front replaces both sides, a new back only the back. */
export function addPage(
  document: IdentityDocument | undefined,
  page: PageReading,
): Result<IdentityDocument, 'WRONG_SIDE'> {
  const front = document?.pages[0]
  if (page.side === 'FRONT')
    return accept({ pages: [isAskedAgain(document, page) ? { ...page, twoSided: false } : page] })

  if (!front?.twoSided) return refuse('WRONG_SIDE')
  const { country } = front
  if (country === undefined) return accept({ pages: namedByBack(front, page) })
  if (front.type !== page.type || !mayBeFrom(country, page)) return refuse('WRONG_SIDE')

  return accept({ pages: [front, { ...page, country }] })
}

/** Whether nothing on the page says who issued it. */
export const isUnnamed = ({ country }: Pick<PageReading, 'country'>): boolean => country === undefined

/** Whether it is a front on which no portrait was found. Another picture of it is asked for once. */
export const lacksPortrait = ({ side, hints }: Pick<PageReading, 'side' | 'hints'>): boolean =>
  side === 'FRONT' && hints.includes('NO_PORTRAIT')

/** Whether an unnamed card is to be turned over: its other side may name it. */
export const awaitsUnnamedBack = (document: IdentityDocument | undefined): boolean =>
  document?.pages.length === 1 && document.pages.every((page) => page.twoSided && isUnnamed(page))

/** The other side of an unnamed card is asked for once. If its front comes again, there may be no other side. */
const isAskedAgain = (document: IdentityDocument | undefined, page: PageReading): boolean =>
  awaitsUnnamedBack(document) && isUnnamed(page)

/**
 * An unnamed card with its back. A code on the back that a machine reads names both; words on it do not, because every
 * card of its language has the same.
 */
function namedByBack(front: PageReading, back: PageReading): PageReading[] {
  const { country, alternatives: _, ...rest } = back
  if (country === undefined || !(back.mrz || back.barcode)) return [front, { ...rest, type: front.type }]
  const { type, documentName } = back
  return [{ ...front, country, type, documentName }, back]
}

/**
 * Replaces the page that was requested again. A front keeps the back that belongs to it; if none does, the back is
 * wanted too.
 */
export function replacePage(
  document: IdentityDocument | undefined,
  page: PageReading,
  of: PageSide,
): Result<IdentityDocument, 'WRONG_SIDE'> {
  if (page.side !== of && !missingSides(document).includes(page.side)) return refuse('WRONG_SIDE')
  const added = addPage(document, page)
  const back = document?.pages[1]
  if (!added.ok || page.side === 'BACK' || !back) return added
  const both = addPage(added.value, back)
  return both.ok ? both : added
}

const mayBeFrom = (country: string, { country: likeliest, alternatives = [] }: PageReading): boolean =>
  likeliest === country || alternatives.includes(country)

/** The sides that are still missing from the document. */
export function missingSides(document: IdentityDocument | undefined): PageSide[] {
  const front = document?.pages[0]
  if (!front) return ['FRONT']
  return front.twoSided && document.pages.length < 2 ? ['BACK'] : []
}

/**
 * With these a side is easily confused with the other: a front whose half with the portrait is missing looks like a
 * back.
 */
const HIDES_SIDE: readonly Hint[] = ['TOO_DARK', 'TOO_BRIGHT', 'CUT_OFF', 'TOO_SMALL', 'BLURRED']

/**
 * Why a page that is not the wanted one is refused. The quality of its picture comes first: what a poor picture seems
 * to show may be wrong, unless a machine-readable code confirms it or a taught document was recognised.
 */
export function refuseSide(
  document: IdentityDocument | undefined,
  page: PageReading,
  marks: readonly Mark[] = [],
): Refused<'WRONG_SIDE' | 'DOCUMENT_NOT_RECOGNIZED'> {
  const faults = page.hints.filter((hint) => HIDES_SIDE.includes(hint))
  const isSure = page.mrz !== undefined || page.barcode !== undefined || page.taught !== undefined
  if (faults.length && !isSure)
    return refuse(
      'DOCUMENT_NOT_RECOGNIZED',
      faults,
      marks.filter(({ hint }) => faults.includes(hint)),
    )
  return refuse('WRONG_SIDE', document ? ['OTHER_DOCUMENT'] : [])
}
