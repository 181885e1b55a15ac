import type { Mode } from '../../../kernel/session/session-words.ts'
import type { FaceTemplate } from '../../../vision/face/face-template.ts'
import { cosineAt } from '../../../vision/face/match-templates.ts'

/**
 * Finds candidates among very many faces: those whose sign bits differ in few places. It decides nothing: every
 * candidate is opened and compared exactly. `FACE_INDEX` says which of the two implementations searches.
 */
export interface FaceSearch {
  place: FaceIndexWord
  /** Takes all faces the first time, and after that what other nodes have enrolled and erased. */
  refresh(): Promise<void>
  /**
   * Takes the faces of the tenant first, if that was not done yet. 'loading' if that takes longer than a search may
   * wait; undefined if such faces are not in the index.
   */
  find(wanted: Wanted, face: FaceTemplate, faceScore: number): Promise<Candidates | 'loading' | undefined>
  forget(tenant: string, sessionId: string): void
  progress(): IndexProgress
  /** Ends what it is reading. */
  stop(): Promise<void>
}

export type FaceIndexWord = 'memory' | 'pgvector'

export interface Wanted {
  sessionId: string
  tenant: string
  mode: Mode
}

export interface Candidates {
  sessionIds: string[]
  /** How many faces there are of each model but the wanted one. */
  others: { model: string; faces: number }[]
}

/** The progress of reading; memory in bytes. */
export interface IndexProgress {
  isReady: boolean
  faces: number
  total: number
  bytes: number
  /** Searches that did not wait until the faces of their tenant were read. */
  unsearched: number
}

/** The number of candidates that are compared exactly, the nearest first. */
export const MOST_CANDIDATES = 100
/** With fewer numbers the signs are not informative enough. */
const LEAST_NUMBERS = 256
/**
 * The margin of differing signs beyond what the angle predicts. Of 1,663 pairs of one person of LFW that match with a
 * score of 77 or more, none differs by more than 0.032 beyond it; of strangers 1 in 10,000 is within.
 */
const SLACK = 0.05

/** The largest share of signs in which a candidate may differ; undefined if signs say too little about such a face. */
export function searchLimit({ curve, values }: FaceTemplate, faceScore: number): number | undefined {
  const cosine = cosineAt(curve, faceScore)
  return cosine === undefined || values.length < LEAST_NUMBERS ? undefined : Math.acos(cosine) / Math.PI + SLACK
}
