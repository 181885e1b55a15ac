import { createHash, createPublicKey, sign } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { levelPolicies } from '../decision/change-policy.ts'
import { evidenceOf, withoutFaces } from '../decision/evidence.ts'
import { explainSession } from '../decision/explanation.ts'
import type { Ports } from '../ports/ports.ts'
import { standing } from '../review/review.ts'
import type { Session } from '../session/session.ts'
import { CHIP_FILES, CREDENTIAL_FILES } from '../vocabulary.ts'
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

type Needs = Pick<Ports, 'sessions' | 'images' | 'policies' | 'reviews' | 'pairAnswers' | 'secrets' | 'audit' | 'clock'>

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
  const pairs = await ports.pairAnswers.of(id)
  const files = {
    [FILES.decision]: json(session.decision),
    [FILES.evidence]: json(withoutFaces(evidence)),
    [FILES.policy]: json(rules),
    [FILES.explanation]: json(explainSession(session)),
    [FILES.reviews]: json(standing(await ports.reviews.of(id)).filter(({ verdict }) => verdict !== 'note')),
    [FILES.audit]: json((await readHistory(ports, session)).map(({ id: _, ...entry }) => entry)),
    [FILES.pictures]: json(await hashPictures(ports, session)),
    ...((session.laterHits ?? session.hitAnswers) && {
      [FILES.watchlist]: json({ laterHits: session.laterHits ?? [], answers: session.hitAnswers ?? [] }),
    }),
    ...(pairs.length > 0 && { [FILES.duplicates]: json(pairs) }),
    ...(session.consent && { [FILES.consent]: json(session.consent) }),
    ...(await readSignedFiles(ports, session)),
    ...(await readPresentation(ports, session)),
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

/**
 * The signed files of the chip, so that their signature can always be verified; the portrait, like any picture, is left
 * out.
 */
async function readSignedFiles(ports: Pick<Ports, 'images'>, session: Session): Promise<Record<string, Uint8Array>> {
  const kept = await readKept(ports, session, session.images.CHIP?.[CHIP_FILES])
  if (!kept) return {}
  const { sod, dataGroups } = kept as { sod: string; dataGroups: Record<string, string> }
  const { 2: _, ...groups } = dataGroups
  return { [FILES.chip]: json({ sod, dataGroups: groups }) }
}

/** What a wallet presented, as it was received, with the request that it answers. */
async function readPresentation(ports: Pick<Ports, 'images'>, session: Session): Promise<Record<string, Uint8Array>> {
  const kept = await readKept(ports, session, session.images.CREDENTIAL?.[CREDENTIAL_FILES])
  return kept ? { [FILES.credential]: json(kept) } : {}
}

async function readKept({ images }: Pick<Ports, 'images'>, { id }: Session, object: string | undefined) {
  if (!object) return undefined
  const bytes = await images.get(id, object)
  if (!bytes) throw new Error(`session ${id}: the file ${object} is missing`)
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
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
