import type { DocumentType } from '../../formats/document-words.ts'
import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import { DOCUMENT_IMAGES, FACE_IMAGES } from '../../vision/image-names.ts'
import type { EvidenceImages, EvidenceReadings, PictureReadings } from '../feature-types.ts'
import { fromSlot, openSlot } from '../slot.ts'
import type { Claims } from './claims.ts'
import type { ImageName, SourceName } from './evidence-names.ts'

/** One kind of evidence: what the kernel has to know to keep it, show it, hand it out and erase it. */
export interface EvidenceKind {
  name: SourceName
  /** It is read from pictures of document or face, and replaced with them. */
  ofPictures?: true
  /** What is stored with it, apart from the pictures of document and face. */
  stored?: StoredEvidence
  /** What its check can say of it, if results and webhooks state that. */
  verdicts?: readonly string[]
  /** What it says about the person. `isGenuine`: a trusted issuer says it. */
  statement?(readings: Partial<EvidenceReadings>): { claims: Claims; isGenuine: boolean } | undefined
  /** The machine readable zone in it, if a trusted issuer signed it. */
  signedMrz?(readings: Partial<EvidenceReadings>): MrzReading | undefined
  /** Issuer and type of the document that it replaces. */
  documentKind?(readings: Partial<EvidenceReadings>): DocumentKind | undefined
  /** The number of the document that it stands for, by which the document is recognised again. */
  documentNumber?(readings: Partial<EvidenceReadings>): NumberedDocument | undefined
  /** Brings what an earlier version stored into today's form. */
  upgrade?<Stored extends object>(stored: Stored): Stored
}

interface StoredEvidence {
  /** The part of a session's pictures under which it is stored. */
  part: keyof EvidenceImages
  /** Its pictures, for integrators and reviewers, in their order. */
  images: readonly ImageName[]
  /** What the interface description says of the list of its pictures. */
  about: string
  /** What was received, as JSON: not a picture, and not shown. */
  received?: ImageName
}

export interface DocumentKind {
  /** ISO 3166 alpha-3. */
  country?: string
  type?: DocumentType
}

interface NumberedDocument {
  country: string
  type: DocumentType
  number: string
}

export const evidenceKinds = openSlot<EvidenceKind>('evidence')

/** The names of all evidence, in order. */
export const sourceNames = fromSlot(evidenceKinds, (kinds): SourceName[] => kinds.map(({ name }) => name))

/** The readings of pictures, which a new picture replaces. */
export const pictureReadings = fromSlot(evidenceKinds, (kinds) =>
  kinds.flatMap(({ name, ofPictures }) => (ofPictures ? [name as 'document' | 'face' | keyof PictureReadings] : [])),
)

/** What features store with their evidence, each with the name of the evidence. */
export const storedEvidence = fromSlot(evidenceKinds, (kinds) =>
  kinds.flatMap(({ name, stored }) => (stored ? [{ name, ...stored }] : [])),
)

/** What integrators can download. */
export const resultImages = (): ImageName[] => [
  ...DOCUMENT_IMAGES,
  ...FACE_IMAGES,
  ...storedEvidence().flatMap(({ images }) => images),
]

/** Whether it is what was received and not a picture. */
export const isReceived = (name: string): boolean => storedEvidence().some(({ received }) => received === name)
