import type { BarcodeFieldName } from '../document-words.ts'
import type { Place } from '../place.ts'

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
