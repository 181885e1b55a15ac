import { accept, type Mark, type Refused, type Result, refuse } from '../../../formats/result.ts'
import type { BarcodeFieldName, DocumentType, Hint, MrzFieldName, PageSide, VisualFieldName } from '../../vocabulary.ts'
import type { TraceName } from '../../../vision/document/checks/trace-checks.ts'
import type { Eyes, Place } from '../../../formats/place.ts'

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

export interface VisualField {
  name: VisualFieldName
  /** As printed. */
  value: string
  /** 0..100; calibrated: of the values with 90, about 90 % are right. */
  confidence: number
  pageSide: PageSide
  /** ISO 8601 date, if the field is a date that could be parsed. */
  date?: string
  /** The reason for taking it as this field; absent in readings from before it was recorded. */
  by?: FieldGround
  /** Its place on the straightened page. */
  place?: Place
}

/**
 * Why a text is taken as a field: its place in a taught model, its place in the catalogue's entry for this document, a
 * label or a number next to it, the heading of a passport, a category of vehicles next to it, agreement with the MRZ,
 * or its place among the other lines.
 */
export type FieldGround = 'model' | 'catalogue' | 'label' | 'number' | 'heading' | 'category' | 'mrz' | 'place'

export interface MrzReading {
  /** Every field of the format, as the specification names it, without fillers. */
  fields: Partial<Record<MrzFieldName, string>>
  lines: string[]
  /** Check digits by the field they protect: true when they agree. */
  checks: MrzCheck[]
  /** ISO 8601, if the MRZ states a complete date. */
  dateOfBirth?: string
  dateOfExpiry?: string
  /** 0..100: the reader's confidence in the characters. A repaired line is never certain. */
  confidence: number
  /** 0..100 for each field that was read: the probability that it is right. A repaired field is never certain. */
  fieldConfidence?: Partial<Record<MrzFieldName, number>>
  /** True if the grammar changed a character that was read. */
  repaired: boolean
  /** The place of all its lines on the straightened page. */
  place?: Place
}

export interface MrzCheck {
  name: 'document_number' | 'date_of_birth' | 'date_of_expiry' | 'personal_number_or_optional_data' | 'composite'
  valid: boolean
}

export interface BarcodeReading {
  symbology: 'PDF417' | 'QRCode' | 'Code128' | 'DataMatrix' | 'Aztec' | 'Other'
  /** Parsed fields; empty if the contents are unknown. */
  fields: Partial<Record<BarcodeFieldName, string>>
  /** ISO 8601, when stated. */
  dateOfBirth?: string
  dateOfExpiry?: string
  /** The jurisdiction's own fields beyond the specification's, by their standard's code (AAMVA DAQ, DCS …). */
  raw?: Record<string, string>
  /** The symbol's place on the straightened page. */
  place?: Place
}

/** A face template. Two templates can be compared only by a recogniser that both were made with. */
export interface FaceTemplate {
  /** Checksum of the recogniser, or of several joined ones, separated by a plus. */
  model: string
  values: number[]
  /** Cosine → score 0..100, as measured for this model; linear in between, ascending. */
  curve: [cosine: number, score: number][]
  /** The joined recognisers, in the order of their numbers. Absent if there is only one. */
  parts?: TemplatePart[]
}

/**
 * The result of one of several recognisers: its share of the template's numbers, which can also be compared on its own.
 */
export interface TemplatePart {
  model: string
  length: number
  curve: [cosine: number, score: number][]
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

/**
 * A fingerprint of a face in a photograph: small, straightened and normalised. It distinguishes photographs, not
 * people.
 */
export interface PhotographFingerprint {
  /** The way it was made; fingerprints made in different ways cannot be compared. */
  kind: string
  /** Whole numbers −127…127 as Base64. */
  values: string
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

export interface IdentityDocument {
  /** Front first; one page for a one-sided document. */
  pages: PageReading[]
}

/** Adds a page to the document, front first. A new front replaces both sides, a new back only the back. */
export function addPage(
  document: IdentityDocument | undefined,
  page: PageReading,
): Result<IdentityDocument, 'WRONG_SIDE'> {
  if (page.side === 'FRONT') return accept({ pages: [page] })

  const front = document?.pages[0]
  if (!front?.twoSided || front.type !== page.type) return refuse('WRONG_SIDE')
  const { country } = front
  if (country === undefined || !mayBeFrom(country, page)) return refuse('WRONG_SIDE')

  return accept({ pages: [front, { ...page, country }] })
}

/**
 * Replaces the page that was requested again. A front keeps the back that belongs to it; if none does, the back is
 * wanted too.
 */
export function replacePage(
  document: IdentityDocument | undefined,
  page: PageReading,
  of: PageSide,
): Result<IdentityDocument, 'WRONG_SIDE'> {
  if (page.side !== of && !missingSides(document).includes(page.side)) return refuse('WRONG_SIDE')
  const added = addPage(document, page)
  const back = document?.pages[1]
  if (!added.ok || page.side === 'BACK' || !back) return added
  const both = addPage(added.value, back)
  return both.ok ? both : added
}

const mayBeFrom = (country: string, { country: likeliest, alternatives = [] }: PageReading): boolean =>
  likeliest === country || alternatives.includes(country)

/** The sides that are still missing from the document. */
export function missingSides(document: IdentityDocument | undefined): PageSide[] {
  const front = document?.pages[0]
  if (!front) return ['FRONT']
  return front.twoSided && document.pages.length < 2 ? ['BACK'] : []
}

/**
 * With these a side is easily confused with the other: a front whose half with the portrait is missing looks like a
 * back.
 */
const HIDES_SIDE: readonly Hint[] = ['TOO_DARK', 'TOO_BRIGHT', 'CUT_OFF', 'TOO_SMALL', 'BLURRED']

/**
 * Why a page that is not the wanted one is refused. The quality of its picture comes first: what a poor picture seems
 * to show may be wrong, unless a machine-readable code confirms it or a taught document was recognised.
 */
export function refuseSide(
  document: IdentityDocument | undefined,
  page: PageReading,
  marks: readonly Mark[] = [],
): Refused<'WRONG_SIDE' | 'DOCUMENT_NOT_RECOGNIZED'> {
  const faults = page.hints.filter((hint) => HIDES_SIDE.includes(hint))
  const isSure = page.mrz !== undefined || page.barcode !== undefined || page.taught !== undefined
  if (faults.length && !isSure)
    return refuse(
      'DOCUMENT_NOT_RECOGNIZED',
      faults,
      marks.filter(({ hint }) => faults.includes(hint)),
    )
  return refuse('WRONG_SIDE', document ? ['OTHER_DOCUMENT'] : [])
}
