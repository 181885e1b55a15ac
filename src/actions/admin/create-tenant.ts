import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Ports } from '../ports/ports.ts'
import type { Tenant } from '../ports/tenants.ts'
import { readTenantSettings } from './tenant-settings.ts'

type Needs = Pick<Ports, 'tenants' | 'clock'>

interface NewTenant {
  id: string
  name: string
  retentionDays: number
  actor: string
}

/** Makes room for an integrator, with the settings that most of them want. */
export async function createTenant(
  { tenants, clock }: Needs,
  { id, name, retentionDays, actor }: NewTenant,
): Promise<Result<Tenant, 'ID_IN_USE'>> {
  const settings = readTenantSettings({}, retentionDays)
  if (!settings.ok) throw new Error(settings.refusal)
  const tenant = { id, name, settings: { ...settings.value, ...(id !== DEFAULT && { webhookSecret: OWN_SECRET }) } }
  const isNew = await tenants.create(tenant, { at: clock(), tenant: id, actor, action: 'tenant.create' })
  return isNew ? accept(tenant) : refuse('ID_IN_USE')
}

const DEFAULT = 'default'
/** The first of its own: the installation's would let one tenant sign as another. The default tenant has that one. */
const OWN_SECRET = { generation: 1 }

/** The tenant of an installation that has but one. */
export async function ensureDefaultTenant(ports: Needs, retentionDays: number): Promise<void> {
  if (await ports.tenants.load(DEFAULT)) return
  await createTenant(ports, { id: DEFAULT, name: 'Default', retentionDays, actor: 'system' })
}
