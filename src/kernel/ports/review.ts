import type { DocumentType } from '../../formats/document-words.ts'
import type { AgainstCode } from '../decision/finding-codes.ts'
import type { ImageName } from '../evidence/evidence-names.ts'
import type { ReviewAct } from '../review/review-words.ts'
import type { Mode, Status } from '../session/session-words.ts'
import type { AuditEntry } from './audit.ts'
import type { Scope } from './tenants.ts'

/** Cases that wait for a reviewer, who has claimed which, and what reviewers did to each. */
export interface Reviews {
  /** The most urgent first, unless another order is asked for. */
  waiting(
    now: Date,
    page: { offset: number; limit: number },
    /** `withNames` opens each case for its name and its thumbnail. */
    scope: Scope & QueueFilter & { withNames?: boolean },
  ): Promise<{ total: number; cases: WaitingCase[] }>
  /** How many of each cause, type, country and tenant wait, whatever the filter. */
  tally(now: Date, scope: Scope): Promise<QueueTally>
  /** Undefined when unknown or erased. */
  find(sessionId: string): Promise<{ tenant: string; mode: Mode; status: Status } | undefined>
  /**
   * Claims a waiting case for a reviewer until then, or renews the claim, unless another's claim is still active:
   * answers the active claim. Undefined when the case does not wait. The audit entry is written if the claim succeeds.
   */
  claim(sessionId: string, claim: Claim, now: Date, ...audit: AuditEntry[]): Promise<Claim | undefined>
  /** The claim that is active now. */
  claimOf(sessionId: string, now: Date): Promise<Claim | undefined>
  /** Releases the case; only the reviewer's own, when one is named. False when there was nothing to release. */
  release(sessionId: string, reviewer?: string, ...audit: AuditEntry[]): Promise<boolean>
  /** What reviewers did to a case, oldest first; including what was undone since. */
  of(sessionId: string): Promise<(Review & { at: Date })[]>
}

/** Which of the cases that wait. */
export interface QueueFilter {
  /** For a reviewer, for the person who was asked for a picture, or both; absent is both. */
  waitsFor?: 'reviewer' | 'person'
  /**
   * Only cases that this reviewer may take: not those they have given a verdict on, nor those that return to another.
   */
  for?: string
  cause?: string
  documentType?: DocumentType
  country?: string
  tenant?: string
  /** Claimed by this reviewer. */
  claimedBy?: string
  order?: QueueOrder
}

export type QueueOrder = 'pressing' | 'oldest' | 'newest' | 'score'

export interface QueueTally {
  reviewer: number
  person: number
  causes: Record<string, number>
}

export interface WaitingCase {
  sessionId: string
  tenant: string
  mode: Mode
  since: Date
  documentType?: DocumentType
  country?: string
  claim?: Claim
  externalId?: string
  /** The holder's name, if names were asked for and one was read. */
  name?: string
  thumbnail?: ImageName
  /** The score of the decision; absent for cases from before it was stored separately. */
  score?: number
  /** The factor that called for a reviewer first. */
  cause?: string
  /** Whether its cause speaks against the person, rather than only calling for a closer look. */
  isRisky?: boolean
  /** Whether its cause is that something could not be read or compared. */
  isUnread?: boolean
  /** Until when the tenant wants a verdict. */
  due?: Date
  /** Until when the person may send the picture that was asked for. */
  askedUntil?: Date
  /** The reviewer to whom an answer returns. */
  waitsFor?: string
  /** Whether somebody has left it to a second reviewer. */
  isSecond?: boolean
}

export interface Claim {
  reviewer: string
  until: Date
}

/** What a reviewer did to a case. Written with the session, never changed, erased with the session. */
export interface Review {
  reviewer: string
  verdict: ReviewAct
  /** In words; for a note, the note. */
  reason: string
  /** A reason code, from the closed list of the act or the tenant's own. */
  code?: string
  /** The findings that an approval was given against. */
  against?: AgainstCode[]
  /** By the tenant's setting nobody had to confirm it, although one of them wants a second reviewer. */
  confirmAgainst?: 'alone'
}
