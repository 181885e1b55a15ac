import type { Feature } from '../../kernel/feature.ts'
import { challengeWithSelfie } from './answer-challenge.ts'
import { ChallengeFrames, ChallengeRequest, ChallengeResponse } from './contract/challenge.ts'
import { challengePassed } from './rules/challenge-passed.ts'
import { settings } from './settings.ts'

/** Moves that the face step asks a person to make, so that a photograph of them is not enough. */
export const challenge: Feature = {
  name: 'challenge',
  settings,
  liveRules: [challengePassed],
  withSelfie: challengeWithSelfie,
  components: [ChallengeRequest, ChallengeResponse, ChallengeFrames],
  async routes(context) {
    const { challengeRoute } = await import('./routes.ts')
    return [{ prefix: '/api/v1/enrolment', plugin: challengeRoute(context) }]
  },
}
