import { setTimeout as wait } from 'node:timers/promises'
import { openInvitations } from '../../../kernel/accounts/auth/invite.ts'
import type { Config } from '../../../kernel/config.ts'
import { bodyOf, eventTypeOf, signHeaders } from '../../../kernel/events/deliver-webhooks.ts'
import { readWebhookSecrets } from '../../../kernel/events/webhook-secret.ts'
import type { ListedEvent } from '../../../kernel/ports/outbox.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import { withDeadline } from '../../../platform/deadline.ts'

/** An event that was sent to the local address, and the answer. */
export interface Forwarded {
  at: string
  id: string
  type: string
  sessionId: string
  status?: string
  /** The HTTP status; `problem` instead if there was no answer. */
  answered?: number
  problem?: string
}

type Needs = Pick<Ports, 'outbox' | 'tenants' | 'secrets' | 'sessions' | 'signingKeys' | 'clock'>

const PAUSE_MS = 500
/** More than a test run makes within one pause. */
const LOOKED_AT = 500
const ANSWER_MS = 10_000

/** Sends every new event of test mode to an address, once, until the signal is aborted. */
export async function forwardEvents(
  ports: Needs,
  config: Pick<Config, 'webhookSecret'> & Parameters<typeof openInvitations>[1],
  { tenant, url }: { tenant: string; url: string },
  signal: AbortSignal,
  onSent: (sent: Forwarded) => void,
): Promise<void> {
  const invite = openInvitations(ports, config)
  const sent = new Set((await ports.outbox.list(tenant, undefined, LOOKED_AT)).map(({ id }) => id))
  while (!signal.aborted) {
    const events = await ports.outbox.list(tenant, undefined, LOOKED_AT)
    for (const event of events.toReversed().filter((each) => !sent.has(each.id) && isDue(each, ports.clock()))) {
      sent.add(event.id)
      onSent(await forward(ports, event, { ...config, invite, url, signal }))
    }
    await wait(PAUSE_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** Neither what a reviewer can still undo, nor anything of live sessions. */
const isDue = ({ mode, state, attempts, dueAt }: ListedEvent, now: Date): boolean =>
  mode === 'test' && (state !== 'pending' || attempts > 0 || dueAt <= now)

interface Way extends Pick<Config, 'webhookSecret'> {
  invite: ReturnType<typeof openInvitations>
  url: string
  signal: AbortSignal
}

async function forward(
  ports: Needs,
  listed: ListedEvent,
  { webhookSecret, invite, url, signal }: Way,
): Promise<Forwarded> {
  const event = (await ports.outbox.find(listed.id)) ?? { ...listed, erased: true as const }
  const tenant = await ports.tenants.load(event.tenant)
  const invitation = event.action && !event.erased ? await invite(event) : undefined
  const body = await bodyOf(ports, event, invitation)
  const secrets = tenant ? await readWebhookSecrets(ports, webhookSecret, tenant) : []
  const at = ports.clock()
  const { id, sessionId, status, erased } = event
  const summary = { at: at.toISOString(), id, type: eventTypeOf(event), sessionId, ...(!erased && { status }) }
  try {
    const headers = signHeaders(id, at, body, secrets)
    const answered = await withDeadline(
      'webhook',
      ANSWER_MS,
      async (until) => {
        const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: until })
        await answer.body?.cancel()
        return answer.status
      },
      signal,
    )
    return { ...summary, answered }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { ...summary, problem: (cause as NodeJS.ErrnoException).code ?? String(cause) }
  }
}
