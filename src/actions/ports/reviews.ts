/** A reviewer's verdict. Written with the session, never changed, erased with the session. */
export interface Review {
  reviewer: string
  verdict: 'approve' | 'reject'
  reason: string
}

export interface Reviews {
  /** Oldest first. */
  of(sessionId: string): Promise<(Review & { at: Date })[]>
}
