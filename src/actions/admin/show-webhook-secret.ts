import { accept, type Result, refuse } from '../../domain/result.ts'
import { readWebhookSecrets, type WebhookSecret } from '../jobs/webhook-secret.ts'
import type { Ports } from '../ports/ports.ts'

/** The secrets that sign a tenant's webhooks, for somebody who sets up its receiver; that they were shown is recorded. */
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
