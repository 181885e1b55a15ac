import type { FaceReading } from '../../../vision/face/face-reading.ts'
import { CHALLENGE_LIMITS } from './judge-challenge.ts'

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
