import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Secrets } from '../ports/installation.ts'

/** The key that signs evidence, made from a secret of the installation: every node has the same one. */
export async function openEvidenceKey(secrets: Secrets): Promise<KeyObject> {
  return privateKeyOf(await secrets.get('evidence'))
}

/** What an auditor keeps to check bundles with: PEM, and a fingerprint to compare by voice. */
export async function readEvidencePublicKey(secrets: Secrets): Promise<{ publicKey: string; fingerprint: string }> {
  const publicKey = createPublicKey(await openEvidenceKey(secrets))
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
  }
}

/** SHA-256 of the public key (SubjectPublicKeyInfo, DER), in hex. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** RFC 8410, section 7: an Ed25519 private key is its 32-byte seed behind this fixed PKCS #8 header. */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(seed: Uint8Array): KeyObject {
  if (seed.length !== 32) throw new Error('an Ed25519 seed has 32 bytes')
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' })
}
