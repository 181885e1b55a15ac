import { proofsOf } from '../proofs.ts'
import type { LiveRule } from './live-rule.ts'

/** Whatever stands in for the document, chip or credential, is proven to be what its issuer made. */
export const documentProven: LiveRule = {
  name: 'documentProven',
  outcome: 'refer',
  applies(evidence) {
    if (!evidence.steps.includes('document') || evidence.document?.pages.length) return undefined
    const [unproven] = proofsOf(evidence).filter(({ isProven }) => isProven === false)
    return unproven && `The ${unproven.name} stands in for the document, and nobody trusted vouches for it.`
  },
  contradiction: () => undefined,
}
