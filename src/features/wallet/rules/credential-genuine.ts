import type { Evidence } from '../../../kernel/decision/factors/factor.ts'
import type { CaseFinding } from '../../../kernel/decision/findings.ts'
import type { LiveRule } from '../../../kernel/decision/live-rule.ts'
import { isGenuine } from '../domain/credential-reading.ts'

/**
 * A credential that is not genuine is never a reason to approve, even under a policy from before wallets were
 * supported, which has no rule for them.
 */
export const credentialGenuine: LiveRule = {
  name: 'credentialGenuine',
  place: 50,
  outcome: 'refer',
  applies({ credential }) {
    if (!credential || isGenuine(credential)) return undefined
    const why = credential.reasons[0]?.text ?? 'no reason is on record'
    return `What the wallet presented is not a valid credential of a trusted issuer: ${why}.`
  },
  contradiction: () => undefined,
}

/** A credential that was altered, or that somebody else presented. */
export function findAlteredCredential(evidence: Evidence): CaseFinding[] {
  const { credential } = evidence
  if (credential?.verdict !== 'ALTERED' && credential?.holderBinding !== 'FALSE') return []
  const reason = credentialGenuine.applies(evidence)
  return reason === undefined ? [] : [{ code: 'ALTERED_PROOF', cause: credentialGenuine.name, reason }]
}
