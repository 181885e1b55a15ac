import type { Evidence } from '../../../kernel/decision/factors/factor.ts'
import type { CaseFinding } from '../../../kernel/decision/findings.ts'
import type { LiveRule } from '../../../kernel/decision/live-rule.ts'
import { effectOf, levelOf } from '../../../kernel/decision/rule.ts'
import { ALTERED_SCORE, chipAuthenticity } from './chip-factors.ts'

/** A document is rejected if its chip was read and found altered. */
export const chipUnaltered: LiveRule = {
  name: 'chipUnaltered',
  place: 30,
  outcome: 'reject',
  applies({ chip }) {
    if (chip?.verdict !== 'ALTERED') return undefined
    return `The chip was altered, which is always rejected in live mode: ${chip.reasons[0]?.text ?? 'no reason is on record'}.`
  },
  contradiction({ factors: { chipAuthenticity: rule } }) {
    // A policy from before chips were supported has no rule for them, and this still applies to it.
    if (!rule?.enabled || effectOf(levelOf(ALTERED_SCORE, rule), rule) === 'reject') return undefined
    return 'factors.chipAuthenticity: an altered chip is rejected in live mode, so LOW must reject'
  },
}

/** A chip that was altered, or that is a copy. */
export function findAlteredChip(evidence: Evidence): CaseFinding[] {
  const { chip } = evidence
  const code = 'ALTERED_PROOF'
  const reason = chipUnaltered.applies(evidence)
  if (reason !== undefined) return [{ code, cause: chipUnaltered.name, reason }]
  return chip?.activeAuthentication === 'FALSE'
    ? [{ code, cause: chipAuthenticity.name, reason: 'The chip is a copy.' }]
    : []
}
