import { type Refused, type Result, refuse } from '../../formats/result.ts'
import { type Asked, BadPicture, CallerAborted, type StoredPortrait } from '../../vision/engine.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { answersOtherRequest } from '../review/new-picture.ts'
import { type Change, type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from '../session/change-session.ts'
import { extendValidity, objectsOf, type Session } from '../session/session.ts'
import type { ImageName, SourceName } from './evidence-names.ts'
import { dropImages, keepImages } from './keep-images.ts'
import type { StoredImages } from './pictures.ts'

/** One kind of evidence and how it reaches a session: everything in which intake treats it differently. */
export interface Source<Reading, Value, Refusal extends string> {
  name: SourceName
  /** The name under which its images are stored. */
  part(reading: Reading): keyof StoredImages
  /** Why it is refused; undefined if it is accepted. Asked on arrival, and again when the session is changed. */
  obstacle?(session: Session, tenant: Tenant): Refusal | undefined
  read(arrival: Arrival): Promise<Result<Reading, Refusal>>
  /** Its images and files that are stored. */
  keep(reading: Reading): Partial<Record<ImageName, Uint8Array>>
  /** The session with it, as it is at the moment of writing; its images are stored already. */
  add(session: Session, reading: Reading, isFirst: boolean): Added<Value, Refusal> | Promise<Added<Value, Refusal>>
}

type Added<Value, Refusal extends string> = Change<Value> | Refused<Refusal>

/** The session and its tenant when the evidence arrives. */
interface Arrival {
  session: Session
  tenant: Tenant
  /** For whom the engine reads. */
  asked: Asked
}

export interface IntakeOptions {
  /** Days for which the first picture makes a session valid. */
  validDays: number
  /** Aborted when the caller hangs up. */
  signal?: AbortSignal | undefined
}

/**
 * The only way in which a picture, a chip or a credential gets into a session: it is read, its images are stored, the
 * session is changed, and orphaned images are removed. Nothing is kept of refused evidence, or if the caller hung up
 * during the read: another copy may already have been sent to another node.
 */
export async function intake<Reading, Value, Refusal extends string>(
  ports: Pick<Ports, 'sessions' | 'tenants' | 'images' | 'clock'>,
  enrolment: Enrolment,
  source: Source<Reading, Value, Refusal>,
  { validDays, signal }: IntakeOptions,
): Promise<Added<Value, Refusal | ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open
  const tenant = await ports.tenants.load(enrolment.tenant)
  if (!tenant) return refuse('SESSION_UNAUTHORIZED')
  const findObstacle = (session: Session) =>
    source.obstacle?.(session, tenant) ??
    (answersOtherRequest(session, source.name, ports.clock()) ? 'SESSION_ALREADY_COMPLETED' : undefined)
  const obstacle = findObstacle(open.value)
  if (obstacle) return refuse(obstacle)

  const asked = { tenant: tenant.id, session: enrolment.sessionId, signal }
  const read = await source.read({ session: open.value, tenant, asked })
  if (signal?.aborted) throw new CallerAborted()
  if (!read.ok) return read
  const reading = read.value
  const kept = await keepImages(ports.images, enrolment.sessionId, source.keep(reading))
  let replaced: string[] = []
  const changed = await changeOpen<Value, Refusal | ClosedRefusal>(ports, enrolment, async (session) => {
    const obstacle = findObstacle(session)
    if (obstacle) return refuse(obstacle)
    const part = source.part(reading)
    const withImages = { ...session, images: { ...session.images, [part]: kept } }
    const added = await source.add(withImages, reading, !session.images[part])
    if (!added.ok) return added
    const next = extendValidity(added.session, validDays)
    replaced = objectsLeftBehind(session, next)
    return { ...added, session: next }
  })
  await dropImages(ports.images, enrolment.sessionId, changed.ok ? replaced : Object.values(kept))
  return changed
}

/** Objects that no row refers to once the session is written. */
function objectsLeftBehind(before: Session, after: Session): string[] {
  const pointedAt = new Set(objectsOf(after))
  return objectsOf(before).filter((object) => !pointedAt.has(object))
}

/** The portrait in signed data. One that cannot be decoded counts as absent: the signed data is judged anyway. */
export async function readSignedPortrait(
  { engine }: Pick<Ports, 'engine'>,
  bytes: Uint8Array | undefined,
  asked: Asked,
): Promise<StoredPortrait | undefined> {
  if (!bytes) return undefined
  try {
    return await engine.readStoredPortrait(bytes, asked)
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}
