import type { Assurance, Mode, Status } from '../../domain/vocabulary.ts'

/**
 * A bundle is a zip. `manifest.json` names every other file with its SHA-256, `signature.json` signs the bytes of the
 * manifest. Pictures are not inside, only their hashes: they are fetched and erased on their own. Nor are templates of faces:
 * the evidence says how they compare, no more. Earlier bundles had them, and are checked alike. `chip.json` has the files
 * of the chip that a state signed, without the portrait. `credential.json` has what a wallet presented, as it was received:
 * its signatures are over the whole of it, so a portrait that was presented is inside.
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
  /** The level of assurance that it was decided on; absent where a policy of the tenant's own decided, and in earlier bundles. */
  assurance?: Assurance
  /** File name → SHA-256, hex. */
  files: Record<string, string>
}

export interface Signature {
  algorithm: 'Ed25519'
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: string
  /** Over the bytes of the manifest, Base64. */
  signature: string
}

export interface PictureHash {
  /** The part it came with: FRONT, BACK or FACE. */
  part: string
  name: string
  /** Of the JPEG as it is served. */
  sha256: string
  bytes: number
}
