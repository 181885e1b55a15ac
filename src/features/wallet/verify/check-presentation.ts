import { createPrivateKey } from 'node:crypto'
import { TrustStore } from '../../../formats/x509/trust-store.ts'
import { FILES } from '../../../kernel/results/evidence-format.ts'
import type { CheckEvidence } from '../../../kernel/results/verify-evidence.ts'
import { CREDENTIAL_CLAIMS } from '../domain/accepted-credentials.ts'
import type { CredentialResult } from '../domain/credential-reading.ts'
import type { StoredPresentation } from '../wallets.ts'
import { verifyMdoc } from './verify-mdoc.ts'
import { verifySdJwt } from './verify-sd-jwt.ts'

/**
 * Does the evidence about the credential agree with what was presented? `cli wallet verify` checks whether the issuer
 * is trusted.
 */
export const checkPresentation: CheckEvidence = ({ credential }, fileOf) => {
  const presented = fileOf(FILES.credential) as StoredPresentation | undefined
  if (!presented) return credential ? [`${FILES.credential} is missing`] : []
  if (!credential) return ['there is a credential, but the evidence does not mention one']
  const { verdict, holderBinding, claims } = verifyAgain(presented)
  const problems: string[] = []
  if (verdict === 'UNREADABLE' || (verdict === 'ALTERED') !== (credential.verdict === 'ALTERED'))
    problems.push('the signatures over what the wallet presented are not as the evidence says')
  if (holderBinding !== credential.holderBinding)
    problems.push('the holder of the credential did not answer as the evidence says')
  if (CREDENTIAL_CLAIMS.some((name) => claims[name] !== credential.claims[name]))
    problems.push('the evidence does not agree with the credential')
  return problems
}

/** Verifies the signatures again, whoever issued the credential. */
function verifyAgain(stored: StoredPresentation): CredentialResult {
  const { format, presentation, nonce, audience, transcript, readerKey, knownIssuer, kinds, requestedAt, receivedAt } =
    stored
  const expected = {
    nonce,
    audience,
    transcript: Buffer.from(transcript, 'hex'),
    ...(readerKey && { readerKey: createPrivateKey({ key: readerKey, format: 'jwk' }) }),
    requestedAt: Date.parse(requestedAt),
  }
  const judging = { now: Date.parse(receivedAt), trust: new TrustStore([]), expected, known: knownIssuer, kinds }
  return format === 'dc+sd-jwt'
    ? verifySdJwt(presentation, judging)
    : verifyMdoc(Buffer.from(presentation, 'base64url'), judging)
}
