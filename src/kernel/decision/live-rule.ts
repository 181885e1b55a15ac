import type { Evidence } from './factors/factor.ts'
import type { PolicyRules } from './policy.ts'

/** What the product guarantees in live mode, whatever a policy says. It makes an outcome stricter, never milder. */
export interface LiveRule {
  name: string
  /** Its place among the reasons of a decision; without one it comes last. */
  place?: number
  /** Refer: never approved automatically. Reject: always rejected. */
  outcome: 'refer' | 'reject'
  /** Why it applies to this session, in one sentence; undefined if it does not. */
  applies(evidence: Evidence): string | undefined
  /** Why a policy must not be used, because it would break the rule; undefined if it would not. */
  contradiction?(policy: PolicyRules, flow: PolicyFlow): string | undefined
}

/** The part of a tenant's flow that decides whether a policy can break a rule at all. */
export interface PolicyFlow {
  /** Whether live sessions may be asked for a challenge. */
  asksChallenge: boolean
}
