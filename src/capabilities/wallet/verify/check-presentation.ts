import { createPrivateKey } from 'node:crypto'
import { TrustStore } from '../../../certificates/trust-store.ts'
import type { CheckPresentation } from '../wallets.ts'
import { verifyMdoc } from './verify-mdoc.ts'
import { verifySdJwt } from './verify-sd-jwt.ts'

/** Do the signatures in a presentation hold, whoever issued it? Whom to trust is asked by `cli wallet verify`. */
export const checkPresentation: CheckPresentation = (stored) => {
  const { format, presentation, nonce, audience, transcript, readerKey, knownIssuer, requestedAt, receivedAt } = stored
  const expected = {
    nonce,
    audience,
    transcript: Buffer.from(transcript, 'hex'),
    ...(readerKey && { readerKey: createPrivateKey({ key: readerKey, format: 'jwk' }) }),
    requestedAt: Date.parse(requestedAt),
  }
  const judging = { now: Date.parse(receivedAt), trust: new TrustStore([]), expected, known: knownIssuer }
  return format === 'dc+sd-jwt'
    ? verifySdJwt(presentation, judging)
    : verifyMdoc(Buffer.from(presentation, 'base64url'), judging)
}
