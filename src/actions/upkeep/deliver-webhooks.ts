import { createHmac } from 'node:crypto'
import type { OutboxEvent } from '../ports/outbox.ts'
import type { Ports } from '../ports/ports.ts'

/** Sends one signed request; answers the HTTP status. Throws when the address is refused or cannot be reached. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<number>

export interface WebhookSettings {
  /** Where events of tenants without an address of their own go. */
  url?: string | undefined
  /** As the Standard Webhooks specification writes it (`whsec_` + Base64), or plain text. */
  secret: string
  /** Names this process among those that share the outbox. */
  owner: string
}

/** Longer than the request may take, so that no second node starts on an event that is still under way. */
const LEASE_SECONDS = 60
const BATCH = 20
const GIVE_UP_MS = 3 * 86_400_000
const FIRST_GAP_MS = 5_000
const LONGEST_GAP_MS = 6 * 3_600_000

type Needs = Pick<Ports, 'outbox' | 'tenants' | 'clock'>

/** Delivers what is due and says how many events it took on; at least once, in order per session. */
export async function deliverWebhooks(ports: Needs, settings: WebhookSettings, post: Post): Promise<number> {
  const events = await ports.outbox.claim(settings.owner, ports.clock(), LEASE_SECONDS, BATCH)
  await Promise.all(events.map((event) => deliver(ports, settings, post, event)))
  return events.length
}

async function deliver(
  { outbox, tenants, clock }: Needs,
  settings: WebhookSettings,
  post: Post,
  event: OutboxEvent,
): Promise<void> {
  const url = (await tenants.load(event.tenant))?.settings.webhookUrl ?? settings.url
  if (!url) return outbox.delivered(event.id, clock())

  const body = JSON.stringify({
    sessionId: event.sessionId,
    status: event.status,
    mode: event.mode,
    ...(event.externalId === undefined ? {} : { externalId: event.externalId }),
  })
  const problem = await attempt(() => post(url, signHeaders(event.id, clock(), body, settings.secret), body))
  const now = clock()
  if (!problem) return outbox.delivered(event.id, now)
  if (now.getTime() - event.queuedAt.getTime() >= GIVE_UP_MS) return outbox.failed(event.id, now, problem)
  return outbox.retry(event.id, new Date(now.getTime() + gapAfter(event.attempts)), problem)
}

/** Only an answer 2xx counts as delivered. Undefined when it did, else what went wrong. */
async function attempt(send: () => Promise<number>): Promise<string | undefined> {
  try {
    const status = await send()
    return status >= 200 && status < 300 ? undefined : `answered ${status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Doubles from 5 seconds to 6 hours. */
export function gapAfter(attempts: number): number {
  return Math.min(FIRST_GAP_MS * 2 ** Math.min(attempts, 20), LONGEST_GAP_MS)
}

/** The three headers of the Standard Webhooks specification: HMAC-SHA256 over `id.timestamp.body`. */
export function signHeaders(id: string, at: Date, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
