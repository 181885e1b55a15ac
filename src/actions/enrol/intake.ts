import { openPictureRequest, withSent } from '../../domain/new-picture.ts'
import type { Refused, Result } from '../../domain/result.ts'
import { objectsOf, type Session } from '../../domain/session.ts'
import type { ImageName, Part } from '../../domain/vocabulary.ts'
import { BadPicture, CallerAborted, type ChipPortrait } from '../ports/engine.ts'
import type { Ports } from '../ports/ports.ts'
import { type Change, type ClosedRefusal, changeOpen, type Enrolment } from './change-session.ts'
import { dropImages, keepImages } from './keep-images.ts'

interface Arriving<Reading, Value, Refusal extends string> {
  /** Reads what was sent, with the images and files of it that are to be kept. */
  read(): Promise<Result<Reading, Refusal>>
  /** The session with it, as it is at the moment of writing. */
  change(
    session: Session,
    reading: Reading,
    kept: Partial<Record<ImageName, string>>,
  ): Change<Value> | Refused<Refusal> | Promise<Change<Value> | Refused<Refusal>>
  signal: AbortSignal | undefined
}

/**
 * The only way in which a picture, a chip or a credential gets into a session: it is read, its images are kept, the session is
 * changed, and images that nothing points at any more are dropped. Nothing is kept of what is refused, or of what was being
 * read when its caller hung up: another one may already have been sent to another node.
 */
export async function intake<
  Reading extends { images: Partial<Record<ImageName, Uint8Array>> },
  Value,
  Refusal extends string,
>(
  ports: Pick<Ports, 'sessions' | 'images' | 'clock'>,
  enrolment: Enrolment,
  { read, change, signal }: Arriving<Reading, Value, Refusal>,
): Promise<Change<Value> | Refused<Refusal | ClosedRefusal>> {
  const reading = await read()
  if (signal?.aborted) throw new CallerAborted()
  if (!reading.ok) return reading
  const kept = await keepImages(ports.images, enrolment.sessionId, reading.value.images)
  let replaced: string[] = []
  const changed = await changeOpen<Value, Refusal>(ports, enrolment, async (session) => {
    const outcome = await change(session, reading.value, kept)
    if (outcome.ok) replaced = objectsLeftBehind(session, outcome.session)
    return outcome
  })
  await dropImages(ports.images, enrolment.sessionId, changed.ok ? replaced : Object.values(kept))
  return changed
}

/** The session with the picture request for this part answered, if there is one. */
export function answering(session: Session, part: Part, now: Date): Session {
  const { newPictures = [] } = session
  return openPictureRequest(session, now)?.of === part ? { ...session, newPictures: withSent(newPictures) } : session
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
  { tenant }: Enrolment,
  signal: AbortSignal | undefined,
): Promise<ChipPortrait | undefined> {
  if (!bytes) return undefined
  try {
    return await engine.readChipPortrait(bytes, { tenant, signal })
  } catch (error) {
    if (error instanceof BadPicture) return undefined
    throw error
  }
}
