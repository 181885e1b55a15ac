import type { PageReading } from '../../../vision/document/page-reading.ts'
import { replacingProofsOf } from '../proof.ts'
import { type Evidence, type Unavailable, type Unknown, unavailable, unknown } from './factor.ts'

/** The pages to evaluate, or why there are none. */
export function pagesOf({ document, steps, ...readings }: Evidence): PageReading[] | Unknown | Unavailable {
  if (!steps.includes('document')) return unavailable('flow', 'The flow has no document step.')
  if (document?.pages.length) return document.pages
  const [replacing] = replacingProofsOf(readings).flatMap(({ inPlaceOfDocument }) => inPlaceOfDocument ?? [])
  return replacing === undefined ? unknown('No document was read.') : unavailable('flow', replacing)
}
