import type { DocumentType, PageSide, VisualFieldName } from '../../formats/document-words.ts'
import type { Place } from '../../formats/place.ts'

/** One side of a document that the service was taught, as it looks whoever the holder is. */
export interface DocumentModel {
  /** A UUID; every version of a model keeps it. */
  id: string
  version: number
  /** ISO 3166 alpha-3. */
  country: string
  type: DocumentType
  side: PageSide
  /** The year of its first issue, if the teacher knew it. */
  year?: string
  /** The name that people use for it. */
  name: string
  content: ModelContent
}

/** The format of the content; the engine reads only this one. */
export const MODEL_FORMAT = 1

/**
 * What was learnt from the pictures. JSON, with bytes as Base64, and without data of any holder: the contents of the
 * holder's places are left out.
 */
export interface ModelContent {
  format: typeof MODEL_FORMAT
  /** Width over height of the straightened page. */
  ratio: number
  /** How many pictures it was taught with. */
  pictures: number
  /** How many of them were pictures of sessions, taken by others; absent if none was. */
  lent?: number
  /** Its appearance at low resolution, to find it among many. */
  look: ModelLook
  /** Its print, without the holder's data. */
  print: ModelPrint
  /**
   * The print as finely as the pictures show it. A model taught by version 0.2 has none, so its fine pattern cannot be
   * judged.
   */
  reference?: ModelReference
  fields: ModelField[]
  zones: ModelZone[]
}

/** Directions of the print in each cell of a coarse grid. A cell with a holder's place has weight 0 and no values. */
export interface ModelLook {
  columns: number
  rows: number
  /** Whole numbers −127…127, the number per cell given by the format, Base64. */
  values: string
  /** One byte per cell, Base64. */
  weights: string
}

/** The print at small size, and how much it varies between pictures. */
export interface ModelPrint {
  /** A JPEG as Base64; the holder's places are filled with their surroundings. */
  picture: string
  /** The holder's places: nothing of their contents is in the picture. */
  hidden: Place[]
  /** Cells of the grid below. */
  columns: number
  rows: number
  /** One byte per cell, Base64: 0 where the pictures differ, so that it is not the document's own print. */
  known: string
}

/** The print at the resolution of the pictures, and how much of it genuine documents show. */
export interface ModelReference {
  /** A JPEG as Base64; the holder's places are filled with their surroundings. */
  picture: string
  /** By cell of 32 pixels, then octave: the mean logarithm of the strength of its forms, two bytes each, Base64. */
  power: string
  /** By cell: red, green and blue, Base64. */
  colours: string
  /** By octave: the logarithm of the strength of letters, which the sharpness of a picture is measured by. */
  ink: number[]
  /** The starts of lines of text: their left end and their middle. */
  lines: { x: number; y: number }[]
  /**
   * One byte per window of 32 pixels, at a step of 16 pixels, Base64: how similar it is on genuine ones, in hundredths;
   * absent if there was one picture.
   */
  firm?: string
  /**
   * How similar the taught pictures are; how much less similar than usual the windows of one of them are, and the
   * largest area of other print on one. Absent if there was one picture.
   */
  alike?: { pattern: number; print: number; fallen?: number; area?: number }
  /** The largest share of lines in other places on a taught picture; absent if there was one. */
  layout?: { elsewhere: number }
  /**
   * The largest difference of the taught pictures from the reference; absent if there was one picture, or in earlier
   * versions.
   */
  spread?: ReferenceSpread
}

/**
 * Taught pictures whose inks differ by less than this are files that were not made by a camera or a scanner. Files have
 * at most 0.002, scans and phone photos of nine types 0.014 or more.
 */
const LEAST_INKS = 0.005
/** This many pictures besides the first are needed to know how genuine documents differ. */
const LEAST_COMPARABLE = 2

export const isOfFiles = ({ spread }: Pick<ModelReference, 'spread'>): boolean =>
  spread?.inks !== undefined && spread.inks < LEAST_INKS

/**
 * Whether a model can approve a page at all. One that was taught with files, with fewer than three comparable pictures,
 * or before the spread was kept can only refuse. Models of earlier versions do not say how many pictures their spread
 * is known from.
 */
export const mayApprove = ({ reference }: { reference?: Pick<ModelReference, 'spread'> }): boolean =>
  reference?.spread !== undefined &&
  (reference.spread.pictures ?? LEAST_COMPARABLE) >= LEAST_COMPARABLE &&
  !isOfFiles(reference)

/**
 * The logarithm of the number of reference pixels per pixel of the picture: above this the fine pattern is not in the
 * picture.
 */
export const TOO_COARSE = 0.4
/** The side of a cell of a reference, in its pixels. */
const REFERENCE_CELL = 32

/**
 * How many pixels the long side of a document needs to be compared with this model; absent if it is compared coarsely.
 */
export function leastPixelsOf({ ratio, reference }: Pick<ModelContent, 'ratio' | 'reference'>): number | undefined {
  if (!reference) return undefined
  const cells = Math.floor((reference.colours.replace(/(?<!=)=+$/, '').length * 3) / 4 / 3)
  const across = REFERENCE_CELL * Math.floor(Math.sqrt(cells * ratio))
  return Math.ceil((Math.max(1, 1 / ratio) * across) / Math.exp(TOO_COARSE))
}

/** The tolerance for pages that are approved is derived from it. */
interface ReferenceSpread {
  /**
   * How many of them this is known from, without the one that the reference is made of. Absent in models of earlier
   * versions.
   */
  pictures?: number
  /** How much less sharp their letters are, as a logarithm. */
  softer: number
  /** The width of the strokes of fixed print, as a logarithm. */
  weight: number
  /** How strongly their pattern shows, as a whole and where it shows least, as logarithms. */
  pattern: number
  faded: number
  /**
   * How strongly red and blue show the background's forms against green, as a logarithm. Absent in models of earlier
   * versions.
   */
  inks?: number
  /** From measures that are no longer used, in models of earlier versions. */
  worst?: number
  spot?: number
}

/** The place of a value, and its script. */
export interface ModelField {
  name: VisualFieldName
  box: Place
  /** The Unicode name: Latin, Cyrillic, Greek, Han … */
  script?: string
}

export const MODEL_ZONES = ['portrait', 'ghostPortrait', 'signature', 'mrz', 'barcode'] as const
export type ModelZoneName = (typeof MODEL_ZONES)[number]

export interface ModelZone {
  name: ModelZoneName
  box: Place
}
