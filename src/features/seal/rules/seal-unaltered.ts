import type { Evidence } from '../../../kernel/decision/factors/factor.ts'
import type { CaseFinding } from '../../../kernel/decision/findings.ts'
import type { LiveRule } from '../../../kernel/decision/live-rule.ts'
import { effectOf, levelOf } from '../../../kernel/decision/rule.ts'
import { ALTERED_SCORE } from './seal-factors.ts'

/** A document is rejected if its signed barcode was altered. */
export const sealUnaltered: LiveRule = {
  name: 'sealUnaltered',
  place: 40,
  outcome: 'reject',
  applies({ seal }) {
    if (seal?.verdict !== 'ALTERED') return undefined
    return `The signed barcode was altered, which is always rejected in live mode: ${seal.reasons[0]?.text ?? 'no reason is on record'}.`
  },
  contradiction({ factors: { sealAuthenticity: rule } }) {
    // A policy from before seals were supported has no rule for them, and this still applies to it.
    if (!rule?.enabled || effectOf(levelOf(ALTERED_SCORE, rule), rule) === 'reject') return undefined
    return 'factors.sealAuthenticity: an altered signed barcode is rejected in live mode, so LOW must reject'
  },
}

export function findAlteredSeal(evidence: Evidence): CaseFinding[] {
  const reason = sealUnaltered.applies(evidence)
  return reason === undefined ? [] : [{ code: 'ALTERED_PROOF', cause: sealUnaltered.name, reason }]
}
