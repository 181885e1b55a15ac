import { hkdfSync } from 'node:crypto'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'

export interface WebhookSecret {
  /** As the Standard Webhooks specification writes it (`whsec_` + Base64), or plain text that the operator chose. */
  secret: string
  /** Until when it signs alongside the newer one; absent for the newest. */
  until?: Date
}

type Needs = Pick<Ports, 'secrets' | 'clock'>

/**
 * The secrets that sign a tenant's webhooks now, newest first: one, or two during a rotation. A tenant has its own,
 * derived from a secret of the installation by its id. The default tenant, and tenants from before tenants had secrets,
 * sign with the installation's until theirs is rotated.
 */
export async function readWebhookSecrets(
  ports: Needs,
  given: readonly string[],
  { id, settings }: Pick<Tenant, 'id' | 'settings'>,
): Promise<WebhookSecret[]> {
  const { generation, previousUntil } = settings.webhookSecret ?? { generation: 0 }
  const newest = await secretsOf(ports, given, id, generation)
  const until = previousUntil && new Date(previousUntil)
  if (!until || until <= ports.clock()) return newest
  const [previous] = await secretsOf(ports, given, id, generation - 1)
  return previous ? [...newest, { ...previous, until }] : newest
}

async function secretsOf(
  ports: Needs,
  given: readonly string[],
  tenant: string,
  generation: number,
): Promise<WebhookSecret[]> {
  if (generation === 0)
    return given.length ? given.map((secret) => ({ secret })) : [written(await ports.secrets.get('webhook'))]
  const common = await ports.secrets.get('webhook-tenants')
  return [written(Buffer.from(hkdfSync('sha256', common, '', `webhook ${generation} ${tenant}`, 32)))]
}

const written = (bytes: Uint8Array): WebhookSecret => ({ secret: `whsec_${Buffer.from(bytes).toString('base64')}` })
