import { compareProofs } from '../../../domain/decision/compare-proofs.ts'
import { comparison } from '../../../domain/decision/factors/cross-check.ts'
import { type Factor, scored } from '../../../domain/decision/factors/factor.ts'
import { proofsOf } from '../../../domain/decision/proofs.ts'

/** Does the document agree with its signed barcode? Asked only where both were read and have something in common. */
export const sealCrossCheck = {
  name: 'sealCrossCheck',
  question: 'Does the document agree with its signed barcode?',
  agreement: 'document and signed barcode',
  defaultRule: { ...comparison, weight: 2 },
  find(evidence) {
    if (!evidence.seal || !evidence.document?.pages.length) return undefined
    const proofs = proofsOf(evidence).filter(({ thing }) => ['seal', 'document', 'selfie'].includes(thing))
    const pairs = compareProofs(proofs).filter(({ between }) => between.some(({ thing }) => thing === 'seal'))
    const differing = [...new Set(pairs.flatMap((pair) => pair.differing))]
    const agreeing = [...new Set(pairs.flatMap((pair) => pair.agreeing))]
    if (differing.length > 0) {
      // One value may have been misread; two differ because the barcode is of another document.
      const score = differing.length > 1 ? 0 : ONE_DIFFERS
      const used = { differing: differing.join(', ') }
      return scored(
        score,
        `The signed barcode differs from the document or the selfie in ${differing.join(', ')}.`,
        used,
      )
    }
    if (agreeing.length === 0) return undefined
    const used = { compared: agreeing.join(', ') }
    return scored(100, `The document agrees with its signed barcode: ${agreeing.join(', ')}.`, used)
  },
} as const satisfies Factor

/** Under the HIGH of a comparison and over its LOW: a person looks. */
const ONE_DIFFERS = 60
