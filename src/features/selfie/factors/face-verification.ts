import {
  type Factor,
  type Finding,
  scored,
  type Used,
  unavailable,
  unknown,
} from '../../../kernel/decision/factors/factor.ts'
import { signedLikenesses, takesWithoutPortrait } from '../../../kernel/decision/portraits.ts'
import { replacingProofsOf } from '../../../kernel/decision/proof.ts'
import { atOperatingPoint } from '../../../kernel/decision/rule.ts'
import { matchFaces } from '../../../kernel/evidence/face/face.ts'
import type { Likeness } from '../../../vision/face/match-templates.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'

/** Is the person in the selfie the person in the document's portrait? */
export const faceVerification = {
  name: 'faceVerification',
  place: 30,
  question: 'Is the person in the selfie the person on the document?',
  agreement: 'selfie and portrait',
  defaultRule: { ...atOperatingPoint, required: true, weight: 3 },
  against: () => [{ code: 'WRONG_PERSON' }],
  find(evidence) {
    const { document, face, steps } = evidence
    if (!steps.includes('document') || !steps.includes('face')) {
      return unavailable('flow', 'The flow does not have both a document and a face step.')
    }
    const [weakest] = signedLikenesses(evidence)
    if (weakest) return compared(weakest, `in the ${weakest.portrait}`, { portrait: weakest.portrait })
    const lacking = replacingProofsOf(evidence).find(({ mayLackPortrait, portrait }) => mayLackPortrait && !portrait)
    if (!document?.pages.length && lacking && face)
      return takesWithoutPortrait(evidence)
        ? unavailable(
            'flow',
            `The ${lacking.name} has no portrait: the selfie shows only that a living person was there.`,
          )
        : unknown(`The ${lacking.name} has no portrait to compare the selfie with.`)
    if (!document?.pages.length || !face) return unknown('The document or the face was not read.')

    const match = matchFaces(document, face)
    if (!match.comparable) {
      return unknown(
        match.because === 'no portrait'
          ? 'No portrait was found on the document.'
          : 'The portrait and the selfie were read by different models and cannot be compared.',
      )
    }

    return compared(match, 'on the document')
  },
} as const satisfies Factor

function compared({ cosine, score, model }: Likeness, where: string, more: Used = {}): Finding {
  const matches = score > OPERATING_POINT ? 'matches' : 'does not match'
  const used = { cosine: Math.round(cosine * 10_000) / 10_000, model, ...more }
  return scored(score, `The selfie ${matches} the portrait ${where}.`, used)
}
