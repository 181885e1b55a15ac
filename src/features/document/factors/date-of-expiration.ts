import { type Factor, isList, scored, unknown } from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { yesOrNo } from '../../../kernel/decision/rule.ts'
import { statedDates } from '../../../kernel/evidence/document/view.ts'

/**
 * Was the document valid on the day it was shown? Its last day counts as valid. If sources differ and no check digit
 * settles it, the earliest date counts.
 */
export const dateOfExpiration = {
  name: 'dateOfExpiration',
  place: 10,
  question: 'Was the document valid on the day it was shown?',
  agreement: 'the document is valid',
  defaultRule: { ...yesOrNo, required: true, weight: 1 },
  find(evidence) {
    const inChip = evidence.chip?.mrz.dateOfExpiry
    const inCredential = evidence.credential?.claims.expiry_date
    const pages = pagesOf(evidence)
    if (!isList(pages) && !inChip && !inCredential) return pages

    const stated = [
      ...statedDates(evidence.document, 'date_of_expiry'),
      ...(inChip ? [{ date: inChip, source: 'chip' }] : []),
      ...(inCredential ? [{ date: inCredential, source: 'credential' }] : []),
    ].toSorted((a, b) => (a.date < b.date ? -1 : 1))[0]
    if (!stated) return unknown('No date of expiry could be read.', { today: evidence.today })

    const used = { dateOfExpiry: stated.date, source: stated.source, today: evidence.today }
    return stated.date >= evidence.today
      ? scored(100, `The document is valid until ${stated.date} (${stated.source}).`, used)
      : scored(0, `The document expired on ${stated.date} (${stated.source}).`, used)
  },
} as const satisfies Factor
