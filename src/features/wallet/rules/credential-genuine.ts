import type { LiveRule } from '../../../kernel/decision/live-rules/live-rule.ts'
import { isGenuine } from '../domain/credential-reading.ts'

/**
 * A credential that is not genuine is never a reason to approve, even under a policy from before wallets were
 * supported, which has no rule for them.
 */
export const credentialGenuine: LiveRule = {
  name: 'credentialGenuine',
  outcome: 'refer',
  applies({ credential }) {
    if (!credential || isGenuine(credential)) return undefined
    const why = credential.reasons[0]?.text ?? 'no reason is on record'
    return `What the wallet presented is not a valid credential of a trusted issuer: ${why}.`
  },
  contradiction: () => undefined,
}
