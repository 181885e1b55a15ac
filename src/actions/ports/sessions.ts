import type { SentPicture } from '../../domain/picture/same-picture.ts'
import type { Session } from '../../domain/session.ts'
import type { CaptureStep, DocumentType, Locale, Mode, Part, Status } from '../../domain/vocabulary.ts'
import type { AuditEntry } from './audit.ts'
import type { ComparedFingerprint } from './images.ts'
import type { Review } from './review.ts'
import type { Scope } from './tenants.ts'

export interface Sessions {
  /**
   * Stores a new session with a data key of its own, and the audit entry in the same transaction. An id is never given
   * twice, not even after an erasure.
   */
  create(
    session: Session,
    audit?: AuditEntry,
  ): Promise<
    { outcome: 'created' } | { outcome: 'exists'; session: Session } | { outcome: 'erased' } | { outcome: 'taken' }
  >
  /** Undefined when unknown, of another tenant, or erased. */
  load(tenant: string, id: string): Promise<Session | undefined>
  /** The plain columns alone, without opening what is sealed: the one read that integrators repeat. */
  peek(tenant: string, id: string): Promise<PeekedSession | undefined>
  /**
   * Writes the session if its stored version is still `session.version`, and stores it as version + 1, with what is
   * reported about it in the same transaction. False when another write came first: load again and retry.
   */
  save(session: Session, effects?: SessionEffects): Promise<boolean>
  /** Newest first. */
  list(
    of: { tenant: string; mode: Mode },
    page: { number: number; size: number },
  ): Promise<{ total: number; rows: SessionSummary[] }>
  /**
   * Marks the session as being erased, with the audit entry in the same transaction: from here on nobody can load it.
   * False when there is nothing to erase, or nothing that may be.
   */
  beginErasure(tenant: string, id: string, audit?: AuditEntry, only?: ErasureOnly): Promise<boolean>
  /** Removes rows and data key, and leaves a tombstone and an audit entry that name who asked. */
  finishErasure(id: string): Promise<void>
  /** Sessions whose erasure a crash cut short. */
  halfErased(limit: number): Promise<{ tenant: string; id: string }[]>
  /** PENDING sessions past their validity. */
  overdue(now: Date, limit: number): Promise<{ tenant: string; id: string }[]>
  /** Sessions in a final state or EXPIRED since before `before`. */
  retired(tenant: string, before: Date, limit: number): Promise<string[]>
  /** Newest first. */
  byExternalId(tenant: string, externalId: string, limit: number): Promise<SessionSummary[]>
  countByStatus(): Promise<Record<Mode, Record<Status, number>>>
}

/** Which sessions are erased, at the moment of writing. */
export interface ErasureOnly {
  /** Only one that was never completed. */
  onlyUnfinished?: boolean
}

interface PeekedSession {
  mode: Mode
  status: Status
  expiresAt: Date
  tokenEpoch: number
  /** Until when a verdict can be taken back; see Session. */
  heldUntil?: Date
  /** Until when a new picture may come. */
  askedUntil?: Date
}

/** What is written with a change of a session: all of it, or nothing and the session stays as it was. */
export interface SessionEffects {
  events?: SessionEventRecord[]
  audit?: AuditEntry
  review?: Review
  /** How many events that wait for their time are taken back; when they have left, nothing is written. */
  recall?: number
  /** What the session can be recognised by. When one that is alike has come since the comparison, nothing is written. */
  fingerprint?: ComparedFingerprint
  /** Pictures that came with this change, each in place of an earlier one; null for one that the session no longer has. */
  pictures?: Partial<Record<Part, SentPicture | null>>
  /** How many hits of later versions of lists wait for a reviewer. */
  alert?: number
  /** Pairs of the person and an entry of a list that are two persons, in place of those before. */
  dismissed?: HitPair[]
  /** The face that the session can be recognised by is erased. */
  forgetFace?: boolean
}

/** Something the integrator is notified of, by a webhook. */
export interface SessionEventRecord {
  type: 'status'
  status: Status
  /** What the person is to do now, or what was found. */
  action?: OutboxAction
  /** Not sent before this time: until then it can still be taken back. */
  notBefore?: Date
}

/** What the webhook says beyond the status. */
export type OutboxAction = 'NEW_PICTURE' | 'WATCHLIST_HIT'

export interface SessionSummary {
  id: string
  mode: Mode
  createdAt: Date
  expiresAt: Date
  completedAt?: Date
  status: Status
  documentType?: DocumentType
  country?: string
  externalId?: string
  heldUntil?: Date
}

/** Many sessions at once: across tenants for those who run the service, and those that were decided. */
export interface SessionSearch {
  /** Newest first, those after `after`; `total` counts no further than `countTo`. */
  find(
    filter: SessionFilter,
    page: { after?: { createdAt: Date; id: string }; limit: number; countTo: number },
  ): Promise<{ total: number; rows: FoundSession[] }>
  /** Rewrites what the sessions after this one are found by, in the order of their ids; answers whose. */
  index(after: string | undefined, limit: number): Promise<string[]>
  /** Sessions that were decided, to look back at: in the order of their ids, those after `after`. */
  decided(of: { tenant: string; mode: Mode }, after: string | undefined, limit: number): Promise<Session[]>
}

export interface SessionFilter extends Scope {
  /** The first characters of the id. */
  idStart?: string
  externalId?: string
  /** Of every word one of these marks; see domain/search-words.ts. */
  words?: readonly (readonly string[])[]
  /** As of now: an unfinished session past its validity is EXPIRED. */
  status?: Status
  /** Any of these, likewise. */
  statuses?: readonly Status[]
  createdFrom?: Date
  createdBefore?: Date
  documentType?: DocumentType
  country?: string
  /** Came so far and no further. */
  reached?: CaptureStep
  /** By whom, since when and how fast it was decided, as the overview counts it. */
  decided?: { by: 'rules' | 'reviewer'; from?: Date; overMinutes?: number; underMinutes?: number }
  /** Somebody who gave a verdict on it. */
  reviewer?: string
}

export type FoundSession = SessionSummary & { tenant: string }

/** Codes that open a session on another device, known to every node. A code is kept as a hash alone. */
export interface HandOvers {
  create(handOver: HandOver): Promise<void>
  /** Undefined when unknown or over. */
  find(codeSha256: string, now: Date): Promise<HandOver | undefined>
  /** Uses it up, with every other code of its session. False when somebody else did before. */
  spend(codeSha256: string): Promise<boolean>
  /** Forgets those of a session. */
  drop(sessionId: string): Promise<void>
  /** Forgets those that are over. */
  prune(now: Date): Promise<void>
}

interface HandOver {
  codeSha256: string
  tenant: string
  sessionId: string
  /** The language that the person has chosen on the device they come from. */
  lang?: Locale
  expiresAt: Date
  /** When the first of the tokens was issued from which it descends: renewing has an end. */
  firstIssuedAt: Date
}

/** A person and an entry as they are: when either changes, it is another pair. */
export interface HitPair {
  tenant: string
  mode: Mode
  /** See personKey. */
  person: string
  list: string
  entryId: string
  /** Of the entry's content. */
  hash: string
}
