import type { MrzFieldName } from '../document-words.ts'
import type { Place } from '../place.ts'

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
