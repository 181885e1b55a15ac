import { type Factor, scored, unavailable, unknown } from '../../../kernel/decision/factors/factor.ts'
import { atOperatingPoint } from '../../../kernel/decision/rule.ts'
import { selfieCompanions } from '../../../kernel/evidence/selfie-companion.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'

/** Just above the operating point: what came with the selfie is not enough for a policy that demands more. */
const SCORE_WITH_COMPANION = OPERATING_POINT + 1

/** Was a living person in front of the camera? */
export const passiveLiveness = {
  name: 'passiveLiveness',
  place: 70,
  question: 'Was a living person in front of the camera?',
  agreement: 'a living face',
  defaultRule: { ...atOperatingPoint, required: true, weight: 3 },
  find({ face, steps }) {
    if (!steps.includes('face')) return unavailable('flow', 'The flow has no face step.')
    if (!face) return unknown('No face was read.')
    if (!face.liveness) return unknown('The liveness of the face could not be computed.')

    const { score } = face.liveness
    if (score > OPERATING_POINT) return scored(score, 'The face looks live.', { livenessScore: score })
    for (const { settlesLiveness } of selfieCompanions.parts()) {
      const settled = settlesLiveness?.(face)
      if (settled) return scored(SCORE_WITH_COMPANION, settled.reason, { livenessScore: score, ...settled.used })
    }
    return scored(score, 'The face does not look live.', { livenessScore: score })
  },
} as const satisfies Factor
