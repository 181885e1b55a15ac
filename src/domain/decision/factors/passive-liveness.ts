import { atOperatingPoint, OPERATING_POINT } from '../rule.ts'
import { type Factor, scored, unavailable, unknown } from './factor.ts'

/** Was a living person in front of the camera? */
export const passiveLiveness = {
  name: 'passiveLiveness',
  question: 'Was a living person in front of the camera?',
  defaultRule: { ...atOperatingPoint, required: true, weight: 3 },
  find({ face, steps }) {
    if (!steps.includes('face')) return unavailable('flow', 'The flow has no face step.')
    if (!face) return unknown('No face was read.')
    if (!face.liveness) return unknown('The liveness of the face could not be computed.')

    const { score } = face.liveness
    const reason = score > OPERATING_POINT ? 'The face looks live.' : 'The face does not look live.'
    return scored(score, reason, { livenessScore: score })
  },
} as const satisfies Factor
