import { missingSides } from '../../evidence/document/document.ts'
import { PART_WORDS, type Part } from '../../session/session-words.ts'
import { yesOrNo } from '../rule.ts'
import { type Evidence, type Factor, unknown } from './factor.ts'

/**
 * Did every picture that the flow asks for come, and could it be read? Evaluated only for a session that ended with a
 * refused picture which the person sent to a reviewer.
 */
export const captureCompleteness = {
  name: 'captureCompleteness',
  place: 130,
  question: 'Did every picture that the flow asks for come, and could it be read?',
  // A promise to the person, not a matter of degree: it has no weight, and a reviewer looks.
  defaultRule: { ...yesOrNo, weight: 0 },
  binding: true,
  find(evidence) {
    const refused = evidence.capture?.refused
    if (!refused) return undefined
    const { part, times, error, hints = [] } = refused
    const missing = otherMissingParts(evidence, part)
    const why = [error, ...hints].join(', ')
    const lacking = missing.length ? ` Missing: ${missing.map((each) => PART_WORDS[each]).join(', ')}.` : ''
    return unknown(
      `The ${PART_WORDS[part]} was refused ${times} times (${why}); the person sent it to a reviewer as it is, and nothing was read from it.${lacking}`,
      { part, times, error, hints: hints.join(' ') || null, missing: missing.join(' ') || null },
    )
  },
} as const satisfies Factor

/** The parts that did not come at all. Before its front is read, it is unknown whether a document has a back. */
function otherMissingParts({ document, face, steps }: Evidence, part: Part): Part[] {
  const sides = steps.includes('document') ? missingSides(document) : []
  const parts: Part[] = steps.includes('face') && !face ? [...sides, 'FACE'] : sides
  return parts.filter((each) => each !== part)
}
