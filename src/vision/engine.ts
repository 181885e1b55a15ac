import type { DocumentType, PageSide, VisualFieldName } from '../formats/document-words.ts'
import type { Place } from '../formats/place.ts'
import type { Mark, Result } from '../formats/result.ts'
import type { ModelUse, PageReading } from './document/page-reading.ts'
import type { ChallengeSeen } from './face/challenge/challenge.ts'
import type { FaceReading } from './face/face-reading.ts'
import type { FaceTemplate } from './face/face-template.ts'
import type { ChallengeImageName, DocumentImageName, FaceImageName, ReviewImageName } from './image-names.ts'
import type { DocumentRefusal, FaceRefusal } from './refusals.ts'
import type { DocumentModel, ModelContent, ModelZone } from './taught/model.ts'

/** Reads pictures. It knows nothing of sessions. Throws EngineBusy, EngineFault, BadPicture or CallerAborted. */
export interface Engine extends Teaching {
  /** With the frames that the hosted page's camera took, if any: they are judged and not stored. */
  readPage(picture: Uint8Array, asked?: AskedOfPage): Promise<Result<PageResult, DocumentRefusal>>
  readFace(picture: Uint8Array, asked?: Asked): Promise<Result<FaceResult, FaceRefusal>>
  /** The frames in the order in which they came. Judging what was seen is up to the domain. */
  readChallenge(frames: readonly Uint8Array[], asked?: Asked): Promise<ChallengeResult>
  /** The picture as it is stored, whatever it shows: upright, a JPEG, without metadata. Nothing is read from it. */
  rewritePicture(picture: Uint8Array, asked?: Asked): Promise<RewrittenPicture>
  /** A portrait that came as a file, JPEG or JPEG 2000: as it is stored, and as a face template if a face is found. */
  readStoredPortrait(picture: Uint8Array, asked?: Asked): Promise<StoredPortrait>
  /** False until the models are loaded and their self-test passed. */
  ready(): boolean
  close(): Promise<void>
}

/** For whom a picture is read. */
export interface Asked {
  /** Tenants take turns. */
  tenant: string
  /** The pictures of a session are read one after the other. */
  session?: string | undefined
  /** Aborted when nobody waits for the answer any more: a picture that is still queued is then not read. */
  signal?: AbortSignal | undefined
}

export interface AskedOfPage extends Asked {
  film?: readonly Uint8Array[] | undefined
  /** Matrix codes are looked for too. */
  codes?: boolean | undefined
  /** The document's corners, if a person has set them: in shares of the picture, clockwise from its top left. */
  corners?: Corners | undefined
  /** The front is a card that nobody can name: a page without a name is then accepted as its back. */
  ofUnnamed?: boolean | undefined
}

export type Corners = readonly { x: number; y: number }[]

/** The digest of a picture as it was sent. */
interface AsSent {
  /** What it is recognised by when it is sent again: see vision/picture/same-picture.ts. */
  hash: Uint8Array
  /** When the picture was taken according to the camera: ISO 8601 without an offset. */
  takenAt?: string
}

export interface PageResult extends AsSent {
  reading: PageReading
  /** Where the reading's hints are located. */
  marks?: Mark[]
  /** The corners of the page in shares of the picture as it was sent, upright: that of its top left first, clockwise. */
  outline?: { x: number; y: number }[]
  /** Matrix codes on the page: the bytes of each, and its picture as JPEG. */
  codes?: PageCode[]
  /** JPEG bytes by name, each of this page. */
  images: Partial<Record<DocumentImageName | ReviewImageName, Uint8Array>>
}

export interface PageCode {
  bytes: Uint8Array
  image: Uint8Array
}

export interface FaceResult extends AsSent {
  reading: FaceReading
  images: Record<FaceImageName, Uint8Array>
  /** Where the head is, in shares of the picture as it was sent, upright. */
  head?: Place
}

export interface RewrittenPicture extends AsSent {
  image: Uint8Array
}

export interface StoredPortrait {
  /** JPEG. */
  image: Uint8Array
  template?: FaceTemplate
}

export interface ChallengeResult {
  seen: ChallengeSeen
  /** The most informative frames, as JPEG, in their order. */
  images: Partial<Record<ChallengeImageName, Uint8Array>>
  models: ModelUse[]
}

/** The engine accepts nothing just now: try again after this many seconds. The sentence is for the caller. */
export class EngineBusy extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number, sentence = 'All places in the queue are taken.') {
    super(sentence)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The caller hung up before the picture's turn came. */
export class CallerAborted extends Error {}

/** The engine crashed or ran out of time on this picture. */
export class EngineFault extends Error {
  /** It ran out of time. */
  readonly isLate: boolean
  constructor(message: string, isLate = false) {
    super(message)
    this.isLate = isLate
  }
}

/** The bytes are not a picture that we accept; the message tells a developer what to change. */
export class BadPicture extends Error {
  readonly kind: 'not-an-image' | 'unsupported-format' | 'damaged' | 'too-many-pixels'
  constructor(kind: BadPicture['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Learns documents from pictures of them. Throws as the engine does: EngineBusy, EngineFault or BadPicture. */
export interface Teaching {
  /** What is on each of the pictures, for the teacher to name; in the order given. */
  lookAtPages(pictures: readonly Uint8Array[]): Promise<PageLook[]>
  learnDocument(lesson: Lesson): Promise<Learnt | LessonRefused>
  /** Reads a picture as if the model were published, whatever others are in use. */
  tryDocument(trial: Trial): Promise<Result<TriedPage, DocumentRefusal>>
  /** From now on only these are recognised: every worker gets them, including those that start later. */
  useDocumentModels(models: readonly DocumentModel[]): void
}

/** A picture as the teacher sees it. */
export interface PageLook {
  /** False if no document was found, and the whole picture is treated as one. */
  isFound: boolean
  /** JPEG of the straightened page: all places are shares of it. */
  picture: Uint8Array
  width: number
  height: number
  lines: SeenLine[]
  zones: ModelZone[]
  /** What the engine recognised it as, if anything. */
  kind?: { country: string; type: DocumentType; side: PageSide }
}

interface SeenLine {
  text: string
  box: Place
  /** 0..100. */
  confidence: number
  /** What it may be, according to labels, formats and the MRZ. */
  suggested?: VisualFieldName
}

/** More pictures than this add nothing. */
export const MOST_TAUGHT_PICTURES = 20

/** From 1 to 20 pictures of one side of one document. */
export interface Lesson extends Pick<DocumentModel, 'country' | 'type' | 'side' | 'year' | 'name'> {
  pictures: readonly Uint8Array[]
  /** What the teacher named: by the place on the straightened picture, or by the text there. */
  named: readonly NamedField[]
  /** Marked on the first picture; what is not marked is searched for. */
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
  /** The straightened pictures as JPEG, in the rotation they were learnt in. */
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
  /** The index of the picture it is about, from 0, if it is about one. */
  picture?: number
}

export interface Trial {
  picture: Uint8Array
  model: DocumentModel
}

export interface TriedPage {
  /** Whether this model was chosen. `reading.taught` says which was, if any. */
  recognised: boolean
  reading: PageReading
  /** With the heat map of its authenticity when it was recognised. */
  images: Partial<Record<DocumentImageName | ReviewImageName, Uint8Array>>
}

/** Documents that the repository itself describes. */
export interface Catalogue {
  documents(): readonly CatalogueDocument[]
}

export interface CatalogueDocument {
  id: string
  /** ISO 3166 alpha-3. */
  country: string
  type: DocumentType
  /** The region that issues it, and its version, if the catalogue distinguishes them. */
  name?: string
  sides: PageSide[]
  /** First years of its designs, if they are known. */
  releases: string[]
  readBy: ReadBy
  /** Those whose place is known. */
  fields: VisualFieldName[]
  mrz: boolean
  barcode: boolean
  /** False for the assumed documents of a country without a description of its own. */
  isDescribed: boolean
}

/**
 * What identifies each value: its place, its label, the numbers of Directive 2006/126/EC or the AAMVA's abbreviations.
 */
export type ReadBy = 'place' | 'label' | 'number' | 'abbreviation'
