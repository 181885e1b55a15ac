import type { BarcodeReading } from '../../formats/aamva/barcode-reading.ts'
import type { DocumentType, PageSide } from '../../formats/document-words.ts'
import type { Hint } from '../../formats/hints.ts'
import type { MrzReading } from '../../formats/mrz/mrz-reading.ts'
import type { Eyes, Place } from '../../formats/place.ts'
import type { VisualField } from '../../formats/visual-field.ts'
import type { FaceTemplate, PhotographFingerprint } from '../face/face-template.ts'
import type { TraceName } from './checks/trace-checks.ts'

/** What was read from the picture of one side of a document. Absent means "not read", never "empty". */
export interface PageReading {
  side: PageSide
  /** True for cards, false for a passport's data page and a visa. */
  twoSided: boolean
  /** ISO 3166 alpha-3; absent if nothing on the page says who issued it. */
  country?: string
  type: DocumentType
  /** Other possible countries of a back without a country's name; the front decides. */
  alternatives?: string[]
  /** Country, optional region, type, issuance year and version, as the specification's `documentName`. */
  documentName: string
  /** The year in which this model of the document was first issued, if the catalogue has it. */
  releaseYear?: string
  /** Identifier of the matching catalogue entry, if there is one. */
  model?: string
  /** The taught model that it was recognised by, and how well it agrees: 0..100. */
  taught?: { id: string; version: number; score: number }
  visual: VisualField[]
  mrz?: MrzReading
  barcode?: BarcodeReading
  /** What this document is known to have on either side, whether or not it could be read. */
  features: { mrz: boolean; barcode: boolean }
  /** The portrait on this page, ready for comparison. */
  portrait?: FaceTemplate
  /** Its place on the straightened page, and the place of its eyes in the cropped picture. */
  portraitPlace?: Place
  portraitEyes?: Eyes
  recapture?: RecaptureReading
  film?: FilmReading
  /** The second, paler portrait on some documents. */
  ghost?: FaceTemplate
  /** The fingerprint of the portrait as a photograph: it shows if a selfie is the same photograph. */
  photograph?: PhotographFingerprint
  authenticity?: AuthenticityReading
  /** Facts about the file that point to forgery, such as the name of an editing program. */
  editor?: string
  hints: Hint[]
  models: ModelUse[]
}

/** Is this the document itself, or a screen or a copy of it? */
export interface RecaptureReading {
  /** 0..100, above 50 means an original. */
  score: number
  /** Probability by kind, as the model gives it. */
  kinds: Record<string, number>
  /** The document has too few pixels to show the pattern of a display, so finding none says little. */
  screenUnjudged?: true
}

/** What was seen in the frames of the hosted page's camera in the second before the picture was taken. */
export interface FilmReading {
  /** How many frames came, and how many of them show this page. */
  frames: number
  same: number
  /**
   * 0..100; 50 or less means that a display's pattern moves over the page. Absent if too little of the page is shown.
   */
  score?: number
  /**
   * The smallest mean difference between two of the frames, of 255. Absent with fewer than two, and in sessions from
   * before it was measured.
   */
  leastChange?: number
}

/** Traces of forgery that were searched for on one page: see checks.ts. What is absent was not searched for. */
export type AuthenticityReading = {
  /** Words that mark a specimen, read outside the holder's own values. */
  specimenWords?: string[]
  reference?: ReferenceReading
  /** Why the picture cannot show whether it was changed; `edits` is absent then. */
  editsUnjudged?: EditsUnjudged
} & { [Name in Exclude<TraceName, 'reference'>]?: Trace }

export type EditsUnjudged = 'FEW_PIXELS' | 'STRONG_COMPRESSION'

/**
 * How a page compares with its taught model. The score is that of the worst property that could be judged, or of all of
 * them together if that is worse.
 */
export interface ReferenceReading extends Trace {
  model: string
  /** Absent in readings of version 0.2. */
  properties?: ReferenceProperties
  /** The picture has too few pixels to show the fine pattern: it should be taken from closer. */
  isTooCoarse?: true
  /**
   * The largest part whose print is hidden by a reflection, in shares of the straightened page: another picture should
   * show it.
   */
  hidden?: Place
}

/** Whether a reflection hides a part without which the page cannot be compared. */
export const isPartHidden = ({ hidden, properties }: ReferenceReading): boolean =>
  hidden !== undefined && (properties?.pattern === null || properties?.print === null)

/** 0..100, above 50 means as on genuine ones; null if the picture, or an old model, does not show it. */
export interface ReferenceProperties {
  /** The fine pattern of the background. */
  pattern: number | null
  /** The print that is the same on all of them: its shape, weight and place. */
  print: number | null
  /** The places of portrait and lines. */
  layout: number | null
  colours: number | null
  /** The strokes of the holder's values, as judged by earlier versions; null since. */
  fonts: number | null
}

export interface Trace {
  /** 0..100, above 50 means nothing was found. */
  score: number
  /** The places, strongest first, in shares of the straightened page. */
  places?: TracePlace[]
}

export interface TracePlace extends Place {
  /** What it is about, such as the field in that place. */
  about?: string
}

export interface ModelUse {
  name: string
  sha256: string
}
