import { randomUUID } from 'node:crypto'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { type Post, signHeaders, type WebhookSettings } from '../jobs/deliver-webhooks.ts'
import { readWebhookSecrets } from '../jobs/webhook-secret.ts'
import type { Ports } from '../ports/ports.ts'

/** Of a session that does not exist, so that a receiver who takes it for real finds nothing. */
const NO_SESSION = '00000000-0000-4000-8000-000000000000'

interface TestAnswer {
  /** The HTTP status of the answer; absent when there was none. */
  answered?: number
  problem?: string
}

/** Sends one signed event to a tenant's address now, outside the queue, and says what came back. */
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
  const said = { sessionId: NO_SESSION, status: 'PENDING', tenant, mode: 'test', externalId: 'test' } as const
  const body = JSON.stringify({ type: 'test', ...said })
  const secrets = await readWebhookSecrets(ports, given, found)
  const answer = await post(url, signHeaders(`msg_test_${randomUUID()}`, at, body, secrets), body).then(
    (answered): TestAnswer => ({ answered }),
    (error: unknown): TestAnswer => ({ problem: error instanceof Error ? error.message : String(error) }),
  )
  const detail = { host: new URL(url).host, ...(answer.answered !== undefined && { answered: answer.answered }) }
  await audit.record({ at, tenant, actor, action: 'webhook.test', detail })
  return accept(answer)
}
