import type { Status } from '../../domain/vocabulary.ts'
import type { Scope } from './scope.ts'

/** Counts since a time, for plots. */
export interface Overview {
  /** What each reviewer decided: how many, in how many different hours, and how many of them somebody decided otherwise later. */
  reviewers(since: Date, scope: Scope): Promise<ReviewerFigures[]>
  /** Sessions by the day of their creation (UTC, midnight) and their status. */
  perDay(since: Date, scope: Scope): Promise<{ day: Date; status: Status; sessions: number }[]>
  /** Sessions that were finished since then and referred to a person, by what called for one; absent where a rule of live mode did. */
  referrals(since: Date, scope: Scope): Promise<{ cause?: string; isUnread: boolean; sessions: number }[]>
  /**
   * How long finished sessions took, counted by the edges (in milliseconds) they stay under; the last count has no edge.
   * Automatic ones from their creation, reviewed ones from the moment they were referred.
   */
  timesToDecide(
    since: Date,
    edges: readonly number[],
    scope: Scope,
  ): Promise<{ automatic: number[]; reviewed: number[] }>
}

interface ReviewerFigures {
  reviewer: string
  verdicts: number
  hours: number
  overturned: number
}
