import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Assurance } from '../decision/levels.ts'
import type { Secrets } from '../ports/installation.ts'
import type { Mode, Status } from '../session/session-words.ts'

/**
 * A bundle is a ZIP file. `manifest.json` names every other file with its SHA-256, `signature.json` signs the bytes of
 * the manifest. Pictures are not inside, only their hashes: they are fetched and erased separately. Neither are face
 * templates: the evidence only says how they compare. Earlier bundles had them, and are checked in the same way.
 * `chip.json` has the files of the chip that a state signed, without the portrait. `credential.json` has what a wallet
 * presented, as it was received: its signatures cover all of it, so a presented portrait is inside.
 */
export const EVIDENCE_FORMAT = 'limen-evidence/1'

export const FILES = {
  manifest: 'manifest.json',
  signature: 'signature.json',
  decision: 'decision.json',
  evidence: 'evidence.json',
  policy: 'policy.json',
  explanation: 'explanation.json',
  reviews: 'reviews.json',
  audit: 'audit.json',
  pictures: 'pictures.json',
  consent: 'consent.json',
  chip: 'chip.json',
  watchlist: 'watchlist.json',
  duplicates: 'duplicates.json',
  credential: 'credential.json',
} as const

export interface Manifest {
  format: typeof EVIDENCE_FORMAT
  sessionId: string
  /** Absent in bundles from before there were modes: live. */
  mode?: Mode
  status: Status
  /** ISO 8601. */
  createdAt: string
  completedAt?: string
  bundledAt: string
  policySha256: string
  /** The level of assurance that it was decided on; absent if a tenant's own policy decided, and in earlier bundles. */
  assurance?: Assurance
  /** File name → SHA-256, hex. */
  files: Record<string, string>
}

export interface Signature {
  algorithm: 'Ed25519'
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: string
  /** The signature of the manifest's bytes, Base64. */
  signature: string
}

export interface PictureHash {
  /** The part it came with: FRONT, BACK or FACE. */
  part: string
  name: string
  /** The SHA-256 of the JPEG as it is served. */
  sha256: string
  bytes: number
}

/** The key that signs evidence, derived from a secret of the installation: every node has the same one. */
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

/** RFC 8410, section 7: an Ed25519 private key is its 32-byte seed after this fixed PKCS #8 header. */
const PKCS8_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(seed: Uint8Array): KeyObject {
  if (seed.length !== 32) throw new Error('an Ed25519 seed has 32 bytes')
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEADER, seed]), format: 'der', type: 'pkcs8' })
}
