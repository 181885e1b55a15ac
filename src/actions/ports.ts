import type { Duplicates } from '../domain/decision/factors/factor.ts'
import type { Policy } from '../domain/decision/policy.ts'
import type { FaceTemplate, PageReading } from '../domain/document/document.ts'
import type { FaceReading } from '../domain/face/face.ts'
import type { Result } from '../domain/result.ts'
import type { Session } from '../domain/session.ts'
import type {
  DocumentImageName,
  DocumentRefusal,
  DocumentType,
  FaceImageName,
  FaceRefusal,
  Locale,
  Status,
} from '../domain/vocabulary.ts'
import type { TenantSettings } from './admin/tenant-settings.ts'
import type {
  Audit,
  AuditEntry,
  ConsoleSessions,
  Overview,
  Refusals,
  Review,
  Reviewers,
  ReviewQueue,
  Reviews,
  SessionSearch,
  TenantScope,
} from './console-ports.ts'

/** What the actions need from the outside, in the domain's words. `engine` and `storage` implement it. */
export interface Ports {
  sessions: Sessions
  images: Images
  engine: Engine
  tenants: Tenants
  outbox: Outbox
  signingKeys: SigningKeys
  credentials: Credentials
  policies: Policies
  secrets: Secrets
  reviewers: Reviewers
  reviews: Reviews
  reviewQueue: ReviewQueue
  archive: Archive
  prints: Prints
  consoleSessions: ConsoleSessions
  handOvers: HandOvers
  sessionSearch: SessionSearch
  overview: Overview
  refusals: Refusals
  audit: Audit
  clock: Clock
}

export type Clock = () => Date

export interface Sessions {
  /** Stores a new session with a data key of its own. An id is never given twice, not even after an erasure. */
  create(
    session: Session,
  ): Promise<
    { outcome: 'created' } | { outcome: 'exists'; session: Session } | { outcome: 'erased' } | { outcome: 'taken' }
  >
  /** Undefined when unknown, of another tenant, or erased. */
  load(tenant: string, id: string): Promise<Session | undefined>
  /** The plain columns alone, without opening what is sealed: the one read that integrators repeat. */
  peek(tenant: string, id: string): Promise<{ status: Status; expiresAt: Date } | undefined>
  /**
   * Writes the session if its stored version is still `session.version`, and stores it as version + 1, with the
   * events, the review and the audit entry in the same transaction. False when another write came first: load again
   * and retry.
   */
  save(
    session: Session,
    events?: SessionEventRecord[],
    also?: { review?: Review; audit?: AuditEntry },
  ): Promise<boolean>
  list(tenant: string, page: { number: number; size: number }): Promise<{ total: number; rows: SessionSummary[] }>
  /** Marks the session as being erased: from here on nobody can load it. False when there is nothing to erase. */
  beginErasure(tenant: string, id: string, actor?: string): Promise<boolean>
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
  countByStatus(): Promise<Record<Status, number>>
}

/** Something the integrator is told of: it leaves as a webhook. */
export interface SessionEventRecord {
  type: 'status'
  status: Status
}

export interface SessionSummary {
  id: string
  createdAt: Date
  expiresAt: Date
  completedAt?: Date
  status: Status
  documentType?: DocumentType
  country?: string
  externalId?: string
}

export interface Images {
  /**
   * Stores the picture sealed under the session's key, durable when it returns, under a fresh object name. Of a session
   * that is gone nothing is stored; the write of its row will find that out.
   */
  put(sessionId: string, bytes: Uint8Array): Promise<string>
  /** Undefined when the object is gone. */
  get(sessionId: string, object: string): Promise<Uint8Array | undefined>
  remove(sessionId: string, object: string): Promise<void>
  removeAll(sessionId: string): Promise<void>
  /** Objects that no row points at and that are older than `before`; the sweep removes them. */
  orphans(before: Date, limit: number): Promise<{ sessionId: string; object: string }[]>
}

/** Reads pictures. It knows nothing of sessions. Throws EngineBusy, EngineFault or BadPicture. */
export interface Engine {
  readPage(picture: Uint8Array): Promise<Result<PageResult, DocumentRefusal>>
  readFace(picture: Uint8Array): Promise<Result<FaceResult, FaceRefusal>>
  /** False until the models are loaded and their self-test passed. */
  ready(): boolean
  close(): Promise<void>
}

export interface PageResult {
  reading: PageReading
  /** JPEG bytes by name, each of this page. */
  images: Partial<Record<DocumentImageName, Uint8Array>>
}

export interface FaceResult {
  reading: FaceReading
  images: Record<FaceImageName, Uint8Array>
}

/** The queue is full: try again after so many seconds. */
export class EngineBusy extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('the engine queue is full')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The engine crashed or ran out of time on this picture. */
export class EngineFault extends Error {}

/** The bytes are no picture that we take; the message tells a developer what to change. */
export class BadPicture extends Error {
  readonly kind: 'not-an-image' | 'unsupported-format' | 'damaged' | 'too-many-pixels'
  constructor(kind: BadPicture['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export interface Tenant {
  id: string
  name: string
  settings: TenantSettings
}

export interface Tenants {
  load(id: string): Promise<Tenant | undefined>
  all(): Promise<Tenant[]>
  /** False when the id is in use. */
  create(tenant: Tenant): Promise<boolean>
  save(tenant: Tenant): Promise<void>
}

/** API usernames and passwords. */
export interface Credentials {
  /** Undefined when unknown or revoked. Asked on every data request: keep it one indexed read. */
  find(username: string): Promise<Credential | undefined>
  /** Throws when the username is in use, or was. */
  create(credential: Credential): Promise<void>
  setPasswordHash(username: string, passwordHash: string): Promise<void>
  list(tenant?: string): Promise<(Credential & { revokedAt?: Date; lastUsedAt?: Date })[]>
  /** Remembers that it was used, to the minute: cheap enough for every request. */
  touch(username: string, at: Date): Promise<void>
  /** False when there is none, or it was revoked before. */
  revoke(username: string, at: Date): Promise<boolean>
}

export interface Credential {
  username: string
  tenant: string
  /** What is kept of the password; actions/api-password.ts makes it and checks it. */
  passwordHash: string
  createdAt: Date
}

/** Changes of status on their way to the integrator. Written with the change itself, in one transaction. */
export interface Outbox {
  /** Leases due events to one owner: at most one per session, and never one before the earlier ones of its session are settled. */
  claim(owner: string, now: Date, leaseSeconds: number, limit: number): Promise<OutboxEvent[]>
  delivered(id: string, at: Date): Promise<void>
  retry(id: string, nextAttempt: Date, error: string): Promise<void>
  /** Given up; kept, and replayable. */
  failed(id: string, at: Date, error: string): Promise<void>
  /** Puts events that failed, or were delivered, back in line; how many. */
  replay(which: { id: string } | { sessionId: string } | { failed: true; tenant?: string }, now: Date): Promise<number>
  backlog(tenants?: TenantScope): Promise<{ pending: number; failed: number }>
  /** A tenant's events, newest first. */
  list(tenant: string, state: OutboxState | undefined, limit: number): Promise<(OutboxEvent & { state: OutboxState })[]>
  /** What came of each attempt to deliver an event, oldest first. */
  attempts(id: string): Promise<{ at: Date; outcome: string }[]>
}

export type OutboxState = 'pending' | 'delivered' | 'failed'

export interface OutboxEvent {
  /** Stays the same over retries and replays: receivers recognise a repeat by it. */
  id: string
  tenant: string
  sessionId: string
  status: Status
  /** Gone once the session is erased. */
  externalId?: string
  createdAt: Date
  /** When it was put in line, last: at creation or at a replay. The days of retrying count from here. */
  queuedAt: Date
  /** How many attempts failed since then. */
  attempts: number
}

/** Secrets that sign access tokens. The newest signs; older ones verify until their last token has expired. */
export interface SigningKeys {
  /** Newest first; makes the first one. A key that another node made is seen after 10 seconds, or at once by `find`. */
  all(): Promise<SigningKey[]>
  find(kid: string): Promise<SigningKey | undefined>
  rotate(now: Date): Promise<SigningKey>
  /** Forgets keys retired before then. */
  prune(retiredBefore: Date): Promise<void>
}

export interface SigningKey {
  kid: string
  secret: Uint8Array
  createdAt: Date
  retiredAt?: Date
}

/** Every policy that ever decided stays, so that each decision can be explained and replayed. */
export interface Policies {
  /** The tenant's own, else the default. */
  current(tenant: string): Promise<Policy>
  bySha256(sha256: string): Promise<Policy | undefined>
  /** Makes it the tenant's policy from now on; decisions already taken keep theirs. */
  use(tenant: string, policy: Policy): Promise<void>
  /** Keeps it without making it anybody's: what a decision names can always be found. */
  keep(policy: Policy): Promise<void>
  /** Which policies were put to use for a tenant, when and by whom, newest first. */
  history(tenant: string, limit: number): Promise<PolicyUse[]>
}

export interface PolicyUse {
  at: Date
  actor: string
  policy: Policy
}

/** Secrets the service makes for itself at first use and keeps, such as the one that signs webhooks. 32 random bytes each. */
export interface Secrets {
  get(name: string): Promise<Uint8Array>
}

/** Small facts of the installation, by name. No person's data. */
export interface Settings {
  get(name: string): Promise<string | undefined>
  set(name: string, value: string): Promise<void>
}

/** Sessions that were decided, to look back at. */
export interface Archive {
  /** In the order of their ids, those after `after`. */
  decided(tenant: string, after: string | undefined, limit: number): Promise<Session[]>
}

/** What finished sessions can be recognised by, kept only where the tenant's policy asks for it. */
export interface Prints {
  /** Replaces what was kept of the same session. */
  keep(print: SessionPrint): Promise<void>
  /** Other sessions of the tenant with the same document, or with a face that matches with more than this score. */
  alike(print: SessionPrint, faceScore: number): Promise<Duplicates>
}

export interface SessionPrint {
  sessionId: string
  tenant: string
  document?: { country: string; type: DocumentType; number: string }
  face?: FaceTemplate
}

/** Codes that open a session on another device, known to every node. A code is kept as a hash alone. */
export interface HandOvers {
  create(handOver: HandOver): Promise<void>
  /** Undefined when unknown or over. */
  find(codeSha256: string, now: Date): Promise<HandOver | undefined>
  /** Forgets those that are over. */
  prune(now: Date): Promise<void>
}

export interface HandOver {
  codeSha256: string
  tenant: string
  sessionId: string
  /** The language that the person has chosen on the device she comes from. */
  lang?: Locale
  expiresAt: Date
}
