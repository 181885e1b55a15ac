import type { DocumentRefusal, FaceRefusal } from '../../vision/refusals.ts'
import type { DeviceClass } from '../figures/counted-words.ts'
import type { CaptureCount } from '../figures/funnel.ts'
import type { Mode, Status } from '../session/session-words.ts'
import type { Scope } from './tenants.ts'

/** The kind of device and the page's language. */
export interface CapturedBy {
  device: DeviceClass
  language: string
}

interface CaptureFigure extends CaptureCount, CapturedBy {
  times: number
}

/**
 * Numbers by day, for plots: how far people come, what was refused, how sessions ended and how long they took. No
 * personal data.
 */
export interface Figures {
  /** What somebody did during the capture. */
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
  /**
   * What each reviewer decided: how many, in how many different hours, and how many of them somebody later decided
   * otherwise.
   */
  reviewers(since: Date, scope: Scope): Promise<ReviewerFigures[]>
  /** Sessions by the day of their creation (UTC, midnight) and their status. */
  perDay(since: Date, scope: Scope): Promise<{ day: Date; status: Status; sessions: number }[]>
  /** How sessions that were finished since then ended on each level of assurance, and why some went to a person. */
  levels(since: Date, scope: Scope): Promise<LevelOutcomes[]>
  /**
   * How long finished sessions took, counted by upper edges (in milliseconds); the last count has no edge. Automatic
   * ones from their creation, reviewed ones from the moment they were referred.
   */
  timesToDecide(
    since: Date,
    edges: readonly number[],
    scope: Scope,
  ): Promise<{ automatic: number[]; reviewed: number[] }>
  /** Counts all sessions again and corrects the counts behind lists and plots; answers how many were wrong. */
  recount(): Promise<number>
}

interface LevelOutcomes {
  /** `policy` if none was chosen; absent if an earlier version decided. */
  level?: string
  approved: number
  rejected: number
  /** The reasons for review, the most frequent first; no cause if none is on record. */
  referrals: { cause?: string; isUnread: boolean; sessions: number }[]
}

interface ReviewerFigures {
  reviewer: string
  verdicts: number
  hours: number
  overturned: number
}
