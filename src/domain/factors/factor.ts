import type { IdentityDocument } from '../document.ts'
import type { FaceReading } from '../face.ts'
import type { ApplicantForm } from '../session.ts'
import type { ExtraFactorName, Level, Step, TrustFactorName } from '../vocabulary.ts'

/** Everything a factor may look at. All of it is stored, so a decision can be replayed. */
export interface Evidence {
  document?: IdentityDocument
  face?: FaceReading
  /** The steps of the tenant's flow; factors of a step that is not in it are UNAVAILABLE. */
  steps: readonly Step[]
  applicantForm?: ApplicantForm
  /** ISO 8601 date on which the session was completed, UTC. */
  today: string
  /** Other sessions of the tenant with the same document number or face, when that check is on. */
  duplicates?: { documentNumber: string[]; face: string[] }
}

export type FactorName = TrustFactorName | ExtraFactorName

export interface FactorResult {
  name: FactorName
  level: Level
  /** 0..100; absent for UNKNOWN and UNAVAILABLE. */
  score?: number
  fields?: CrossCheckField[]
  /** Why, in one or two plain sentences. */
  reason: string
  /** The very values that were used, small enough to show. */
  used: Record<string, string | number | boolean | null>
}

export interface CrossCheckField {
  inputFieldName: string
  ocrTextValue: string
  /** The other source's value: MRZ or barcode. */
  otherTextValue: string
  distance: number
  score: number
}
