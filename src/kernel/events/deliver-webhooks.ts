import { createHmac } from 'node:crypto'
import { hasRoom } from '../../platform/admission/tenant-shares.ts'
import { evidenceKinds } from '../evidence/evidence-kind.ts'
import type { Answer, OutboxEvent } from '../ports/outbox.ts'
import type { Ports } from '../ports/ports.ts'
import { isHeld, type Session, statusAt } from '../session/session.ts'
import type { EventType } from './event-types.ts'
import { readWebhookSecrets } from './webhook-secret.ts'

/** Sends one signed request; answers the HTTP status. Throws when the address is refused or cannot be reached. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<number>

export interface WebhookSettings {
  /** Where events go for tenants without an address of their own. */
  url?: string | undefined
  /** Where test sessions' events go without any address: the demo’s own receiver. Live ones are not sent. */
  demoUrl?: string | undefined
  /** The installation's secrets, newest first, if the operator chose them; see webhook-secret.ts. */
  secrets: readonly string[]
  /** Where a person answers a picture request, and what it asks for; undefined when it can no longer be answered. */
  invite?: ((event: Pick<OutboxEvent, 'tenant' | 'sessionId'>) => Promise<Invitation | undefined>) | undefined
  /** Identifies this process among those that share the outbox. */
  owner: string
}

/** What an integrator passes on to the person. */
export interface Invitation {
  webEnrolmentUrl: string
  newPicture: { of: string; reason: string; sentence?: string }
}

/** Sends what is due, at least once, in order per session. */
interface Delivery {
  /** Starts on what is due and says how many events that were; waits for them, but not long for a slow receiver. */
  round(): Promise<number>
  /** Settles when nothing is in progress any more. */
  settled(): Promise<void>
}

/** Longer than the request may take, so that no second node starts on an event that is still in progress. */
const LEASE_SECONDS = 60
/** Events in progress at once; no tenant takes all of them. */
const PLACES = 40
/** How many of one tenant are started at a time, so that tenants take turns. */
const A_TURN = 5
/** A receiver that takes longer is not waited for: the others continue meanwhile. */
const PATIENCE_MS = 1_000
const GIVE_UP_MS = 3 * 86_400_000
const FIRST_GAP_MS = 5_000
const LONGEST_GAP_MS = 6 * 3_600_000

type Needs = Pick<Ports, 'outbox' | 'sessions' | 'tenants' | 'secrets' | 'clock'>

/** `failed` is called with faults on our side; the event is retried when its lease expires. */
export function openDelivery(
  ports: Needs,
  settings: WebhookSettings,
  post: Post,
  failed: (error: unknown) => void,
): Delivery {
  const underWay = new Map<Promise<void>, string>()

  function begin(event: OutboxEvent): Promise<void> {
    const delivering = deliver(ports, settings, post, event, failed)
      .catch(failed)
      .finally(() => underWay.delete(delivering))
    underWay.set(delivering, event.tenant)
    return delivering
  }

  /** Tenants that hold as many places as they may. */
  function fullTenants(): string[] {
    const held = Object.entries(Object.groupBy(underWay.values(), (tenant) => tenant))
    return held.filter(([, own]) => !hasRoom(own?.length ?? 0, underWay.size, PLACES)).map(([tenant]) => tenant)
  }

  return {
    async round() {
      const limit = PLACES - underWay.size
      if (limit <= 0) return await untilSettled([...underWay.keys()]).then(() => 0)
      const turns = { aTurn: A_TURN, except: fullTenants() }
      const events = await ports.outbox.claim(settings.owner, ports.clock(), LEASE_SECONDS, limit, turns)
      await untilSettled(events.map(begin))
      return events.length
    },
    async settled() {
      await Promise.allSettled(underWay.keys())
    },
  }
}

/** Waits for all, or for a moment. */
async function untilSettled(deliveries: Promise<void>[]): Promise<void> {
  const { promise: later, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  try {
    await Promise.race([Promise.all(deliveries), later])
  } finally {
    clearTimeout(timer)
  }
}

async function deliver(
  ports: Needs,
  settings: WebhookSettings,
  post: Post,
  event: OutboxEvent,
  failed: (error: unknown) => void,
): Promise<void> {
  const { outbox, sessions, tenants, clock } = ports
  const session = await sessions.load(event.tenant, event.sessionId)
  // It was erased after the event was claimed: the integrator learns only that.
  if (!session && !event.erased) return outbox.retry(event.id, clock(), ERASED)
  // What can still be undone has not been sent yet.
  if (session && isHeld(session, clock()) && event.status === session.status)
    return outbox.retry(event.id, session.heldUntil ?? clock(), NOT_YET)
  if (session ? !vouchesFor(session, event, clock()) : event.isForged) {
    failed(new Error(`webhook ${event.id}: session ${event.sessionId} does not confirm it; it was not sent`))
    return outbox.failed(event.id, clock(), NOT_VOUCHED)
  }
  const tenant = await tenants.load(event.tenant)
  const url = tenant?.settings.webhookUrl ?? settings.url ?? (event.mode === 'test' ? settings.demoUrl : undefined)
  if (!tenant || !url) return outbox.notSent(event.id, NO_ADDRESS)

  const invitation = event.action === 'NEW_PICTURE' && !event.erased ? await settings.invite?.(event) : undefined
  const body = writeBody(event, session, invitation)
  const secrets = await readWebhookSecrets(ports, settings.secrets, tenant)
  const { problem, ...answer } = await attempt(() => post(url, signHeaders(event.id, clock(), body, secrets), body))
  const now = clock()
  if (!problem) return outbox.delivered(event.id, now, answer)
  if (now.getTime() - event.queuedAt.getTime() >= GIVE_UP_MS) return outbox.failed(event.id, now, problem, answer)
  return outbox.retry(event.id, new Date(now.getTime() + gapAfter(event.attempts)), problem, answer)
}

const NO_ADDRESS = 'not sent: there is no address'
const ERASED = 'not sent: the session was erased'
const NOT_YET = 'not sent yet: it can still be undone'
const NOT_VOUCHED = 'not sent: the session does not confirm it'

/**
 * Whether the session, which only this program can have sealed, confirms the event: the status it has, or had before a
 * reviewer settled it. A row that somebody else put into the outbox is neither signed nor sent. If the session is
 * erased, the row's own MAC confirms it.
 */
function vouchesFor(session: Session, { mode, status, action }: OutboxEvent, now: Date): boolean {
  if (session.mode !== mode) return false
  if (action === 'NEW_PICTURE' && !session.newPictures?.length) return false
  if (action === 'WATCHLIST_HIT' && !session.laterHits?.length) return false
  const current = statusAt(session, now)
  const wasReferred = session.status === 'MANUAL_APPROVED' || session.status === 'MANUAL_REJECTED'
  return status === current || (status === 'WAITING_FOR_MANUAL_APPROVE' && wasReferred)
}

/** The body that is sent for an event. The link to a new picture is made for the delivery, and shown to nobody else. */
export function writeBody(event: OutboxEvent, session?: Session, invitation?: Invitation): string {
  const { sessionId, status, tenant, mode, externalId, action } = event
  const type = eventTypeOf(event)
  if (event.erased) return JSON.stringify({ type, sessionId, tenant, mode })
  return JSON.stringify({
    type,
    sessionId,
    status,
    tenant,
    mode,
    externalId,
    action,
    proofs: session && verdictsOf(session),
    ...invitation,
  })
}

/** The body as it would be sent now, for those who look at an event or forward it. */
export async function bodyOf(
  { sessions }: Pick<Ports, 'sessions'>,
  event: OutboxEvent,
  invitation?: Invitation,
): Promise<string> {
  return writeBody(event, await sessions.load(event.tenant, event.sessionId), invitation)
}

/** The result of the signature checks of the session's proofs; undefined without such a proof. */
function verdictsOf(session: Session): Record<string, string> | undefined {
  const stated = evidenceKinds.parts().flatMap(({ name, verdicts }) => {
    const reading = verdicts && session[name]
    return reading && 'verdict' in reading ? [[name, reading.verdict]] : []
  })
  return stated.length ? Object.fromEntries(stated) : undefined
}

/** What has happened, by its name. */
export function eventTypeOf({ status, action, erased }: Pick<OutboxEvent, 'status' | 'action' | 'erased'>): EventType {
  if (erased) return 'session.deleted'
  if (action === 'NEW_PICTURE') return 'session.picture_requested'
  if (action === 'WATCHLIST_HIT') return 'session.watchlist_hit'
  if (status === 'EXPIRED') return 'session.expired'
  return status.startsWith('MANUAL_') ? 'session.reviewed' : 'session.completed'
}

/** Only a 2xx answer counts as delivered; without one there is a problem. */
async function attempt(send: () => Promise<number>): Promise<Answer & { problem?: string }> {
  const began = performance.now()
  try {
    const answered = await send()
    const seen = { answered, tookMs: performance.now() - began }
    return answered >= 200 && answered < 300 ? seen : { ...seen, problem: `answered ${answered}` }
  } catch (error) {
    return { tookMs: performance.now() - began, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Doubles from 5 seconds to 6 hours. */
export function gapAfter(attempts: number): number {
  return Math.min(FIRST_GAP_MS * 2 ** Math.min(attempts, 20), LONGEST_GAP_MS)
}

/** The three headers of the Standard Webhooks specification: HMAC-SHA256 over `id.timestamp.body`, once for each secret. */
export function signHeaders(
  id: string,
  at: Date,
  body: string,
  secrets: readonly { secret: string }[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map(({ secret }) => {
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
