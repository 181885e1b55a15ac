import type { Api } from '../../../apps/hosted-page/api.ts'
import type { ChallengeResponse } from '../contract/challenge.ts'

export const drawChallenge = ({ call }: Api) => call<ChallengeResponse>('POST', 'challenge', {})
export const declineChallenge = ({ call }: Api) => call<ChallengeResponse>('POST', 'challenge', { declined: true })
