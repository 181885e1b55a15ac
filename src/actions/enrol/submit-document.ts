import { addPage, type PageReading } from '../../domain/document/document.ts'
import { refuseSide } from '../../domain/document/refuse-side.ts'
import { accept, type Mark, type Result } from '../../domain/result.ts'
import type { Session, StoredImages } from '../../domain/session.ts'
import { storedObjects } from '../../domain/session.ts'
import type { CaptureSource, DocumentRefusal } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { type ClosedRefusal, changeOpen, type Enrolment, type FoundEnrolment, loadOpen } from './change-session.ts'
import { countRefusal } from './count-refusal.ts'
import { extendValidity } from './extend-validity.ts'
import { dropImages, keepImages } from './keep-images.ts'

export interface SubmittedPage {
  page: PageReading
  /** Where the page's hints show. */
  marks: readonly Mark[]
}

type Needs = Pick<Ports, 'sessions' | 'images' | 'engine' | 'refusals' | 'clock'>

/** Reads one side of the document, keeps it, and says what it was. Nothing is kept of a side that is refused. */
export async function submitDocument(
  ports: Needs,
  enrolment: FoundEnrolment,
  picture: Uint8Array,
  validDays: number,
  source: CaptureSource = 'api',
  gone?: AbortSignal,
): Promise<Result<SubmittedPage, DocumentRefusal | ClosedRefusal>> {
  const outcome = await readAndKeepPage(ports, enrolment, picture, validDays, source, gone)
  await countRefusal(ports, enrolment, outcome)
  return outcome
}

async function readAndKeepPage(
  ports: Needs,
  enrolment: Enrolment,
  picture: Uint8Array,
  validDays: number,
  source: CaptureSource = 'api',
  gone?: AbortSignal,
): Promise<Result<SubmittedPage, DocumentRefusal | ClosedRefusal>> {
  const open = await loadOpen(ports, enrolment)
  if (!open.ok) return open

  const read = await ports.engine.readPage(picture, { tenant: enrolment.tenant, gone })
  if (!read.ok) return read
  const { reading, images, hash, takenAt, marks = [] } = read.value
  const { side: part, photograph } = reading

  const side = addPage(open.value.document, reading)
  if (!side.ok) return refuseSide(open.value.document, reading, marks)

  const kept = await keepImages(ports.images, enrolment.sessionId, images)
  let replaced: string[] = []
  const changed = await changeOpen(ports, enrolment, (session) => {
    const document = addPage(session.document, reading)
    if (!document.ok) return refuseSide(session.document, reading, marks)
    const imagesNow: StoredImages = { ...session.images, [reading.side]: kept }
    const captures: Session['captures'] = {
      ...session.captures,
      [reading.side]: { source, ...(takenAt && { takenAt }) },
    }
    if (reading.side === 'FRONT') {
      delete imagesNow.BACK
      delete captures.BACK
    }
    replaced = objectsLeftBehind(session.images, imagesNow)
    const next: Session = { ...session, document: document.value, images: imagesNow, captures }
    return {
      ok: true,
      value: document.value.pages.at(-1) ?? reading,
      session: extendValidity(next, validDays),
      told: {
        pictures: { ...(part === 'FRONT' && { BACK: null }), [part]: { hash, ...(photograph && { photograph }) } },
      },
    }
  })

  await dropImages(ports.images, enrolment.sessionId, changed.ok ? replaced : Object.values(kept))
  return changed.ok ? accept({ page: changed.value, marks }) : changed
}

function objectsLeftBehind(before: StoredImages, after: StoredImages): string[] {
  const pointedAt = new Set(storedObjects(after))
  return storedObjects(before).filter((object) => !pointedAt.has(object))
}
