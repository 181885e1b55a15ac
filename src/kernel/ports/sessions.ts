import type { DocumentType } from '../../formats/document-words.ts'
import type { SentPicture } from '../../vision/picture/same-picture.ts'
import type { CaptureStep } from '../figures/counted-words.ts'
import type { Session } from '../session/session.ts'
import type { Locale, Mode, Part, Status } from '../session/session-words.ts'
import type { ShownPerson } from '../session/shown-person.ts'
import type { AuditEntry } from './audit.ts'
import type { ComparedFingerprint } from './images.ts'
import type { Review } from './review.ts'
import type { Scope } from './tenants.ts'

export interface Sessions {
  /**
   * Stores a new session with a data key of its own, and the audit entry in the same transaction. An id is never used
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
  /** Only the plain columns, without opening sealed content: the one read that integrators repeat. */
  peek(tenant: string, id: string): Promise<PeekedSession | undefined>
  /**
   * Writes the session if its stored version is still `session.version`, and stores it as version + 1, together with
   * what is reported about it, in the same transaction. False when another write came first: load again and retry.
   */
  save(session: Session, effects?: SessionEffects): Promise<boolean>
  /** Newest first. */
  list(
    of: { tenant: string; mode: Mode },
    page: { number: number; size: number },
  ): Promise<{ total: number; rows: SessionSummary[] }>
  /**
   * Marks the session as being erased, with the audit entry in the same transaction: from here on nobody can load it.
   * False when there is nothing to erase, or nothing that may be erased.
   */
  beginErasure(tenant: string, id: string, audit?: AuditEntry, only?: ErasureOnly): Promise<boolean>
  /** Removes rows and data key, and leaves a tombstone and an audit entry that name who asked. */
  finishErasure(id: string): Promise<void>
  /** Sessions whose erasure a crash interrupted. */
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
  /** Until when a verdict can be undone; see Session. */
  heldUntil?: Date
  /** Until when a new picture may come. */
  askedUntil?: Date
}

/** What is written with a change of a session: all of it, or nothing, and then the session stays as it was. */
export interface SessionEffects {
  events?: SessionEventRecord[]
  audit?: AuditEntry
  review?: Review
  /** The number of waiting events to cancel; if they have been sent, nothing is written. */
  recall?: number
  /** What the session can be recognised by. When a similar one has come since the comparison, nothing is written. */
  fingerprint?: ComparedFingerprint
  /**
   * Pictures that came with this change, each replacing an earlier one; null for one that the session no longer has.
   */
  pictures?: Partial<Record<Part, SentPicture | null>>
  /** How many hits of later versions of lists wait for a reviewer. */
  alert?: number
  /** Pairs of the person and a list entry that are two different persons, replacing the earlier pairs. */
  dismissed?: HitPair[]
  /** The face print of the session is erased. */
  forgetFace?: boolean
}

/** Something the integrator is notified of, by a webhook. */
export interface SessionEventRecord {
  type: 'status'
  status: Status
  /** What the person has to do now, or what was found. */
  action?: OutboxAction
  /** The earliest time to send it: until then it can still be undone. */
  notBefore?: Date
}

/** What the webhook says in addition to the status. */
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
  /** How a list shows whose sessions these are. One that was changed by other means is absent. */
  persons(ids: readonly string[]): Promise<Map<string, ShownPerson>>
  /** Rewrites the search index of the sessions after this one, in the order of their ids; answers whose. */
  index(after: string | undefined, limit: number): Promise<string[]>
  /** Decided sessions, for replays: in the order of their ids, those after `after`. */
  decided(of: { tenant: string; mode: Mode }, after: string | undefined, limit: number): Promise<Session[]>
}

export interface SessionFilter extends Scope {
  /** The first characters of the id. */
  idStart?: string
  externalId?: string
  /** One of these marks for every word; see kernel/review/search-words.ts. */
  words?: readonly (readonly string[])[]
  /** As of now: an unfinished session past its validity is EXPIRED. */
  status?: Status
  /** Any of these, likewise. */
  statuses?: readonly Status[]
  createdFrom?: Date
  createdBefore?: Date
  documentType?: DocumentType
  country?: string
  /** Reached this stage and no further. */
  reached?: CaptureStep
  /** By whom, since when and how fast it was decided, as the overview counts it. */
  decided?: { by: 'rules' | 'reviewer'; from?: Date; overMinutes?: number; underMinutes?: number }
  /** Somebody who gave a verdict on it. */
  reviewer?: string
}

export type FoundSession = SessionSummary & { tenant: string }

/** Codes that open a session on another device, known to every node. Only a hash of a code is stored. */
export interface HandOvers {
  create(handOver: HandOver): Promise<void>
  /** Undefined when unknown or expired. */
  find(codeSha256: string, now: Date): Promise<HandOver | undefined>
  /** Uses it up, with every other code of its session. False when another call did so before. */
  spend(codeSha256: string): Promise<boolean>
  /** Forgets those of a session. */
  drop(sessionId: string): Promise<void>
  /** Forgets expired ones. */
  prune(now: Date): Promise<void>
}

interface HandOver {
  codeSha256: string
  tenant: string
  sessionId: string
  /** The language that the person has chosen on the device they come from. */
  lang?: Locale
  expiresAt: Date
  /** When the first token of this chain was issued: renewal has a limit. */
  firstIssuedAt: Date
}

/** A person and an entry as they are now: when either changes, it is another pair. */
export interface HitPair {
  tenant: string
  mode: Mode
  /** See personKey. */
  person: string
  list: string
  entryId: string
  /** The hash of the entry's content. */
  hash: string
}
