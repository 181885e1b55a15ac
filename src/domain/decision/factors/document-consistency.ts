import { findContradictions } from '../../document/consistency.ts'
import { isList, pagesOf } from '../../document/view.ts'
import { scored, type TrustFactor } from './factor.ts'

/** One doubt refers, three are no longer chance. */
const PER_DOUBT = 30

/** Does the document contradict itself, the calendar or its issuer's habits? */
export const documentConsistency: TrustFactor = (evidence) => {
  const pages = pagesOf(evidence)
  if (!isList(pages)) return pages

  const found = findContradictions({ pages }, evidence.today)
  const used = { contradictions: found.map(({ code }) => code).join(', ') || null }
  if (!found.length) return scored(100, 'The document does not contradict itself.', used)

  const certain = found.some(({ certainty }) => certainty === 'certain')
  const score = certain ? 0 : 100 - PER_DOUBT * found.length
  return scored(score, found.map(({ reason }) => reason).join(' '), used)
}
