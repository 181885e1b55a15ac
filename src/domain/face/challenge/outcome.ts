import type { ModelUse } from '../../document/document.ts'
import type { ChallengeMove } from '../../vocabulary.ts'

export type ChallengeCheck = 'DRAW' | 'TIME' | 'MOVES' | 'ONE_FACE' | 'HEAD' | 'FILM' | 'LIVENESS'

/** One thing that was looked at, with the very numbers. */
export interface ChallengeFinding {
  check: ChallengeCheck
  passed: boolean
  /** In words, for a reviewer. */
  reason: string
  used: Record<string, number | string>
}

/** What became of a challenge: kept with the selfie that it came with. */
export interface ChallengeOutcome {
  asked: ChallengeMove[]
  passed: boolean
  findings: ChallengeFinding[]
  /** How many challenges were drawn for the session up to this one. */
  draws: number
  frames: number
  models: ModelUse[]
  /** What the selfie and its frames are known by when they are sent again, because the answer to them got lost. */
  sent?: string
}

/** The frames belong to no challenge of this session that is open: an old one, one already used, or none of its own. */
export function notOpen(asked: ChallengeMove[], draws: number, frames: number): ChallengeOutcome {
  const reason = 'The frames do not belong to a challenge that was open for this session.'
  return {
    asked,
    passed: false,
    findings: [{ check: 'DRAW', passed: false, reason, used: {} }],
    draws,
    frames,
    models: [],
  }
}
