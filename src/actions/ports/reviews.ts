import type { ReviewAct } from '../../domain/vocabulary.ts'

/** What a reviewer did to a case. Written with the session, never changed, erased with the session. */
export interface Review {
  reviewer: string
  verdict: ReviewAct
  /** In words; for a note, the note. */
  reason: string
  /** Of the closed list that goes with the act, or of the tenant's own. */
  code?: string
}

export interface Reviews {
  /** Oldest first; also what was taken back since. */
  of(sessionId: string): Promise<(Review & { at: Date })[]>
}
