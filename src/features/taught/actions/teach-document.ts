import { randomUUID } from 'node:crypto'
import type { VisualFieldName } from '../../../formats/document-words.ts'
import { accept, type Result, refuse } from '../../../formats/result.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Examiner } from '../../../kernel/review/claim-case.ts'
import { openCaseImage } from '../../../kernel/review/open-case.ts'
import type { Lesson, LessonRefused, PageLook, TriedPage } from '../../../vision/engine.ts'
import type { DocumentRefusal } from '../../../vision/refusals.ts'
import { mayApprove } from '../../../vision/taught/model.ts'
import { draftOf, entryOf } from './change-document.ts'

/** The contents of the pictures, for the user to label. Nothing is kept. */
export const lookAtPictures = (
  { engine }: Pick<Ports, 'engine'>,
  pictures: readonly Uint8Array[],
): Promise<PageLook[]> => engine.lookAtPages(pictures)

interface NewLesson extends Lesson {
  /** The id of a model that is taught again. */
  id?: string | undefined
  /** The sessions of those pictures that are from sessions. */
  sessions?: readonly string[]
}

interface TaughtDraft {
  id: string
  version: number
  /** Labelled fields that were not found on their picture. */
  notFound: VisualFieldName[]
  /** Pictures, from 1, that do not fit the others. */
  leftOut: number[]
  /** Whether a comparison with the model can approve a document. */
  mayApprove: boolean
}

/** Learns a document and keeps the model as a draft. The pictures are not kept. */
export async function teachDocument(
  ports: Pick<Ports, 'engine' | 'documentModels' | 'clock'>,
  { id: known, sessions = [], ...lesson }: NewLesson,
  actor: string,
): Promise<Result<TaughtDraft, 'NOT_FOUND'> | LessonRefused> {
  if (known !== undefined && !(await isKnown(ports, known))) return refuse('NOT_FOUND')
  const learnt = await ports.engine.learnDocument(lesson)
  if (!learnt.ok) return learnt

  const { country, type, side, year, name } = lesson
  const { notFound, leftOut } = learnt
  const content = { ...learnt.content, ...(sessions.length && { lent: sessions.length }) }
  const id = known ?? randomUUID()
  const model = { id, country, type, side, ...(year !== undefined && { year }), name, content }
  const entry = entryOf(ports, actor, 'document.teach', model)
  const lenders = [...new Set(sessions)].join(' ')
  const detail = { ...entry.detail, pictures: lesson.pictures.length, ...(lenders && { sessions: lenders }) }
  const version = await ports.documentModels.keepDraft(draftOf(model, actor), { ...entry, detail })
  return accept({
    id,
    version,
    notFound: notFound.map(({ field }) => field),
    leftOut: leftOut.map((picture) => picture + 1),
    mayApprove: mayApprove(content),
  })
}

/** Reads a picture as if this version were in use. Nothing is kept. */
export async function tryDocument(
  { engine, documentModels }: Pick<Ports, 'engine' | 'documentModels'>,
  { id, version }: { id: string; version: number },
  picture: Uint8Array,
): Promise<Result<TriedPage, DocumentRefusal | 'NOT_FOUND'>> {
  const model = await documentModels.load(id, version)
  return model ? engine.tryDocument({ picture, model }) : refuse('NOT_FOUND')
}

async function isKnown({ documentModels }: Pick<Ports, 'documentModels'>, id: string): Promise<boolean> {
  return (await documentModels.list()).some((each) => each.id === id)
}

/** A picture to teach with or to try: uploaded bytes, or a picture of a session. */
type GivenPicture = { bytes: Uint8Array } | { sessionId: string; image: string }

/**
 * The bytes of each picture. Opening one of a session is like any access to it: only for those who can see its tenant,
 * and recorded.
 */
export async function openPictures(
  ports: Pick<Ports, 'sessions' | 'images' | 'reviews' | 'audit' | 'clock'>,
  examiner: Examiner,
  pictures: readonly GivenPicture[],
): Promise<Result<Uint8Array[], 'NOT_FOUND'>> {
  const opened: Uint8Array[] = []
  for (const picture of pictures) {
    if ('bytes' in picture) {
      opened.push(picture.bytes)
      continue
    }
    const read = await openCaseImage(ports, examiner, picture.sessionId, picture.image)
    if (!read.ok) return refuse('NOT_FOUND')
    opened.push(read.value)
  }
  return accept(opened)
}
