import { createPublicKey, type KeyObject } from 'node:crypto'
import { Malformed } from '../../../asn1/element.ts'
import { readCertificate } from '../../../certificates/certificate.ts'
import { readPublicKey } from '../../../certificates/public-key.ts'
import type { CheckSeal } from '../../../domain/proofs/seal-reading.ts'
import { UnreadableSeal } from '../formats/parsed-seal.ts'
import { readSeal } from '../formats/read-seal.ts'
import { signatureHolds } from './verify-seal.ts'

/** Reads a kept seal again. Whom to trust is asked by `cli seal verify`. */
export const checkKeptSeal: CheckSeal = ({ raw, signedWith }) => {
  try {
    const { fields, values, signed, signature } = readSeal(Buffer.from(raw, 'base64'))
    const key = signedWith === undefined ? undefined : keyIn(Buffer.from(signedWith, 'base64'))
    return { fields, values, ...(key && { holds: signature !== undefined && signatureHolds(signed, signature, key) }) }
  } catch (error) {
    if (error instanceof UnreadableSeal) return undefined
    throw error
  }
}

/** Of a certificate, else the key itself. */
function keyIn(der: Uint8Array): KeyObject {
  try {
    return readPublicKey(readCertificate(der).publicKey).key
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
  }
}
