import type { Format, Way, Wrong } from '../../support/wallet/library-wallets.ts'

/** A module of the OpenID Foundation's plan for verifiers, as a wallet plays it. */
export interface Module {
  /** As the plan `oid4vp-1final-verifier-haip-test-plan` names it, without `oid4vp-1final-verifier-`. */
  name: string
  /** Absent: for both formats. */
  format?: Format
  /** What the wallet does wrong; absent: nothing, and it must be accepted. */
  wrong?: Wrong
  /** Its credential is on a status list, as revoked. */
  isRevoked?: true
  /** The wallet fetches the request with POST, and a nonce that it sends comes back signed; only by link. */
  byPost?: true
}

const YEAR = 365 * 86_400

export const MODULES: readonly Module[] = [
  { name: 'happy-flow' },
  { name: 'request-uri-method-post', byPost: true },
  { name: 'minimal-cnf-jwk', format: 'dc+sd-jwt' },
  { name: 'invalid-session-transcript', format: 'mso_mdoc', wrong: { nonce: 'another-nonce-INVALID' } },
  { name: 'invalid-kb-jwt-nonce', format: 'dc+sd-jwt', wrong: { nonce: 'another-nonce-INVALID' } },
  { name: 'invalid-kb-jwt-aud', format: 'dc+sd-jwt', wrong: { audience: 'x509_hash:another' } },
  { name: 'invalid-kb-jwt-signature', format: 'dc+sd-jwt', wrong: { holderSignature: true } },
  { name: 'invalid-sd-hash', format: 'dc+sd-jwt', wrong: { sdHash: true } },
  { name: 'invalid-credential-signature', format: 'dc+sd-jwt', wrong: { issuerSignature: true } },
  { name: 'kb-jwt-iat-in-past', format: 'dc+sd-jwt', wrong: { later: -YEAR } },
  { name: 'kb-jwt-iat-in-future', format: 'dc+sd-jwt', wrong: { later: YEAR } },
  { name: 'present-revoked-credential', format: 'dc+sd-jwt', isRevoked: true },
]

export const WAYS: readonly Way[] = ['direct_post.jwt', 'dc_api.jwt']
