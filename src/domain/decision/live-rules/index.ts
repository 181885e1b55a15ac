import { capabilityLiveRules } from '../../../capabilities/live-rules.ts'
import type { Evidence } from '../factors/factor.ts'
import type { PolicyRules } from '../policy.ts'
import { assuranceRules } from './assurance.ts'
import { documentProven } from './document-proven.ts'
import type { LiveRule, PolicyFlow } from './live-rule.ts'
import { noSpecimen } from './no-specimen.ts'
import { portraitCompared } from './portrait-compared.ts'

/** Every rule that binds in live mode, whatever the policy says. Those of capabilities come from their own list; those of a level of assurance bind on that level. */
const liveRules: readonly LiveRule[] = [
  noSpecimen,
  ...capabilityLiveRules,
  documentProven,
  portraitCompared,
  ...assuranceRules,
]

/** A rule that made the outcome stricter than the policy alone. */
export interface BoundBy {
  rule: string
  outcome: LiveRule['outcome']
  reason: string
}

type Outcome = 'approve' | 'refer' | 'reject'
const STRICTNESS = ['approve', 'refer', 'reject'] as const satisfies Outcome[]
const isStricter = (one: Outcome, other: Outcome): boolean => STRICTNESS.indexOf(one) > STRICTNESS.indexOf(other)

/** The rules that are stricter on this evidence than what the policy decided. While testing nothing binds. */
export function bindingOn(evidence: Evidence, decided: Outcome): BoundBy[] {
  if ((evidence.mode ?? 'live') !== 'live') return []
  return liveRules
    .filter(({ outcome }) => isStricter(outcome, decided))
    .flatMap(({ name, outcome, applies }) => {
      const reason = applies(evidence)
      return reason === undefined ? [] : [{ rule: name, outcome, reason }]
    })
}

/** The outcome once the rules have spoken. */
export const boundOutcome = (decided: Outcome, boundBy: readonly BoundBy[]): Outcome =>
  boundBy.reduce((strictest, { outcome }) => (isStricter(outcome, strictest) ? outcome : strictest), decided)

/** Why a policy must not be taken into use; empty where it may. */
export const contradictionsOf = (policy: PolicyRules, flow: PolicyFlow): string[] =>
  liveRules.flatMap((rule) => rule.contradiction(policy, flow) ?? [])
