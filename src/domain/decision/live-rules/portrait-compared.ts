import { signedLikenesses, takesWithoutPortrait } from '../factors/face-verification.ts'
import type { LiveRule } from './live-rule.ts'

/** What stands in for the document shows a portrait, and the selfie is compared with it. */
export const portraitCompared: LiveRule = {
  name: 'portraitCompared',
  outcome: 'refer',
  applies(evidence) {
    const { steps, document, chip, credential } = evidence
    if (!steps.includes('document') || !steps.includes('face') || document?.pages.length) return undefined
    if (!(chip || credential) || takesWithoutPortrait(evidence) || signedLikenesses(evidence).length) return undefined
    return 'What stands in for the document shows no portrait that the selfie was compared with.'
  },
  contradiction: () => undefined,
}
