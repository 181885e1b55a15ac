import type { PageReading } from '../../domain/document/document.ts'
import type { DocumentModel, ModelContent, ModelZone } from '../../domain/document/model.ts'
import type { Place } from '../../domain/document/place.ts'
import type { Result } from '../../domain/result.ts'
import type {
  DocumentImageName,
  DocumentRefusal,
  DocumentType,
  PageSide,
  ReviewImageName,
  VisualFieldName,
} from '../../domain/vocabulary.ts'

/** Learns documents from pictures of them. Throws as the engine does: EngineBusy, EngineFault or BadPicture. */
export interface Teaching {
  /** What is on each of the pictures, for the teacher to name; in the order given. */
  lookAtPages(pictures: readonly Uint8Array[]): Promise<PageLook[]>
  learnDocument(lesson: Lesson): Promise<Learnt | LessonRefused>
  /** Reads a picture as if the model were published, whatever others are in use. */
  tryDocument(trial: Trial): Promise<Result<TriedPage, DocumentRefusal>>
  /** From now on these are recognised, and no others: every worker is given them, those too that start later. */
  useDocumentModels(models: readonly DocumentModel[]): void
}

/** A picture as the teacher is shown it. */
export interface PageLook {
  /** False where no document was found, and the whole picture is taken for one. */
  isFound: boolean
  /** JPEG of the straightened page: all places are shares of it. */
  picture: Uint8Array
  width: number
  height: number
  lines: SeenLine[]
  zones: ModelZone[]
  /** What the engine takes it for, where it does. */
  kind?: { country: string; type: DocumentType; side: PageSide }
}

interface SeenLine {
  text: string
  box: Place
  /** 0..100. */
  confidence: number
  /** What it may be, going by labels, formats and the MRZ. */
  suggested?: VisualFieldName
}

/** More pictures than this add nothing. */
export const MOST_TAUGHT_PICTURES = 20

/** From 1 to 20 pictures of one side of one document. */
export interface Lesson extends Pick<DocumentModel, 'country' | 'type' | 'side' | 'year' | 'name'> {
  pictures: readonly Uint8Array[]
  /** What the teacher named: by the place on the straightened picture, or by what stands there. */
  named: readonly NamedField[]
  /** Marked on the first picture; what is not marked is looked for. */
  marks?: { portrait?: Place; ghostPortrait?: Place; signature?: Place }
}

export interface NamedField {
  /** Which of the pictures, from 0. */
  picture: number
  field: VisualFieldName
  box?: Place
  value?: string
}

export interface Learnt {
  ok: true
  content: ModelContent
  /** The straightened pictures as JPEG, in the turn they were learnt in. */
  pictures: Uint8Array[]
  zones: ModelZone[]
  /** Named fields that were not found on their picture, so that their place is not known. */
  notFound: NamedField[]
  /** Pictures, from 0, that do not fit the others and were left out. */
  leftOut: number[]
}

export type LessonRefusal =
  | 'NO_PICTURES'
  | 'TOO_MANY_PICTURES'
  | 'DOCUMENT_NOT_FOUND'
  | 'DIFFERENT_DOCUMENTS'
  | 'TOO_LITTLE_PRINT'

export interface LessonRefused {
  ok: false
  refusal: LessonRefusal
  /** The picture it is about, from 0, where it is about one. */
  picture?: number
}

export interface Trial {
  picture: Uint8Array
  model: DocumentModel
}

export interface TriedPage {
  /** Was this model chosen? `reading.taught` says which was, if any. */
  recognised: boolean
  reading: PageReading
  /** With the heat map of its authenticity when it was recognised. */
  images: Partial<Record<DocumentImageName | ReviewImageName, Uint8Array>>
}
