import type { LiveRuleName } from '../../vocabulary.ts'
import type { Evidence } from '../factors/factor.ts'
import type { PolicyRules } from '../policy.ts'

/** What the product promises in live mode, whatever a policy says. It makes an outcome stricter, never milder. */
export interface LiveRule {
  name: LiveRuleName
  /** Refer: never approved automatically. Reject: always rejected. */
  outcome: 'refer' | 'reject'
  /** Why it holds of this session, in one sentence; undefined where it does not. */
  applies(evidence: Evidence): string | undefined
  /** Why a policy must not be taken into use, because it would have it otherwise; undefined where it would not. */
  contradiction?(policy: PolicyRules, flow: PolicyFlow): string | undefined
}

/** What of a tenant's flow decides whether a policy can break a rule at all. */
export interface PolicyFlow {
  /** Whether live sessions may be asked for a challenge. */
  asksChallenge: boolean
}
