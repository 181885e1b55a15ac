import type { IdentityDocument } from '../../document/document.ts'
import type { FaceReading } from '../../face/face.ts'
import type { ApplicantForm } from '../../session.ts'
import type { ExtraFactorName, Level, Step, TrustFactorName } from '../../vocabulary.ts'

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
  duplicates?: Duplicates
}

export interface Duplicates {
  documentNumber: string[]
  face: string[]
}

export type FactorName = TrustFactorName | ExtraFactorName

export interface FactorResult {
  name: FactorName
  level: Level
  /** 0..100; absent for UNKNOWN and UNAVAILABLE. */
  score?: number
  fields?: CrossCheckField[]
  /** What the policy made of it. */
  effect: 'none' | 'ignore' | 'refer' | 'reject'
  /** Why, in one or two plain sentences. */
  reason: string
  /** The very values that were used, small enough to show. */
  used: Used
}

export type Used = Record<string, string | number | boolean | null>

export interface CrossCheckField {
  inputFieldName: string
  ocrTextValue: string
  /** The other source's value: MRZ or barcode. */
  otherTextValue: string
  distance: number
  score: number
}

/** What a factor found, before the policy grades it. */
export type Finding = Scored | Unknown | Unavailable

export interface Scored {
  kind: 'scored'
  /** 0..100, more is better. */
  score: number
  reason: string
  used: Used
  fields?: CrossCheckField[]
}

/** It should have been computed and could not be. */
export interface Unknown {
  kind: 'unknown'
  reason: string
  used: Used
}

/** There is nothing to compute. */
export interface Unavailable {
  kind: 'unavailable'
  /** What leaves it out: the tenant's flow, the document's own design, the policy, or the caller. */
  because: 'flow' | 'document' | 'policy' | 'caller'
  reason: string
}

/** A Trust Factor: the same evidence always gives the same finding. */
export type TrustFactor = (evidence: Evidence) => Finding

/** The specification's operating point for scores of a model: over 50 is live, a match, an original (2.8). */
export const OPERATING_POINT = 50

/** Cut to one decimal, never rounded up: 50.04 must not pass for "over 50" after somebody rounds it again. */
export function scored(score: number, reason: string, used: Used, fields?: CrossCheckField[]): Scored {
  const cut = Math.floor(Math.min(100, Math.max(0, score)) * 10) / 10
  return { kind: 'scored', score: cut, reason, used, ...(fields && { fields }) }
}

export const unknown = (reason: string, used: Used = {}): Unknown => ({ kind: 'unknown', reason, used })

export const unavailable = (because: Unavailable['because'], reason: string): Unavailable => ({
  kind: 'unavailable',
  because,
  reason,
})
