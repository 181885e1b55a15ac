import type {
  BarcodeFieldName,
  DocumentType,
  PageSide,
  VisualFieldName,
} from '../../../../src/formats/document-words.ts'
import type { MrzType } from '../../../../src/formats/mrz/formats.ts'
import type { Quad } from '../../../../src/vision/picture/quad.ts'

export const KINDS = ['td3', 'td1', 'td2', 'mrva', 'mrvb', 'us-licence', 'eu-licence'] as const
export type Kind = (typeof KINDS)[number]

export const FAULTS = ['expired', 'wrong-check-digit', 'visual-digit', 'other-barcode', 'no-mrz'] as const
/** The deliberate fault of a specimen. */
export type Fault = (typeof FAULTS)[number]

/** The content of a drawn document, with positions. */
export interface Truth {
  kind: Kind
  /** ISO 3166 alpha-3, or UTO. */
  country: string
  /** State of the union, for US licences. */
  region?: string
  type: DocumentType
  twoSided: boolean
  faults: Fault[]
  holder: { surname: string; givenNames: string; dateOfBirth: string; sex: 'M' | 'F'; nationality: string }
  documentNumber: string
  dateOfIssue: string
  dateOfExpiry: string
  mrz?: { side: PageSide; type: MrzType; lines: string[]; valid: boolean }
  barcode?: { side: PageSide; symbology: 'PDF417'; text: string; fields: Partial<Record<BarcodeFieldName, string>> }
  /** The visual field that was deliberately printed wrongly. */
  altered?: { name: VisualFieldName; printed: string; genuine: string }
  sides: SideTruth[]
}

export interface SideTruth {
  side: PageSide
  width: number
  height: number
  visual: PrintedField[]
  regions: Partial<Record<RegionName, Quad>>
}

export type RegionName = 'portrait' | 'signature' | 'mrz' | 'barcode'

export interface PrintedField {
  name: VisualFieldName
  /** As printed. */
  value: string
  /** ISO 8601, if the field is a date. */
  date?: string
  quad: Quad
}
