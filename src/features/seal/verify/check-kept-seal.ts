import { createPublicKey, type KeyObject } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Malformed } from '../../../formats/asn1/element.ts'
import { readCertificate } from '../../../formats/x509/certificate.ts'
import { readPublicKey } from '../../../formats/x509/public-key.ts'
import type { CheckEvidence } from '../../../kernel/results/verify-evidence.ts'
import { UnreadableSeal } from '../formats/parsed-seal.ts'
import { readSeal } from '../formats/read-seal.ts'
import type { SealReading } from '../seal-reading.ts'
import { signatureHolds } from './verify-seal.ts'

/**
 * Does the evidence about the signed barcode agree with the barcode? Earlier bundles do not say who signed it. `cli
 * seal verify` checks whether the signer is trusted.
 */
export const checkKeptSeal: CheckEvidence = ({ seal }) => {
  if (!seal) return []
  const kept = readAgain(seal)
  if (!kept) return ['the signed barcode cannot be read']
  const problems: string[] = []
  if (kept.holds !== undefined && kept.holds !== (seal.signature === 'HOLDS'))
    problems.push('the signature of the barcode is not as the evidence says')
  if (!isDeepStrictEqual([kept.fields, kept.values], [seal.fields, seal.values]))
    problems.push('the evidence does not agree with the signed barcode')
  return problems
}

/** Undefined if it is not a seal. */
function readAgain({ raw, signedWith }: Pick<SealReading, 'raw' | 'signedWith'>) {
  try {
    const { fields, values, signed, signature } = readSeal(Buffer.from(raw, 'base64'))
    const key = signedWith === undefined ? undefined : keyIn(Buffer.from(signedWith, 'base64'))
    return { fields, values, ...(key && { holds: signature !== undefined && signatureHolds(signed, signature, key) }) }
  } catch (error) {
    if (error instanceof UnreadableSeal) return undefined
    throw error
  }
}

/** The key of a certificate, or the key itself. */
function keyIn(der: Uint8Array): KeyObject {
  try {
    return readPublicKey(readCertificate(der).publicKey).key
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
  }
}
