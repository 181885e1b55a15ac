import type { DocumentType, PageSide, VisualFieldName } from '../vocabulary.ts'
import type { Place } from './place.ts'

/** A document that somebody taught the service: one side of it, as it looks whoever holds it. */
export interface DocumentModel {
  /** A UUID; every version of a model keeps it. */
  id: string
  version: number
  /** ISO 3166 alpha-3. */
  country: string
  type: DocumentType
  side: PageSide
  /** Of its first issue, where the teacher knew it. */
  year?: string
  /** As people call it. */
  name: string
  content: ModelContent
}

/** The way a content is made; the engine reads no other. */
export const MODEL_FORMAT = 1

/** What was learnt of it. JSON, with bytes as Base64, and nothing of any holder: what stood in the holder's places is left out. */
export interface ModelContent {
  format: typeof MODEL_FORMAT
  /** Width over height of the straightened page. */
  ratio: number
  /** How many pictures it was taught with. */
  pictures: number
  /** How many of them were pictures of sessions, which others took; absent if none was. */
  lent?: number
  /** How it looks from afar, to find it among many. */
  look: ModelLook
  /** Its own print. */
  print: ModelPrint
  /** The print as finely as the pictures show it; a model taught by version 0.2 has none, and its fine pattern cannot be judged. */
  reference?: ModelReference
  fields: ModelField[]
  zones: ModelZone[]
}

/** Directions of the print in each cell of a coarse grid. A cell that holds a holder's place has weight 0 and no values. */
export interface ModelLook {
  columns: number
  rows: number
  /** Whole numbers −127…127, as many a cell as the format says, Base64. */
  values: string
  /** A byte a cell, Base64. */
  weights: string
}

/** The print in small, and how much it varies from one picture to the next. */
export interface ModelPrint {
  /** A JPEG as Base64; in the holder's places it shows what is around them. */
  picture: string
  /** The holder's places: nothing of what stood there is in the picture. */
  hidden: Place[]
  /** Cells of the grid below. */
  columns: number
  rows: number
  /** A byte a cell, Base64: 0 where the pictures differ, so that it is not the document's own print. */
  known: string
}

/** The print at the resolution of the pictures, and how much of it genuine documents show. */
export interface ModelReference {
  /** A JPEG as Base64; in the holder's places it shows what is around them. */
  picture: string
  /** By cell of 32 pixels, then octave: the mean logarithm of the strength of its forms, two bytes each, Base64. */
  power: string
  /** By cell: red, green and blue, Base64. */
  colours: string
  /** By octave: the logarithm of the strength of letters, by which the sharpness of a picture is measured. */
  ink: number[]
  /** Where lines of text begin: their left end and their middle. */
  lines: { x: number; y: number }[]
  /** A byte a window of 32 pixels, one from every 16 pixels on, Base64: how alike it is on genuine ones, in hundredths; absent when it was one picture. */
  firm?: string
  /**
   * How alike the pictures are that it was taught with; by how much less alike than usual the windows of one of them are, and
   * the largest area of other print on one. Absent when it was one picture.
   */
  alike?: { pattern: number; print: number; fallen?: number; area?: number }
  /** The share of lines that stand elsewhere on a taught picture, at most; absent when it was one. */
  layout?: { elsewhere: number }
  /** By how much the taught pictures differ from the reference, at most; absent when it was one picture, or of an earlier version. */
  spread?: ReferenceSpread
}

/** Taught pictures whose inks differ by less than this are files that no camera and no scanner took. Files have 0.002 at most, scans and phone photos of nine types 0.014 and more. */
const LEAST_INKS = 0.005
/** So many pictures next to the first say how genuine documents differ. */
const LEAST_COMPARABLE = 2

export const isOfFiles = ({ spread }: Pick<ModelReference, 'spread'>): boolean =>
  spread?.inks !== undefined && spread.inks < LEAST_INKS

/**
 * Whether a page can be approved by a model at all: one taught with files, with fewer than three pictures that can be compared,
 * or before the spread was kept, refuses only. Models of earlier versions do not say how many pictures their spread is known from.
 */
export const mayApprove = ({ reference }: { reference?: Pick<ModelReference, 'spread'> }): boolean =>
  reference?.spread !== undefined &&
  (reference.spread.pictures ?? LEAST_COMPARABLE) >= LEAST_COMPARABLE &&
  !isOfFiles(reference)

/** The logarithm of how many pixels a reference has for one of the picture: over it the fine pattern is not in the picture. */
export const TOO_COARSE = 0.4
/** Sides of the cells of a reference, in its pixels. */
const REFERENCE_CELL = 32

/** How many pixels the long side of a document needs to be compared with this model; absent where it is compared coarsely. */
export function leastPixelsOf({ ratio, reference }: Pick<ModelContent, 'ratio' | 'reference'>): number | undefined {
  if (!reference) return undefined
  const cells = Math.floor((reference.colours.replace(/=+$/, '').length * 3) / 4 / 3)
  const across = REFERENCE_CELL * Math.floor(Math.sqrt(cells * ratio))
  return Math.ceil((Math.max(1, 1 / ratio) * across) / Math.exp(TOO_COARSE))
}

/** What is allowed to a page that is approved is measured by it. */
interface ReferenceSpread {
  /** How many of them this is known from, without the one that the reference is made of. Absent in models of earlier versions. */
  pictures?: number
  /** How much less sharp their letters are, as a logarithm. */
  softer: number
  /** The width of the strokes of fixed print, as a logarithm. */
  weight: number
  /** How strongly their pattern shows, as a whole and where it shows least, as logarithms. */
  pattern: number
  faded: number
  /** How strongly red and blue show the background's forms against green, as a logarithm. Absent in models of earlier versions. */
  inks?: number
  /** Of measures that are used no more, in models of earlier versions. */
  worst?: number
  spot?: number
}

/** Where a value stands, and in which script. */
export interface ModelField {
  name: VisualFieldName
  box: Place
  /** As Unicode names scripts: Latin, Cyrillic, Greek, Han … */
  script?: string
}

export const MODEL_ZONES = ['portrait', 'ghostPortrait', 'signature', 'mrz', 'barcode'] as const
export type ModelZoneName = (typeof MODEL_ZONES)[number]

export interface ModelZone {
  name: ModelZoneName
  box: Place
}
