import { createPublicKey, type KeyObject } from 'node:crypto'
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
  if (!agrees(seal, kept)) problems.push('the evidence does not agree with the signed barcode')
  return problems
}

/** Everything that the evidence says is in the barcode. A later version may read more in it. */
function agrees({ fields, values, raw }: SealReading, kept: Pick<SealReading, 'fields' | 'values'>): boolean {
  const code = Buffer.from(raw, 'base64')
  const written = [code.toString('latin1'), code.toString('hex')]
  const found = new Set(kept.values.map((each) => JSON.stringify([each.name, each.value])))
  const isRead = ({ name, value }: SealReading['values'][number]) =>
    found.has(JSON.stringify([name, value])) ||
    (SHOWN_OTHERWISE.includes(name) && written.some((text) => text.includes(value)))
  const isSame = ([name, value]: [string, string]) => kept.fields[name as keyof SealReading['fields']] === value
  return Object.entries(fields).every(isSame) && values.every(isRead)
}

/** Values that earlier versions kept as they are written in the code. */
const SHOWN_OTHERWISE = ['rest', 'VALIDITY_DATES']

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
