import { randomUUID } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Outbox } from '../ports/outbox.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { type Post, signHeaders, type WebhookSettings } from './deliver-webhooks.ts'
import { readWebhookSecrets, type WebhookSecret } from './webhook-secret.ts'

/** Time for the receiver to switch to the new secret; both sign until then. */
const BOTH_DAYS = 7

/** Gives a tenant a new webhook secret. The earlier one signs alongside it for a week, or stops at once with `only`. */
export async function rotateWebhookSecret(
  { tenants, clock }: Pick<Ports, 'tenants' | 'clock'>,
  { tenant: id, actor, only = false }: { tenant: string; actor: string; only?: boolean },
): Promise<Result<Tenant, 'NOT_FOUND'>> {
  const tenant = await tenants.load(id)
  if (!tenant) return refuse('NOT_FOUND')
  const at = clock()
  const generation = (tenant.settings.webhookSecret?.generation ?? 0) + 1
  const previousUntil = new Date(at.getTime() + BOTH_DAYS * 86_400_000).toISOString()
  const webhookSecret = only ? { generation } : { generation, previousUntil }
  const changed: Tenant = { ...tenant, settings: { ...tenant.settings, webhookSecret } }
  const detail = { generation, only }
  await tenants.save(changed, { at, tenant: id, actor, action: 'webhook.secret.rotate', detail })
  return accept(changed)
}

/**
 * The secrets that sign a tenant's webhooks, for somebody who sets up its receiver. It is recorded that they were
 * shown.
 */
export async function showWebhookSecrets(
  ports: Pick<Ports, 'tenants' | 'secrets' | 'audit' | 'clock'>,
  given: readonly string[],
  { tenant: id, actor }: { tenant: string; actor: string },
): Promise<Result<WebhookSecret[], 'NOT_FOUND'>> {
  const tenant = await ports.tenants.load(id)
  if (!tenant) return refuse('NOT_FOUND')
  await ports.audit.record({ at: ports.clock(), tenant: id, actor, action: 'webhook.secret.show' })
  return accept(await readWebhookSecrets(ports, given, tenant))
}

export type WhichEvents = Parameters<Outbox['replay']>[0]

/** Queues failed or delivered events again; answers how many. */
export async function replayWebhooks(
  { outbox, clock }: Pick<Ports, 'outbox' | 'clock'>,
  which: WhichEvents,
  actor: string,
): Promise<number> {
  const at = clock()
  return outbox.replay(which, at, (events) => ({
    at,
    tenant: ('failed' in which && which.tenant) || '*',
    actor,
    action: 'webhook.replay',
    ...('sessionId' in which && { sessionId: which.sessionId }),
    detail: { events, ...('id' in which && { id: which.id }) },
  }))
}

/** The id of a session that does not exist, so that a receiver that takes it for real finds nothing. */
const NO_SESSION = '00000000-0000-4000-8000-000000000000'

interface TestAnswer {
  /** The HTTP status of the answer; absent when there was none. */
  answered?: number
  problem?: string
}

/** Sends one signed event to a tenant's address now, outside the queue, and returns the answer. */
export async function sendTestWebhook(
  ports: Pick<Ports, 'tenants' | 'audit' | 'secrets' | 'clock'>,
  { tenant, actor }: { tenant: string; actor: string },
  { url: common, secrets: given }: Pick<WebhookSettings, 'url' | 'secrets'>,
  post: Post,
): Promise<Result<TestAnswer, 'NOT_FOUND' | 'NO_ADDRESS'>> {
  const { tenants, audit, clock } = ports
  const found = await tenants.load(tenant)
  if (!found) return refuse('NOT_FOUND')
  const url = found.settings.webhookUrl ?? common
  if (url === undefined) return refuse('NO_ADDRESS')

  const at = clock()
  const event = { sessionId: NO_SESSION, status: 'PENDING', tenant, mode: 'test', externalId: 'test' } as const
  const body = JSON.stringify({ type: 'test', ...event })
  const secrets = await readWebhookSecrets(ports, given, found)
  const answer = await post(url, signHeaders(`msg_test_${randomUUID()}`, at, body, secrets), body).then(
    (answered): TestAnswer => ({ answered }),
    (error: unknown): TestAnswer => ({ problem: error instanceof Error ? error.message : String(error) }),
  )
  const detail = { host: new URL(url).host, ...(answer.answered !== undefined && { answered: answer.answered }) }
  await audit.record({ at, tenant, actor, action: 'webhook.test', detail })
  return accept(answer)
}
