import type { EventState } from '../events/event-types.ts'
import type { Mode, Status } from '../session/session-words.ts'
import type { AuditEntry } from './audit.ts'
import type { OutboxAction } from './sessions.ts'
import type { Scope } from './tenants.ts'

/** Status changes on their way to the integrator. Written with the change itself, in one transaction. */
export interface Outbox {
  /**
   * Leases due events to one owner: at most one per session, and never one before the earlier ones of its session are
   * settled. Tenants take turns.
   */
  claim(owner: string, now: Date, leaseSeconds: number, limit: number, turns?: Turns): Promise<OutboxEvent[]>
  delivered(id: string, at: Date, answer?: Answer): Promise<void>
  retry(id: string, nextAttempt: Date, error: string, answer?: Answer): Promise<void>
  /** There is no address to send it to; stored, and replayable. */
  notSent(id: string, reason: string): Promise<void>
  /** Given up; stored, and replayable. */
  failed(id: string, at: Date, error: string, answer?: Answer): Promise<void>
  /** Queues failed, delivered and unsent events again; answers how many. The audit entry is written with it. */
  replay(
    which: { id: string } | { sessionId: string } | { failed: true; tenant?: string },
    now: Date,
    audit?: (events: number) => AuditEntry,
  ): Promise<number>
  backlog(scope?: Partial<Scope>): Promise<{ pending: number; failed: number }>
  /** A tenant's events, newest first. */
  list(tenant: string, state: EventState | undefined, limit: number): Promise<ListedEvent[]>
  /** The result of each attempt to deliver an event, oldest first. */
  attempts(id: string): Promise<({ at: Date; outcome: string } & Partial<Answer>)[]>
  /** One event with the caller's own reference, as it is sent. */
  find(id: string): Promise<OutboxEvent | undefined>
}

/** A receiver's answer to one attempt. Its body is not stored: it could contain personal data. */
export interface Answer {
  /** The HTTP status; absent without an answer. */
  answered?: number
  tookMs: number
}

export interface Turns {
  /** The most events of one tenant. */
  aTurn?: number
  /** Tenants that are skipped. */
  except?: readonly string[]
}

export interface ListedEvent extends OutboxEvent {
  state: EventState
  /** The earliest time to send it: it can still be undone, or was tried and failed. */
  dueAt: Date
  /** Why the newest attempt failed. */
  lastError?: string
}

export interface OutboxEvent {
  /** Stays the same across retries and replays: receivers recognise a repeat by it. */
  id: string
  tenant: string
  mode: Mode
  sessionId: string
  status: Status
  /** What the person has to do now. */
  action?: OutboxAction
  /** Gone once the session is erased. */
  externalId?: string
  /** The session was erased: only that is sent. */
  erased?: true
  /** Its session does not exist, and it does not carry the MAC by which the service recognises its own rows. */
  isForged?: true
  createdAt: Date
  /** When it was last queued: at creation or at a replay. The days of retrying count from here. */
  queuedAt: Date
  /** How many attempts failed since then. */
  attempts: number
}
