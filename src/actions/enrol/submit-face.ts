import { accept, type Result } from '../../domain/result.ts'
import { storedObjects } from '../../domain/session.ts'
import type { CaptureSource, FaceRefusal, Hint } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { countRefusal } from './count-refusal.ts'
import { extendValidity } from './extend-validity.ts'
import { dropImages, keepImages } from './keep-images.ts'

type Needs = Pick<Ports, 'sessions' | 'images' | 'engine' | 'refusals' | 'clock'>

/** Reads a selfie and keeps it in place of an earlier one. Nothing is kept of a picture that is refused. */
export async function submitFace(
  ports: Needs,
  enrolment: FoundEnrolment,
  picture: Uint8Array,
  validDays: number,
  source: CaptureSource = 'api',
  gone?: AbortSignal,
): Promise<Result<{ hints: Hint[] }, FaceRefusal | ClosedRefusal>> {
  const outcome = await readAndKeepFace(ports, enrolment, picture, validDays, source, gone)
  await countRefusal(ports, enrolment, outcome)
  return outcome
}

async function readAndKeepFace(
  ports: Needs,
  enrolment: Enrolment,
  picture: Uint8Array,
  validDays: number,
  source: CaptureSource = 'api',
  gone?: AbortSignal,
): Promise<Result<{ hints: Hint[] }, FaceRefusal | ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open

  const read = await ports.engine.readFace(picture, { tenant: enrolment.tenant, gone })
  if (!read.ok) return read
  const { reading, images, hash, takenAt } = read.value
  const { photograph } = reading

  const kept = await keepImages(ports.images, enrolment.sessionId, images)
  let replaced: string[] = []
  const changed = await changeOpen<{ hints: Hint[] }, never>(ports, enrolment, (session) => {
    replaced = storedObjects(session.images.FACE ? { FACE: session.images.FACE } : {})
    const captures = { ...session.captures, FACE: { source, ...(takenAt && { takenAt }) } }
    const next = { ...session, face: reading, images: { ...session.images, FACE: kept }, captures }
    return {
      ok: true,
      value: { hints: reading.hints },
      session: extendValidity(next, validDays),
      told: { pictures: { FACE: { hash, ...(photograph && { photograph }) } } },
    }
  })

  await dropImages(ports.images, enrolment.sessionId, changed.ok ? replaced : Object.values(kept))
  return changed.ok ? accept(changed.value) : changed
}
