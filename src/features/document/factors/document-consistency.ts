import { type Against, type Factor, isList, scored } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
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
  place: 100,
  question: 'Are the dates and numbers of the document possible for its issuer?',
  agreement: 'dates and number are possible for the issuer',
  defaultRule: { ...cautious, high: 75, medium: 25, weight: 2 },
  quiet: true,
  against: ({ used }) => inValues(String(used.contradictions ?? '')),
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

/** Values of which one must be wrong. An unusual number or a long validity is a doubt and no contradiction. */
const CONTRADICTORY = /IMPOSSIBLE_DATES|_MISMATCH|PERSONAL_NUMBER_(BIRTH|SEX)/

/** A picture that an editor saved contradicts nothing, and has a cause of its own. */
const inValues = (contradictions: string): Against[] => [
  ...(CONTRADICTORY.test(contradictions) ? [{ code: 'CONTRADICTION' as const }] : []),
  ...(contradictions.includes('EDITED_PICTURE') ? [{ code: 'EDITED' as const, cause: 'editedPicture' }] : []),
]
