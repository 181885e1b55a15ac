import type { CaptureCount } from '../../domain/funnel.ts'
import type { DeviceClass, DocumentRefusal, FaceRefusal, Mode, Status } from '../../domain/vocabulary.ts'
import type { Scope } from './tenants.ts'

/** On what kind of device and in which of the page's languages. */
export interface CapturedBy {
  device: DeviceClass
  language: string
}

interface CaptureFigure extends CaptureCount, CapturedBy {
  times: number
}

/** Numbers by day, for plots: how far people come, what was refused, how sessions ended and how long they took. Nothing of a person. */
export interface Figures {
  /** What somebody did on the way through the capture. */
  countCaptures(
    whose: { tenant: string; mode: Mode },
    by: CapturedBy,
    counts: readonly CaptureCount[],
    at: Date,
  ): Promise<void>
  /** How far people come, what stopped them and what it took. */
  captures(since: Date, scope: Scope): Promise<CaptureFigure[]>
  /** Forgets the captures that were counted before that day. */
  prune(before: Date): Promise<void>
  countRefusal(whose: { tenant: string; mode: Mode }, code: DocumentRefusal | FaceRefusal, at: Date): Promise<void>
  /** How often pictures were refused, and why. */
  refusals(since: Date, scope: Scope): Promise<{ code: string; refusals: number }[]>
  /** What each reviewer decided: how many, in how many different hours, and how many of them somebody decided otherwise later. */
  reviewers(since: Date, scope: Scope): Promise<ReviewerFigures[]>
  /** Sessions by the day of their creation (UTC, midnight) and their status. */
  perDay(since: Date, scope: Scope): Promise<{ day: Date; status: Status; sessions: number }[]>
  /** How sessions that were finished since then ended on each level of assurance, and why some went to a person. */
  levels(since: Date, scope: Scope): Promise<LevelOutcomes[]>
  /**
   * How long finished sessions took, counted by the edges (in milliseconds) they stay under; the last count has no edge.
   * Automatic ones from their creation, reviewed ones from the moment they were referred.
   */
  timesToDecide(
    since: Date,
    edges: readonly number[],
    scope: Scope,
  ): Promise<{ automatic: number[]; reviewed: number[] }>
  /** Counts all sessions again and puts right what lists and plots are reckoned from; answers how many counts were wrong. */
  recount(): Promise<number>
}

interface LevelOutcomes {
  /** `policy` where none was chosen; absent where an earlier version decided. */
  level?: string
  approved: number
  rejected: number
  /** What called for a person, the most frequent first; no cause where none is on record. */
  referrals: { cause?: string; isUnread: boolean; sessions: number }[]
}

interface ReviewerFigures {
  reviewer: string
  verdicts: number
  hours: number
  overturned: number
}
