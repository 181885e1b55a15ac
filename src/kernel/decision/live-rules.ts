import { fromSlot, inPlace, openSlot } from '../slot.ts'
import type { Evidence } from './factors/factor.ts'
import type { LiveRule, PolicyFlow } from './live-rule.ts'
import type { PolicyRules } from './policy.ts'
import { type DecisionOutcome, OUTCOMES } from './rule.ts'

/** Rules of features that always apply in live mode, whatever the policy says. */
export const featureLiveRules = openSlot<LiveRule>('live rules')

/** Every rule that binds in live mode, in the order in which a decision names them. */
const liveRules = fromSlot(featureLiveRules, (rules) => inPlace(rules))

export const liveRuleNames = (): string[] => liveRules().map(({ name }) => name)

/** A rule that made the outcome stricter than the policy. */
export interface BoundBy {
  rule: string
  outcome: LiveRule['outcome']
  reason: string
}

const isStricter = (one: DecisionOutcome, other: DecisionOutcome): boolean =>
  OUTCOMES.indexOf(one) > OUTCOMES.indexOf(other)

/** The rules that are stricter on this evidence than the policy's decision. In test mode nothing binds. */
export function bindingOn(evidence: Evidence, decided: DecisionOutcome): BoundBy[] {
  if ((evidence.mode ?? 'live') !== 'live') return []
  return liveRules()
    .filter(({ outcome }) => isStricter(outcome, decided))
    .flatMap(({ name, outcome, applies }) => {
      const reason = applies(evidence)
      return reason === undefined ? [] : [{ rule: name, outcome, reason }]
    })
}

/** The outcome after the rules were applied. */
export const boundOutcome = (decided: DecisionOutcome, boundBy: readonly BoundBy[]): DecisionOutcome =>
  boundBy.reduce((strictest, { outcome }) => (isStricter(outcome, strictest) ? outcome : strictest), decided)

/** Why a policy must not be used; empty if it may. */
export const contradictionsOf = (policy: PolicyRules, flow: PolicyFlow): string[] =>
  liveRules().flatMap((rule) => rule.contradiction?.(policy, flow) ?? [])
