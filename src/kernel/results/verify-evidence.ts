import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { strFromU8, type Unzipped } from 'fflate'
import { withSha256 } from '../decision/change-policy.ts'
import { checkDecision, openDecision, type StoredDecision } from '../decision/check-decision.ts'
import type { Decision } from '../decision/decide.ts'
import type { Evidence } from '../decision/factors/factor.ts'
import { readPolicy } from '../decision/policy.ts'
import type { Review } from '../ports/review.ts'
import { isVerdict } from '../review/review.ts'
import { transitions } from '../session/session.ts'
import { EVIDENCE_FORMAT, FILES, fingerprintOf, type Manifest, type Signature } from './evidence-format.ts'
import { unzipWhole } from './zip-bytes.ts'

export interface EvidenceReport {
  /** Nothing is wrong with it: it is complete, and its decision follows from it. `trusted` says whose it is. */
  valid: boolean
  problems: string[]
  /** What today's rules would score otherwise, in a decision under earlier rules. Not a fault of the bundle. */
  notes: string[]
  /** The key that signed it was the given one; otherwise a stranger signed it, who may have made it all up. */
  trusted: boolean
  /** Entries of the audit log that the service itself had marked as forged. Not a fault of the bundle. */
  forgedEntries?: number
  fingerprint?: string
  manifest?: Manifest
  decision?: Decision
}

/**
 * What is wrong with the part of the evidence that a feature knows; `fileOf` reads the JSON of a file of the bundle.
 */
export type CheckEvidence = (evidence: Evidence, fileOf: (name: string) => unknown) => string[]

/**
 * Checks a bundle without the service that made it: signature, hashes, and whether its policy reaches the same decision
 * on its evidence.
 */
export function verifyEvidence(
  bundle: Uint8Array,
  trustedKey?: KeyObject,
  checks: readonly CheckEvidence[] = [],
): EvidenceReport {
  const report: EvidenceReport = { valid: false, problems: [], notes: [], trusted: false }
  try {
    inspect(bundle, trustedKey, report, checks)
  } catch (error) {
    report.problems.push(error instanceof Error ? error.message : String(error))
  }
  report.valid = report.problems.length === 0
  return report
}

function inspect(
  bundle: Uint8Array,
  trustedKey: KeyObject | undefined,
  report: EvidenceReport,
  checks: readonly CheckEvidence[],
): void {
  const files = unzipWhole(bundle, MOST_BYTES)
  const manifestBytes = part(files, FILES.manifest)
  const { algorithm, publicKey, signature } = jsonOf<Signature>(files, FILES.signature)
  if (algorithm !== 'Ed25519') throw new Error(`signed by ${algorithm}, which is not Ed25519`)

  const key = createPublicKey(publicKey)
  report.fingerprint = fingerprintOf(key)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('the public key is not an Ed25519 key')
  if (!verify(null, manifestBytes, key, Buffer.from(signature, 'base64'))) {
    throw new Error('the signature does not fit the manifest')
  }
  report.trusted = trustedKey !== undefined && fingerprintOf(trustedKey) === report.fingerprint

  const manifest = jsonOf<Manifest>(files, FILES.manifest)
  report.manifest = manifest
  if (manifest.format !== EVIDENCE_FORMAT) throw new Error(`unknown format ${manifest.format}`)
  report.problems.push(...findAlteredFiles(files, manifest))
  if (report.problems.length) return

  report.decision = openDecision(jsonOf<StoredDecision>(files, FILES.decision))
  report.problems.push(...findContradictions(files, manifest, report.decision, report))
  const evidence = jsonOf<Evidence>(files, FILES.evidence)
  const fileOf = (name: string): unknown => (files[name] ? jsonOf(files, name) : undefined)
  report.problems.push(...checks.flatMap((check) => check(evidence, fileOf)))
}

function findAlteredFiles(files: Unzipped, manifest: Manifest): string[] {
  const named = new Set([FILES.manifest, FILES.signature, ...Object.keys(manifest.files)])
  const stray = Object.keys(files).filter((name) => !named.has(name))
  const altered = Object.entries(manifest.files).filter(([name, hash]) => {
    const bytes = files[name]
    return !bytes || createHash('sha256').update(bytes).digest('hex') !== hash
  })
  return [
    ...stray.map((name) => `${name} is not in the manifest`),
    ...altered.map(([name]) => `${name} is missing or was altered`),
  ]
}

/**
 * Whether the policy reaches this decision on the evidence, and the status follows from the decision and the reviews.
 */
function findContradictions(files: Unzipped, manifest: Manifest, decision: Decision, report: EvidenceReport): string[] {
  const rules = readPolicy(jsonOf<unknown>(files, FILES.policy))
  if (!rules.ok) return [`policy.json: ${rules.refusal}`]

  const policy = withSha256(rules.value)
  const problems: string[] = []
  if (policy.sha256 !== manifest.policySha256 || policy.sha256 !== decision.policy.sha256) {
    problems.push('the policy is not the one that the decision names')
  }
  const evidence = jsonOf<Evidence>(files, FILES.evidence)
  // Bundles from before modes existed name none: live.
  const modes = new Set([manifest.mode, evidence.mode, decision.evidence.mode].map((mode) => mode ?? 'live'))
  if (modes.size > 1) problems.push('manifest, evidence and decision are not of one mode')
  const checked = checkDecision(decision, evidence, policy)
  problems.push(...checked.problems)
  report.notes.push(...checked.notes)
  const forged = jsonOf<{ isForged?: true }[]>(files, FILES.audit).filter(({ isForged }) => isForged).length
  if (forged) report.forgedEntries = forged
  const reviews = jsonOf<Review[]>(files, FILES.reviews)
  if (manifest.status !== statusAfter(decision, reviews)) {
    problems.push(`the status ${manifest.status} does not follow from the decision and its reviews`)
  }
  return problems
}

/**
 * If a second reviewer was wanted there are several verdicts, and the last one settled it; only a waiting case is asked
 * for a new picture.
 */
function statusAfter({ outcome }: Decision, reviews: Review[]): string | undefined {
  const isAskedAgain = reviews.some(({ verdict }) => verdict === 'new-picture')
  const decided = isAskedAgain ? 'WAITING_FOR_MANUAL_APPROVE' : transitions.PENDING?.[outcome]
  const last = reviews.findLast(({ verdict }) => isVerdict(verdict))?.verdict
  return last && isVerdict(last) ? decided && transitions[decided]?.[last] : decided
}

/** Far above any real bundle, far below what could hurt. */
const MOST_BYTES = 64 * 1024 * 1024

function part(files: Unzipped, name: string): Uint8Array {
  const bytes = files[name]
  if (!bytes) throw new Error(`${name} is missing`)
  return bytes
}

const jsonOf = <Value>(files: Unzipped, name: string): Value => JSON.parse(strFromU8(part(files, name))) as Value
