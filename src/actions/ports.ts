import type { PageReading } from '../domain/document.ts'
import type { FaceReading } from '../domain/face.ts'
import type { Policy } from '../domain/policy.ts'
import type { Result } from '../domain/result.ts'
import type { Session } from '../domain/session.ts'
import type {
  DocumentImageName,
  DocumentRefusal,
  DocumentType,
  FaceImageName,
  FaceRefusal,
  Status,
  Step,
} from '../domain/vocabulary.ts'

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
   * events in the same transaction. False when another write came first: load again and retry.
   */
  save(session: Session, events?: SessionEventRecord[]): Promise<boolean>
  list(tenant: string, page: { number: number; size: number }): Promise<{ total: number; rows: SessionSummary[] }>
  /** Marks the session as being erased: from here on nobody can load it. False when there is nothing to erase. */
  beginErasure(tenant: string, id: string): Promise<boolean>
  /** Removes rows and data key, and leaves a tombstone. */
  finishErasure(id: string): Promise<void>
  /** Sessions whose erasure a crash cut short. */
  halfErased(limit: number): Promise<{ tenant: string; id: string }[]>
  /** PENDING sessions past their validity. */
  overdue(now: Date, limit: number): Promise<{ tenant: string; id: string }[]>
  /** Sessions in a final state or EXPIRED since before `before`. */
  retired(tenant: string, before: Date, limit: number): Promise<string[]>
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
  /** Stores the picture sealed under the session's key, durable when it returns, under a fresh object name. */
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

/** What an operator can set per tenant; every field has a default. */
export interface TenantSettings {
  steps: Step[]
  returnUrl?: string
  webhookUrl?: string
  /** Origins that may embed the hosted page and receive its messages. */
  frameOrigins: string[]
  /** Days after the final state at which a session is erased. */
  retentionDays: number
}

export interface Tenants {
  load(id: string): Promise<Tenant | undefined>
  all(): Promise<Tenant[]>
}

/** API usernames and passwords. A password is 256 random bits, so its plain SHA-256 cannot be guessed back. */
export interface Credentials {
  /** Undefined when unknown or revoked. Asked on every data request: keep it one indexed read. */
  find(username: string): Promise<Credential | undefined>
  create(credential: Credential): Promise<void>
  list(tenant?: string): Promise<(Credential & { revokedAt?: Date })[]>
  /** False when there is none, or it was revoked before. */
  revoke(username: string, at: Date): Promise<boolean>
}

export interface Credential {
  username: string
  tenant: string
  /** SHA-256 of the password, hex. */
  passwordSha256: string
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
  replay(which: { id: string } | { sessionId: string } | { failed: true }, now: Date): Promise<number>
  backlog(): Promise<{ pending: number; failed: number }>
}

export interface OutboxEvent {
  /** Stays the same over retries and replays: receivers recognise a repeat by it. */
  id: string
  tenant: string
  sessionId: string
  status: Status
  /** Gone once the session is erased. */
  externalId?: string
  createdAt: Date
  attempts: number
}

/** Secrets that sign access tokens. The newest signs; older ones verify until their last token has expired. */
export interface SigningKeys {
  all(): Promise<SigningKey[]>
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
}

/** Append-only: who did what to which session and when. No person's data. */
export interface Audit {
  record(entry: AuditEntry): Promise<void>
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
