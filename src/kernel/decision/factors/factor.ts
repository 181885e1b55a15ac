import type { PageReading } from '../../../vision/document/page-reading.ts'
import type { FaceReading } from '../../../vision/face/face-reading.ts'
import type { CameraSignals } from '../../evidence/camera/judge-camera.ts'
import type { CaptureSource } from '../../evidence/capture-words.ts'
import type { ApplicantForm } from '../../evidence/document/applicant.ts'
import type { IdentityDocument } from '../../evidence/document/document.ts'
import { carries } from '../../evidence/document/view.ts'
import type { SourceName } from '../../evidence/evidence-names.ts'
import type { RefusedPicture } from '../../evidence/pictures.ts'
import type { FeatureEvidence } from '../../feature-types.ts'
import type { Mode, Part, Step } from '../../session/session-words.ts'
import type { FindingCode } from '../finding-codes.ts'
import type { Assurance } from '../levels.ts'
import type { FactorRule } from '../rule.ts'

/** The complete definition of one Trust Factor: its name, its question and its findings are defined only here. */
export interface Factor {
  name: string
  /**
   * Its place in the results: the specification's eight have 1 to 80, then come ours. Without one it comes last, after
   * those of earlier features.
   */
  place?: number
  /** The question that it answers, in words. */
  question: string
  /** What is true if it is HIGH, in a few words for a list. */
  agreement?: string
  /** Its rule in the default policy; each number has its reason. */
  defaultRule: FactorRule
  /** What a level of assurance changes in its rule; the highest level is the default. */
  onLevel?: Partial<Record<Exclude<Assurance, 'high'>, Partial<FactorRule>>>
  /** The same evidence always gives the same finding. Undefined if neither the policy nor the caller asks for it. */
  find(evidence: Evidence, settings: FactorSettings): Finding | undefined
  /** True for a factor whose results list the fields that it compared. */
  comparesFields?: boolean
  /** What speaks against a session if the result is below HIGH. */
  against?(doubt: Doubt, evidence: Evidence): readonly Against[]
  /**
   * True for one of ours that results list only if it has a finding: a caller who knows only the eight is not
   * surprised.
   */
  quiet?: boolean
  /**
   * True for one that refers to a person whatever the policy says: its own rule is the only one, and no policy names
   * it.
   */
  binding?: boolean
  /** True for the subject of a flow: its own rule is the only one, and no policy names it. */
  fixed?: boolean
}

/** A result below HIGH, with the values that were used. */
interface Doubt {
  used: Used
  fields?: readonly CrossCheckField[]
}

export interface Against {
  code: FindingCode
  /** What it comes from, if that is not the factor itself. */
  cause?: string
}

/** The factors of a list, each under its name: `interface FeatureFactors extends FactorsByName<typeof list> {}`. */
export type FactorsByName<List extends readonly Factor[]> = { [Each in List[number] as Each['name']]: Each }

/** What a policy configures for a factor beyond its rule. */
interface FactorSettings {
  /** In years. */
  minimumAge?: number
}

/** Everything a factor may look at. All of it is stored, so a decision can be replayed. */
export interface Evidence extends FeatureEvidence {
  document?: IdentityDocument
  face?: FaceReading
  /** The steps of the tenant's flow; factors of a step that is not part of it are UNAVAILABLE. */
  steps: readonly Step[]
  applicantForm?: ApplicantForm
  /** ISO 8601 date on which the session was completed, UTC. */
  today: string
  /**
   * The mode of the credential that opened the session; absent is live, as every session was before there were modes.
   */
  mode?: Mode
  /** What the session had to bring to be approved in live mode. Absent: only what its policy says. */
  assurance?: Assurance
  /** How the pictures came. Absent: nothing was recorded. */
  capture?: CaptureEvidence
  /** How similar selfie and portrait are as photographs, in evidence whose prints were removed. */
  photographs?: { likeness: number }
  /** The tenant accepts a credential without a portrait in place of a document. */
  withoutPortrait?: 'accept'
}

/** The part of the evidence that the session itself does not store: it is stored with the decision, as one object. */
export type DecisionEvidence = Omit<Evidence, SourceName | 'applicantForm' | 'photographs'>

/** How the pictures of a session came, and what counts against their having been taken now. */
export interface CaptureEvidence {
  sources: Partial<Record<Part, CaptureSource>>
  /** Pictures that were sent in another session of the tenant, of the same mode. */
  sentBefore?: { part: Part; sessionId: string }[]
  /** They could not be searched for: what is kept of other sessions was changed past this program. */
  notSearched?: true
  /** When a picture was taken according to the camera: ISO 8601 without an offset, as cameras write it. */
  takenAt?: Partial<Record<Part, string>>
  /** What is known about the camera, if the page reported it. */
  cameras?: Partial<Record<Part, CameraSignals>>
  /** Whether the face step asked for a challenge, and whether the person asked for another way. */
  challenge?: 'asked' | 'declined'
  /** A picture that was refused repeatedly, and kept for a reviewer. */
  refused?: RefusedPicture
  /** When the session was opened and completed, ISO 8601. */
  openedAt: string
  completedAt: string
}

/** The exact values that a factor used, small enough to show. */
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

interface Scored {
  kind: 'scored'
  /** 0..100, more is better. */
  score: number
  reason: string
  used: Used
  fields?: CrossCheckField[]
}

/** It should have been computed but could not be. */
export interface Unknown {
  kind: 'unknown'
  reason: string
  used: Used
}

/** There is nothing to compute. */
export interface Unavailable {
  kind: 'unavailable'
  /** Why it is left out: the flow, the document's own design, the policy, the caller, or a missing reference. */
  because: 'flow' | 'document' | 'policy' | 'caller' | 'reference'
  reason: string
}

/** Cut to one decimal, never rounded up: 50.04 must not count as "over 50" after somebody rounds it again. */
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

/** A document without an MRZ, or with one that could not be read. */
export const lackOfMrz = (pages: PageReading[]): Unknown | Unavailable =>
  carries(pages, 'mrz')
    ? unknown('The MRZ of this document could not be read.')
    : unavailable('document', 'This document has no MRZ.')

/** The name of a field for use in a sentence. */
export const inWords = (name: string): string => name.replaceAll('_', ' ')

export const isList = <Item>(value: Item[] | Unknown | Unavailable): value is Item[] => Array.isArray(value)
