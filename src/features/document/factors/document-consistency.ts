import { type Factor, isList, pagesOf, scored } from '../../../kernel/decision/factors/factor.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import { findContradictions } from '../../../kernel/evidence/document/consistency.ts'

/** One doubt refers; three are not a coincidence. */
const PER_DOUBT = 30

/** A strong one counts as two: it refers on its own, and rejects together with any other. */
const DOUBTS = { certain: 0, strong: 2, doubtful: 1 } as const

/**
 * Are the values of the document possible: by the calendar, by its issuer's habits, and on both sides? Whether print, MRZ
 * and barcode agree is for the cross checks to say, so a HIGH here does not speak of it.
 */
export const documentConsistency = {
  name: 'documentConsistency',
  question: 'Are the dates and numbers of the document possible for its issuer?',
  agreement: 'dates and number are possible for the issuer',
  defaultRule: { ...cautious, high: 75, medium: 25, weight: 2 },
  quiet: true,
  find(evidence) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const found = findContradictions({ pages }, evidence.today)
    const used = { contradictions: found.map(({ code }) => code).join(', ') || null }
    if (!found.length) return scored(100, 'The dates and numbers are possible for the issuer.', used)

    const certain = found.some(({ certainty }) => certainty === 'certain')
    const doubts = found.reduce((sum, { certainty }) => sum + DOUBTS[certainty], 0)
    const score = certain ? 0 : 100 - PER_DOUBT * doubts
    return scored(score, found.map(({ reason }) => reason).join(' '), used)
  },
} as const satisfies Factor
