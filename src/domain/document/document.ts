import { accept, type Mark, type Refused, type Result, refuse } from '../result.ts'
import type { BarcodeFieldName, DocumentType, Hint, MrzFieldName, PageSide, VisualFieldName } from '../vocabulary.ts'
import type { TraceName } from './checks.ts'
import type { Eyes, Place } from './place.ts'

/** What was read from the picture of one side of a document. Absent means "not read", never "empty". */
export interface PageReading {
  side: PageSide
  /** True for cards, false for a passport's data page and a visa. */
  twoSided: boolean
  /** ISO 3166 alpha-3; absent where nothing on the page says who issued it. */
  country?: string
  type: DocumentType
  /** Other countries that a back without a country's name could be from; the front decides. */
  alternatives?: string[]
  /** Country, optional region, type, issuance year and version, as the specification's `documentName`. */
  documentName: string
  /** Year this model of the document was first issued, when the catalogue knows it. */
  releaseYear?: string
  /** Identifier of the catalogue entry that matched, when one did. */
  model?: string
  /** The taught model that it was recognised by, and how well it agrees: 0..100. */
  taught?: { id: string; version: number; score: number }
  visual: VisualField[]
  mrz?: MrzReading
  barcode?: BarcodeReading
  /** What this document is known to carry on either side, whether or not it could be read. */
  features: { mrz: boolean; barcode: boolean }
  /** The portrait on this page, ready for comparison. */
  portrait?: FaceTemplate
  /** Where it stands on the straightened page, and where its eyes are in the picture that was cut out. */
  portraitPlace?: Place
  portraitEyes?: Eyes
  recapture?: RecaptureReading
  film?: FilmReading
  /** The second, paler portrait that some documents carry. */
  ghost?: FaceTemplate
  /** The portrait as a photograph: by this a selfie is recognised that is the same photograph. */
  photograph?: PhotographFingerprint
  authenticity?: AuthenticityReading
  /** Facts about the file that a forger may have left, such as the name of an editing program. */
  editor?: string
  hints: Hint[]
  models: ModelUse[]
}

export interface VisualField {
  name: VisualFieldName
  /** As printed. */
  value: string
  /** 0..100; calibrated: of the values given 90, about 90 % are right. */
  confidence: number
  pageSide: PageSide
  /** ISO 8601 date, when the field is a date that could be understood. */
  date?: string
  /** What says that this is the field; absent in readings from before it was recorded. */
  by?: FieldGround
  /** Where it stands on the straightened page. */
  place?: Place
}

/**
 * Why a text is taken for a field: it stands where a taught model has it, where the catalogue knows this document to print it, behind a label or a
 * number, in the heading of a passport, next to a category of vehicles, it reads as the MRZ, or it stands among the other
 * lines where such a value does.
 */
export type FieldGround = 'model' | 'catalogue' | 'label' | 'number' | 'heading' | 'category' | 'mrz' | 'place'

export interface MrzReading {
  /** Every field the format has, as the specification names it, fillers removed. */
  fields: Partial<Record<MrzFieldName, string>>
  lines: string[]
  /** Check digits by the field they protect: true when they agree. */
  checks: MrzCheck[]
  /** ISO 8601, when the MRZ states a complete date. */
  dateOfBirth?: string
  dateOfExpiry?: string
  /** 0..100: how sure the reader is of the characters. A repaired line is never certain. */
  confidence: number
  /** 0..100 for each field that was read: the chance that it is right. A repaired field is never certain. */
  fieldConfidence?: Partial<Record<MrzFieldName, number>>
  /** True when the grammar changed a character that was read. */
  repaired: boolean
  /** Where all of its lines stand on the straightened page. */
  place?: Place
}

export interface MrzCheck {
  name: 'document_number' | 'date_of_birth' | 'date_of_expiry' | 'personal_number_or_optional_data' | 'composite'
  valid: boolean
}

export interface BarcodeReading {
  symbology: 'PDF417' | 'QRCode' | 'Code128' | 'DataMatrix' | 'Aztec' | 'Other'
  /** Parsed fields; empty when the content is none that we know. */
  fields: Partial<Record<BarcodeFieldName, string>>
  /** ISO 8601, when stated. */
  dateOfBirth?: string
  dateOfExpiry?: string
  /** The jurisdiction's own fields beyond the specification's, by their standard's code (AAMVA DAQ, DCS …). */
  raw?: Record<string, string>
  /** Where the symbol stands on the straightened page. */
  place?: Place
}

/** A face as numbers. Two templates compare only by a recogniser that both were made with. */
export interface FaceTemplate {
  /** Checksum of the recogniser, or of several that are joined, with a plus between them. */
  model: string
  values: number[]
  /** Cosine → score 0..100, as measured for this model; linear in between, ascending. */
  curve: [cosine: number, score: number][]
  /** The recognisers that are joined, in the order of their numbers. Absent where there is only one. */
  parts?: TemplatePart[]
}

/** What one of several recognisers gave: so many of the template's numbers, which compare by themselves too. */
export interface TemplatePart {
  model: string
  length: number
  curve: [cosine: number, score: number][]
}

/** Is this the document itself, or a screen or a copy of it? */
export interface RecaptureReading {
  /** 0..100, over 50 means an original. */
  score: number
  /** Probability by kind, as the model gives it. */
  kinds: Record<string, number>
  /** The document has too few pixels to show the pattern of a display; that none was found says little. */
  screenUnjudged?: true
}

/** What the frames showed that the hosted page's camera saw in the second before the picture was taken. */
export interface FilmReading {
  /** How many came, and how many of them show this page. */
  frames: number
  same: number
  /** 0..100; 50 or less means that a display's pattern moves over the page. Absent where too little of the page is shown. */
  score?: number
  /** The least mean difference between two of the frames, of 255. Absent with fewer than two, and in sessions from before it was measured. */
  leastChange?: number
}

/** A face as the photograph shows it: small, straightened and evened out. It tells photographs apart, not people. */
export interface PhotographFingerprint {
  /** The way it was made; two of different ways have nothing to say to each other. */
  kind: string
  /** Whole numbers −127…127 as Base64. */
  values: string
}

/** Traces that a forger leaves, as they were looked for on one page: see checks.ts. What is absent was not looked for. */
export type AuthenticityReading = {
  /** Words that mark a specimen, as they were read outside of the holder's own values. */
  specimenWords?: string[]
  reference?: ReferenceReading
  /** Why the picture cannot say whether it was changed, where it cannot; `edits` is absent then. */
  editsUnjudged?: EditsUnjudged
} & { [Name in Exclude<TraceName, 'reference'>]?: Trace }

export type EditsUnjudged = 'FEW_PIXELS' | 'STRONG_COMPRESSION'

/** How a page compares with its taught model. The score is the worst property that could be judged, or all of them together where that is worse. */
export interface ReferenceReading extends Trace {
  model: string
  /** Absent in readings of version 0.2. */
  properties?: ReferenceProperties
  /** The picture has too few pixels to show the fine pattern: it should be taken from nearer. */
  isTooCoarse?: true
  /** The largest part whose print light covers, in shares of the straightened page: another picture should show it. */
  hidden?: Place
}

/** Whether light covers a part without which the page cannot be compared. */
export const isPartHidden = ({ hidden, properties }: ReferenceReading): boolean =>
  hidden !== undefined && (properties?.pattern === null || properties?.print === null)

/** 0..100, over 50 means as genuine ones have it; null where the picture, or an old model, does not show it. */
export interface ReferenceProperties {
  /** The fine pattern of the background. */
  pattern: number | null
  /** What is printed on every one of them: its shape, weight and place. */
  print: number | null
  /** Where portrait and lines stand. */
  layout: number | null
  colours: number | null
  /** The strokes of the holder's values, as earlier versions judged them; null since. */
  fonts: number | null
}

export interface Trace {
  /** 0..100, over 50 means nothing was found. */
  score: number
  /** Where, strongest first, in shares of the straightened page. */
  places?: TracePlace[]
}

export interface TracePlace extends Place {
  /** What it is about, such as the field that stands there. */
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

/** Adds a page that was read to the document, front first. A front sent again replaces both sides, a back the back. */
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
 * Puts a page in place of the one that was asked for again. A front keeps the back that goes with it; where none does, the
 * back is wanted too.
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

/** The sides still to be sent before the document is whole. */
export function missingSides(document: IdentityDocument | undefined): PageSide[] {
  const front = document?.pages[0]
  if (!front) return ['FRONT']
  return front.twoSided && document.pages.length < 2 ? ['BACK'] : []
}

/** With these a side is easily taken for the other: a front without the half that has the portrait looks like a back. */
const HIDES_SIDE: readonly Hint[] = ['TOO_DARK', 'TOO_BRIGHT', 'CUT_OFF', 'TOO_SMALL', 'BLURRED']

/**
 * Why a page is refused that is not the one that is wanted now. Its picture comes first: what a poor one seems to show
 * may not be so, unless a machine-readable code says it, or a taught document was recognised.
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
