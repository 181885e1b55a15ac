import { CHALLENGE_SCORES } from '../../../kernel/decision/factors/capture-integrity.ts'
import type { LiveRule } from '../../../kernel/decision/live-rule.ts'
import { stops } from '../../../kernel/decision/rule.ts'

/** A session whose flow asks for a challenge is never approved automatically if no challenge was passed. */
export const challengePassed: LiveRule = {
  name: 'challengePassed',
  place: 20,
  outcome: 'refer',
  applies({ capture, face }) {
    if (!capture?.challenge || face?.challenge?.passed) return undefined
    return 'The flow asks for a challenge and none was passed. In live mode a reviewer decides then.'
  },
  contradiction({ factors }, { asksChallenge }) {
    if (!asksChallenge) return undefined
    if (Object.values(CHALLENGE_SCORES).every((score) => stops(factors.captureIntegrity, score))) return undefined
    const most = Math.max(...Object.values(CHALLENGE_SCORES))
    return `factors.captureIntegrity: a live session without the challenge that the flow asks for must not be approved, so it must be enabled, high must be ${most} or more, and MEDIUM and LOW must refer or reject`
  },
}
