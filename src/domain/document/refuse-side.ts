import { type Mark, type Refused, refuse } from '../result.ts'
import type { Hint } from '../vocabulary.ts'
import type { IdentityDocument, PageReading } from './document.ts'

/** With these a side is easily taken for the other: a front without the half that has the portrait looks like a back. */
const HIDES_SIDE: readonly Hint[] = ['TOO_DARK', 'TOO_BRIGHT', 'CUT_OFF', 'TOO_SMALL', 'BLURRED']

/**
 * Why a page is refused that is not the one that is wanted now. Its picture comes first: what a poor one seems to show
 * may not be so, unless a machine-readable code says it, or a taught document was recognised.
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
