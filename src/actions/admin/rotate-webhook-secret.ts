import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'

/** Time for the receiver to take the new secret; both sign until then. */
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
