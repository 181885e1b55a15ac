import { createHash, createPublicKey, sign } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { levelPolicies } from '../decision/change-policy.ts'
import { evidenceOf, withoutFaces } from '../decision/evidence.ts'
import { explainSession } from '../decision/explanation.ts'
import type { Ports } from '../ports/ports.ts'
import { standing } from '../review/review.ts'
import type { Session } from '../session/session.ts'
import { type BundlePorts, bundledFiles } from './bundled-file.ts'
import {
  EVIDENCE_FORMAT,
  FILES,
  type Manifest,
  openEvidenceKey,
  type PictureHash,
  type Signature,
} from './evidence-format.ts'
import { type NotReady, type Reader, readHistory, readResults } from './read-results.ts'

/** Everything that a decision rests on in one signed file, which anybody can check without this service. */
export async function bundleEvidence(
  ports: Needs,
  reader: Reader,
  id: string,
): Promise<Result<Uint8Array, 'NOT_FOUND'> | NotReady> {
  try {
    return await bundle(ports, reader, id)
  } catch (error) {
    // Something was missing because the session was erased while its evidence was read.
    if (!(await ports.sessions.load(reader.tenant, id))) return refuse('NOT_FOUND')
    throw error
  }
}

type Needs = BundlePorts & Pick<Ports, 'sessions' | 'policies' | 'reviews' | 'secrets' | 'audit' | 'clock'>

async function bundle(ports: Needs, reader: Reader, id: string): Promise<Result<Uint8Array, 'NOT_FOUND'> | NotReady> {
  const outcome = await readResults(ports, reader, id, 'evidence')
  if (!outcome.ok) return outcome

  const session = outcome.value
  const evidence = evidenceOf(session)
  const policy = session.decision && (await ports.policies.bySha256(session.decision.policy.sha256))
  if (!evidence || !policy) return refuse('NOT_FOUND')

  const { sha256: policySha256, ...rules } = policy
  // If no level was chosen, the built-in policy decides, which is that of `high`.
  const assurance = evidence.assurance ?? (policySha256 === levelPolicies().high.sha256 ? 'high' : undefined)
  const files = {
    [FILES.decision]: json(session.decision),
    [FILES.evidence]: json(withoutFaces(evidence)),
    [FILES.policy]: json(rules),
    [FILES.explanation]: json(explainSession(session)),
    [FILES.reviews]: json(standing(await ports.reviews.of(id)).filter(({ verdict }) => verdict !== 'note')),
    [FILES.audit]: json((await readHistory(ports, session)).map(({ id: _, ...entry }) => entry)),
    [FILES.pictures]: json(await hashPictures(ports, session)),
    ...(session.consent && { [FILES.consent]: json(session.consent) }),
    ...(await filesOfFeatures(ports, session)),
  }
  const manifest: Manifest = {
    format: EVIDENCE_FORMAT,
    sessionId: session.id,
    mode: session.mode,
    status: session.status,
    createdAt: session.createdAt.toISOString(),
    ...(session.completedAt && { completedAt: session.completedAt.toISOString() }),
    bundledAt: ports.clock().toISOString(),
    policySha256,
    ...(assurance && { assurance }),
    files: Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)])),
  }
  const signed = json(manifest)
  const signature = json(await signManifest(ports, signed))
  return accept(zipSync({ [FILES.manifest]: signed, [FILES.signature]: signature, ...files }, { mtime: EPOCH }))
}

async function signManifest({ secrets }: Pick<Ports, 'secrets'>, manifest: Uint8Array): Promise<Signature> {
  const key = await openEvidenceKey(secrets)
  return {
    algorithm: 'Ed25519',
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    signature: sign(null, manifest, key).toString('base64'),
  }
}

/** What features add to a bundle, each in a file of its own. */
async function filesOfFeatures(ports: BundlePorts, session: Session): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {}
  for (const { name, read } of bundledFiles.parts()) {
    const content = await read(ports, session)
    if (content !== undefined) files[name] = json(content)
  }
  return files
}

async function hashPictures({ images }: Pick<Ports, 'images'>, session: Session): Promise<PictureHash[]> {
  const stored = Object.entries(session.images).flatMap(([part, objects]) =>
    Object.entries(objects).map(([name, object]) => ({ part, name, object })),
  )
  const hashes: PictureHash[] = []
  for (const { part, name, object } of stored) {
    const bytes = await images.get(session.id, object)
    if (!bytes) throw new Error(`session ${session.id}: picture ${name} is gone`)
    hashes.push({ part, name, sha256: sha256(bytes), bytes: bytes.length })
  }
  return hashes
}

const json = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** ZIP has no time before 1980; a fixed one makes equal bundles byte for byte equal. */
const EPOCH = new Date('1980-01-01T12:00:00Z')
