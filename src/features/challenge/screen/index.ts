import type { Step } from '../../../apps/hosted-page/steps.ts'
import { declineChallenge } from './calls.ts'

export const step: Step = {
  selfie: {
    isAsked: ({ challenge }) => challenge,
    load: async () => (await import('./challenge.tsx')).Challenge,
    intro: 'challengeIntro',
    why: 'challengeWhy',
    isMissed: (answer) => 'challenge' in answer && answer.challenge === 'NOT_PASSED',
    missed: { reason: 'CHALLENGE_NOT_PASSED', part: 'challengeMissed', without: 'challengeCannot' },
    decline: declineChallenge,
  },
}
