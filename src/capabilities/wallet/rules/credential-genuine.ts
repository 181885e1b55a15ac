import type { LiveRule } from '../../../domain/decision/live-rules/live-rule.ts'
import { isGenuine } from '../../../domain/proofs/credential-reading.ts'

/**
 * A credential that is not genuine is never the ground of an approval: also under a policy that was written before wallets
 * were taken, and so says nothing of them.
 */
export const credentialGenuine: LiveRule = {
  name: 'credentialGenuine',
  outcome: 'refer',
  applies({ credential }) {
    if (!credential || isGenuine(credential)) return undefined
    const why = credential.reasons[0]?.text ?? 'no reason is on record'
    return `What the wallet presented is not a credential of a trusted issuer that still stands: ${why}.`
  },
  contradiction: () => undefined,
}
