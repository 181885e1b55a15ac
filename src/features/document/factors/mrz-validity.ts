import {
  type Factor,
  inWords,
  isList,
  lackOfMrz,
  scored,
  type Used,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { pagesOf } from '../../../kernel/decision/factors/pages-of.ts'
import { cautious } from '../../../kernel/decision/rule.ts'
import { mrzOf } from '../../../kernel/evidence/document/view.ts'

/** A failed check never scores above this, and a passed one never below. */
const BOUNDARY = 60

/**
 * Do the check digits of the MRZ agree (ICAO 9303-3, 4.9)? A failure counts as much as the reader is confident of the
 * characters: an uncertain reading explains it as well as a forgery does. Characters that the grammar repaired make a
 * pass less certain.
 */
export const mrzValidity = {
  name: 'mrzValidity',
  place: 80,
  question: 'Do the check digits of the MRZ agree?',
  agreement: 'the check digits of the MRZ',
  // 90: between the texts of genuine documents (100) and wrong check digits that were repaired (80 or less). 20: a
  // failed check digit rejects if the reader is at least 80 % confident of the characters.
  defaultRule: { ...cautious, high: 90, medium: 20, weight: 2 },
  find(evidence) {
    const pages = pagesOf(evidence)
    if (!isList(pages)) return pages

    const mrz = mrzOf(evidence.document)
    if (!mrz) return lackOfMrz(pages)

    const failed = mrz.checks.filter(({ valid }) => !valid).map(({ name }) => inWords(name))
    const used: Used = {
      checks: mrz.checks.length,
      failed: failed.join(', ') || null,
      readerConfidence: mrz.confidence,
      repaired: mrz.repaired,
    }
    if (!mrz.checks.length) return unknown('The MRZ has no check digit.', used)

    if (failed.length) {
      const reason = `The check digit of ${failed.join(', ')} is wrong; the reader is ${Math.round(mrz.confidence)} % sure of the characters.`
      return scored(Math.min(BOUNDARY, 100 - mrz.confidence), reason, used)
    }
    if (mrz.repaired) {
      const score = BOUNDARY + (mrz.confidence / 100) * (100 - BOUNDARY)
      return scored(score, 'All check digits agree, after a character was corrected by the rules of the format.', used)
    }
    return scored(100, `All ${mrz.checks.length} check digits of the MRZ agree.`, used)
  },
} as const satisfies Factor
