import { createHash } from 'node:crypto'
import { type Cbor, writeCbor } from '../../../cbor/cbor.ts'

/** What an answer by redirect or `direct_post` is bound to (OpenID4VP 1.0, B.2.6.1). */
interface RedirectHandover {
  clientId: string
  nonce: string
  /** SHA-256 thumbprint of the key that the answer is encrypted to; null where it is not encrypted. */
  thumbprint: Uint8Array | null
  responseUri: string
}

/** What an answer through the browser's Digital Credentials API is bound to (OpenID4VP 1.0, B.2.6.2). */
interface BrowserHandover {
  origin: string
  nonce: string
  thumbprint: Uint8Array | null
}

export const redirectTranscript = ({ clientId, nonce, thumbprint, responseUri }: RedirectHandover): Uint8Array =>
  transcript('OpenID4VPHandover', [clientId, nonce, thumbprint, responseUri])

export const browserTranscript = ({ origin, nonce, thumbprint }: BrowserHandover): Uint8Array =>
  transcript('OpenID4VPDCAPIHandover', [origin, nonce, thumbprint])

/** What an mdoc that was asked for without OpenID4VP is bound to (ISO/IEC 18013-7, C.5). */
export const isoTranscript = ({ encryptionInfo, origin }: { encryptionInfo: string; origin: string }): Uint8Array =>
  transcript('dcapi', [encryptionInfo, origin])

function transcript(name: string, info: Cbor[]): Uint8Array {
  const hash = createHash('sha256').update(writeCbor(info)).digest()
  return writeCbor([null, null, [name, hash]])
}
