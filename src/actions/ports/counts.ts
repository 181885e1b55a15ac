import type { CaptureCount } from '../../domain/funnel.ts'
import type { DeviceClass, DocumentRefusal, FaceRefusal, Mode, Status } from '../../domain/vocabulary.ts'
import type { Scope } from './tenants.ts'

/** How many sessions there are of each day and status: what lists and plots are reckoned from. */
export interface Counts {
  /** Counts all sessions again and puts right what is wrong; answers how many counts were. */
  recount(): Promise<number>
}

/** On what kind of device and in which of the page's languages. */
export interface CapturedBy {
  device: DeviceClass
  language: string
}

interface CaptureFigure extends CaptureCount, CapturedBy {
  times: number
}

/** How far people come, what stopped them and what it took: numbers by day. No session, no person. */
export interface Captures {
  count(whose: { tenant: string; mode: Mode }, by: CapturedBy, counts: readonly CaptureCount[], at: Date): Promise<void>
  since(day: Date, scope: Scope): Promise<CaptureFigure[]>
  /** Forgets what was counted before that day. */
  prune(before: Date): Promise<void>
}

/** How often pictures were refused, and why. No session, no person. */
export interface Refusals {
  count(whose: { tenant: string; mode: Mode }, code: DocumentRefusal | FaceRefusal, at: Date): Promise<void>
  since(day: Date, scope: Scope): Promise<{ code: string; refusals: number }[]>
}

interface LevelOutcomes {
  /** `policy` where none was chosen; absent where an earlier version decided. */
  level?: string
  approved: number
  rejected: number
  /** What called for a person, the most frequent first; no cause where none is on record. */
  referrals: { cause?: string; isUnread: boolean; sessions: number }[]
}

/** Counts since a time, for plots. */
export interface Overview {
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
}

interface ReviewerFigures {
  reviewer: string
  verdicts: number
  hours: number
  overturned: number
}
