import type { DocumentRefusal, DocumentType, FaceRefusal, Status } from '../domain/vocabulary.ts'
import type { SessionSummary } from './ports.ts'

/** People who log in to the console. */
export interface Reviewers {
  /** False when the username is in use. */
  create(reviewer: Pick<Reviewer, 'username' | 'passwordHash' | 'role' | 'tenants'>): Promise<boolean>
  byUsername(username: string): Promise<Reviewer | undefined>
  list(): Promise<Reviewer[]>
  setPassword(id: string, passwordHash: string): Promise<void>
  setRole(id: string, role: Reviewer['role']): Promise<void>
  /** Undefined is all tenants. */
  setTenants(id: string, tenants: readonly string[] | undefined): Promise<void>
  /** Undefined removes the second factor. */
  setTotp(id: string, secret: Uint8Array | undefined): Promise<void>
  setDisabled(id: string, disabled: boolean): Promise<void>
  /** Counts a failed login and answers how many there were in a row; `lockUntil` locks the account as well. */
  loginFailed(id: string, lockUntil?: Date): Promise<number>
  loginSucceeded(id: string): Promise<void>
  /** False when a code of this time step, or a later one, was used before: a code opens once. */
  spendTotpStep(id: string, step: number): Promise<boolean>
}

export interface Reviewer {
  id: string
  username: string
  /** argon2id, in its encoded form. */
  passwordHash: string
  role: 'reviewer' | 'admin'
  /** The tenants whose sessions a reviewer sees; all when absent. An admin sees all in any case. */
  tenants?: readonly string[]
  totpSecret?: Uint8Array
  failedCount: number
  lockedUntil?: Date
  createdAt: Date
  disabledAt?: Date
}

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

/** The tenants somebody may see; all when undefined. */
export type TenantScope = readonly string[] | undefined

/** Cases that wait for a reviewer, and who has which in hand. */
export interface ReviewQueue {
  /** Those that have waited longest first. */
  waiting(
    now: Date,
    page: { offset: number; limit: number },
    tenants?: TenantScope,
  ): Promise<{ total: number; cases: WaitingCase[] }>
  /** Undefined when unknown or erased. */
  find(sessionId: string): Promise<{ tenant: string; status: Status } | undefined>
  /**
   * Takes a waiting case for a reviewer until then, or renews it, unless another's claim still runs: answers the claim
   * in force. Undefined when the case does not wait.
   */
  claim(sessionId: string, claim: Claim, now: Date): Promise<Claim | undefined>
  /** The claim that runs now. */
  claimOf(sessionId: string, now: Date): Promise<Claim | undefined>
  /** Gives the case back; only the reviewer's own, when one is named. False when there was nothing to give back. */
  release(sessionId: string, reviewer?: string): Promise<boolean>
}

export interface WaitingCase {
  sessionId: string
  tenant: string
  since: Date
  documentType?: DocumentType
  country?: string
  claim?: Claim
}

export interface Claim {
  reviewer: string
  until: Date
}

/** Who is logged in to the console, known to every node. The id in the browser's cookie is kept as a hash alone. */
export interface ConsoleSessions {
  create(session: ConsoleSession): Promise<void>
  find(idSha256: string): Promise<ConsoleSession | undefined>
  touch(idSha256: string, at: Date): Promise<void>
  remove(idSha256: string): Promise<void>
  /** Forgets those that began before the first or were last seen before the second. */
  prune(begunBefore: Date, seenBefore: Date): Promise<void>
}

export interface ConsoleSession {
  idSha256: string
  username: string
  /** SHA-256 of the password hash at login: a new password ends the session. */
  passwordMark: string
  createdAt: Date
  seenAt: Date
}

/** Sessions across tenants, for those who run the service. */
export interface SessionSearch {
  /** Newest first, those after `after`; `total` counts no further than `countTo`. */
  find(
    filter: SessionFilter,
    page: { after?: { createdAt: Date; id: string }; limit: number; countTo: number },
  ): Promise<{ total: number; rows: FoundSession[] }>
}

export interface SessionFilter {
  tenants?: TenantScope
  /** The first characters of the id. */
  idStart?: string
  externalId?: string
  /** As of now: an unfinished session past its validity is EXPIRED. */
  status?: Status
  createdFrom?: Date
  createdBefore?: Date
  documentType?: DocumentType
  country?: string
}

export type FoundSession = SessionSummary & { tenant: string }

/** Counts since a time, for plots. */
export interface Overview {
  /** Sessions by the day of their creation (UTC, midnight) and their status. */
  perDay(since: Date, tenants?: TenantScope): Promise<{ day: Date; status: Status; sessions: number }[]>
  /**
   * How long finished sessions took, counted by the edges (in milliseconds) they stay under; the last count has no edge.
   * Automatic ones from their creation, reviewed ones from the moment they were referred.
   */
  timesToDecide(
    since: Date,
    edges: readonly number[],
    tenants?: TenantScope,
  ): Promise<{ automatic: number[]; reviewed: number[] }>
}

/** How often pictures were refused, and why. No session, no person. */
export interface Refusals {
  count(tenant: string, code: DocumentRefusal | FaceRefusal, at: Date): Promise<void>
  since(day: Date, tenants?: TenantScope): Promise<{ code: string; refusals: number }[]>
}

/** Append-only: who did what to which session and when. No person's data. */
export interface Audit {
  record(entry: AuditEntry): Promise<void>
  /** Newest first; `before` is the id of the last entry already seen. */
  list(
    filter: { tenant?: string; sessionId?: string; before?: string },
    limit: number,
  ): Promise<(AuditEntry & { id: string })[]>
  /** Newest first, those after `after`. */
  search(
    filter: AuditFilter,
    page: { after?: { at: Date; id: string }; limit: number },
  ): Promise<(AuditEntry & { id: string })[]>
}

export interface AuditFilter {
  /** Any of these. */
  actors?: readonly string[]
  /** Any of these. */
  actions?: readonly string[]
  sessionId?: string
  from?: Date
  before?: Date
}

export interface AuditEntry {
  at: Date
  tenant: string
  /** `credential:<name>`, `reviewer:<name>`, `token` or `system`. */
  actor: string
  action: string
  sessionId?: string
  detail?: Record<string, string | number | boolean>
}
