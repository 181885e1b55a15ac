import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { flowNamed } from '../../kernel/session/flow.ts'
import type { Mode } from '../../kernel/session/session-words.ts'
import { type NoSuchTenant, refuseUnknownTenants } from '../../kernel/tenants/tenant-scope.ts'
import { AGE_CLAIMS, type ClientSettings, checkClient, checkLook } from './domain/client.ts'

type Needs = Pick<Ports, 'openIdClients' | 'tenants' | 'clock'>

interface NewClient extends ClientSettings {
  tenant: string
  mode: Mode
  name: string
  actor: string
}

interface UnusableClient {
  ok: false
  refusal: 'UNUSABLE'
  /** Why, in words. */
  problem: string
}

/** Registers a client. Its secret is shown to the caller once, and stored only as a hash. */
export async function createClient(
  ports: Needs,
  { tenant: tenantId, mode, name, actor, ...settings }: NewClient,
): Promise<Result<{ id: string; secret?: string }, never> | UnusableClient | NoSuchTenant> {
  const unusable = (problem: string): UnusableClient => ({ ok: false, refusal: 'UNUSABLE', problem })
  const unknownTenant = await refuseUnknownTenants(ports, [tenantId])
  if (unknownTenant) return unknownTenant
  const checked = checkClient(name, settings)
  if (!checked.ok) return unusable(checked.refusal)
  const tenant = await ports.tenants.load(tenantId)
  const flow = tenant && flowNamed(tenant.settings, settings.flow)
  if (!flow) return unusable(`the tenant has no flow '${settings.flow}'`)
  if (flow.kind === 'returning')
    return unusable('the flow returning is used by itself, for people who come back with a hint')
  if (flow.kind === 'age' && !settings.claims.every((claim) => AGE_CLAIMS.includes(claim)))
    return unusable('the flow age keeps nothing but its answer: only age_over_NN may be asked for')

  const createdAt = ports.clock()
  const id = `client-${randomBytes(9).toString('base64url')}`
  const secret = settings.authMethod === 'client_secret_basic' ? randomBytes(32).toString('base64url') : undefined
  const secretSha256 = secret && createHash('sha256').update(secret).digest('hex')
  const detail = { client: id, name, mode, claims: settings.claims.join(' ') }
  const entry = { at: createdAt, tenant: tenantId, actor, action: 'openid.client.create', detail } as const
  const client = { id, tenant: tenantId, mode, name, ...settings, ...(secretSha256 && { secretSha256 }), createdAt }
  await ports.openIdClients.create(client, entry)
  return accept({ id, ...(secret && { secret }) })
}

/** Changes what people are shown of a client; an empty logo removes it. */
export async function changeClient(
  { openIdClients, clock }: Needs,
  id: string,
  look: { name?: string; logo?: string },
  actor: string,
): Promise<Result<undefined, 'NOT_FOUND'> | UnusableClient> {
  const client = await openIdClients.find(id)
  if (!client) return refuse('NOT_FOUND')
  const logo = look.logo ?? client.logo
  const changed = { name: look.name ?? client.name, ...(logo && { logo }) }
  const checked = checkLook(changed)
  if (!checked.ok) return { ok: false, refusal: 'UNUSABLE', problem: checked.refusal }
  const detail = { client: id, name: changed.name, logo: changed.logo ? 'yes' : 'no' }
  const entry = { at: clock(), tenant: client.tenant, actor, action: 'openid.client.change', detail } as const
  return (await openIdClients.change(id, changed, entry)) ? accept(undefined) : refuse('NOT_FOUND')
}

/** Ends a client for good, and what it was given. */
export async function revokeClient(
  { openIdClients, clock }: Needs,
  id: string,
  actor: string,
): Promise<Result<undefined, 'NOT_FOUND'>> {
  const client = await openIdClients.find(id)
  if (!client) return refuse('NOT_FOUND')
  const at = clock()
  const detail = { client: id, name: client.name }
  const entry = { at, tenant: client.tenant, actor, action: 'openid.client.revoke', detail } as const
  return (await openIdClients.revoke(id, at, entry)) ? accept(undefined) : refuse('NOT_FOUND')
}
