import { type GradedFactorName, gradedFactors } from './factors/index.ts'
import type { PolicyRules } from './policy.ts'
import type { FactorRule } from './rule.ts'

/** Conservative: nothing is approved that was not seen to be right. Each factor's file has the reason for its numbers. */
export const defaultPolicyRules: PolicyRules & { factors: Record<GradedFactorName, FactorRule> } = {
  name: 'default',
  version: '2',
  factors: Object.fromEntries(gradedFactors.map(({ name, defaultRule }) => [name, defaultRule])) as Record<
    GradedFactorName,
    FactorRule
  >,
}
