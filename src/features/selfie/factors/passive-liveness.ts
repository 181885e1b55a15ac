import { type Factor, scored, unavailable, unknown } from '../../../kernel/decision/factors/factor.ts'
import { atOperatingPoint } from '../../../kernel/decision/rule.ts'
import type { FaceReading } from '../../../vision/face/face-reading.ts'
import { OPERATING_POINT } from '../../../vision/operating-point.ts'
import { CHALLENGE_LIMITS } from '../../challenge/judge/judge-challenge.ts'

/** Just above the operating point: a challenge is not enough for a policy that demands more. */
const SCORE_WITH_CHALLENGE = OPERATING_POINT + 1

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
    if (isLiveByChallenge(face))
      return scored(
        SCORE_WITH_CHALLENGE,
        'The selfie alone does not settle whether the face is live; a real head passed the challenge, so it counts as live.',
        { livenessScore: score, leastWithChallenge: CHALLENGE_LIMITS.liveness, challenge: 'passed' },
      )
    return scored(score, 'The face does not look live.', { livenessScore: score })
  },
} as const satisfies Factor

/**
 * After a passed challenge, a selfie that is neither clearly live nor clearly an attack counts as live. It must be
 * above the limit that every frame of the challenge has to meet. It must be judged by what is around the face, because
 * attacks are in the same range when the face fills the picture. And the nose must have been tracked, which a bent
 * picture does not pass.
 */
export function isLiveByChallenge({ liveness, challenge }: Pick<FaceReading, 'liveness' | 'challenge'>): boolean {
  if (liveness?.surface !== 0 || liveness.score <= CHALLENGE_LIMITS.liveness) return false
  const head = challenge?.findings.find(({ check }) => check === 'HEAD')
  return challenge?.passed === true && head?.used.noseTracked !== undefined
}
