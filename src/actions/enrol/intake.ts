import { answersOtherRequest } from '../../domain/new-picture.ts'
import type { StoredImages } from '../../domain/pictures.ts'
import { type Refused, type Result, refuse } from '../../domain/result.ts'
import { extendValidity, objectsOf, type Session } from '../../domain/session.ts'
import type { ImageName, SourceName } from '../../domain/vocabulary.ts'
import { type Asked, BadPicture, CallerAborted, type ChipPortrait } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { type Change, type ClosedRefusal, changeOpen, type Enrolment, loadOpen } from './change-session.ts'
import { dropImages, keepImages } from './keep-images.ts'

/** One way in which evidence reaches a session: all that intake does not do for each of them alike. */
export interface Source<Reading, Value, Refusal extends string> {
  name: SourceName
  /** What its images are stored under. */
  part(reading: Reading): keyof StoredImages
  /** Why nothing of it is taken; undefined where it is. Asked when it comes, and again when the session is changed. */
  obstacle?(session: Session, tenant: Tenant): Refusal | undefined
  read(arrival: Arrival): Promise<Result<Reading, Refusal>>
  /** The images and files of it that are stored. */
  keep(reading: Reading): Partial<Record<ImageName, Uint8Array>>
  /** The session with it, as it is at the moment of writing; its images are there already. */
  add(session: Session, reading: Reading, isFirst: boolean): Added<Value, Refusal> | Promise<Added<Value, Refusal>>
}

type Added<Value, Refusal extends string> = Change<Value> | Refused<Refusal>

/** What was there when it came. */
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
 * The only way in which a picture, a chip or a credential gets into a session: it is read, its images are kept, the session is
 * changed, and images that nothing points at any more are dropped. Nothing is kept of what is refused, or of what was being
 * read when its caller hung up: another one may already have been sent to another node.
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

  const read = await source.read({ session: open.value, tenant, asked: { tenant: tenant.id, signal } })
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

/** Objects that no row points at once the session is as it will be. */
function objectsLeftBehind(before: Session, after: Session): string[] {
  const pointedAt = new Set(objectsOf(after))
  return objectsOf(before).filter((object) => !pointedAt.has(object))
}

/** The portrait in what somebody signed. One that cannot be decoded is none: what is signed is judged all the same. */
export async function readSignedPortrait(
  { engine }: Pick<Ports, 'engine'>,
  bytes: Uint8Array | undefined,
  asked: Asked,
): Promise<ChipPortrait | undefined> {
  if (!bytes) return undefined
  try {
    return await engine.readChipPortrait(bytes, asked)
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}
