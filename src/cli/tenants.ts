import { readTenantSettings } from '../actions/admin/tenant-settings.ts'
import { readConfig } from '../config.ts'
import { withStorage } from './storage.ts'
import { option, UsageError, words } from './usage.ts'

const usage = `usage: tenants list
       tenants create ID --name NAME
       tenants show ID
       tenants set ID --settings '{"frameOrigins": ["https://shop.example"], "steps": ["document", "face"]}'`

export async function run(args: string[]): Promise<void> {
  const [verb, id] = words(args)
  const { retentionDays } = readConfig(process.env)
  await withStorage(async ({ tenants, audit }) => {
    if (verb === 'list') {
      for (const tenant of await tenants.all()) console.log(`${tenant.id}\t${tenant.name}`)
    } else if (verb === 'create' && id) {
      const settings = readTenantSettings({}, retentionDays)
      if (!settings.ok) throw new UsageError(settings.refusal)
      const tenant = { id, name: option(args, 'name') ?? id, settings: settings.value }
      if (!(await tenants.create(tenant))) throw new UsageError(`there is a tenant '${id}' already`)
      await audit.record({ at: new Date(), tenant: id, actor: 'system', action: 'tenant.create' })
      console.log(`created ${id}; npm run cli -- credentials create --tenant ${id}`)
    } else if ((verb === 'show' || verb === 'set') && id) {
      const tenant = await tenants.load(id)
      if (!tenant) throw new UsageError(`there is no tenant '${id}'`)
      if (verb === 'set') {
        const settings = readTenantSettings({ ...tenant.settings, ...given(args) }, retentionDays)
        if (!settings.ok) throw new UsageError(settings.refusal)
        tenant.settings = settings.value
        await tenants.save(tenant)
        await audit.record({ at: new Date(), tenant: id, actor: 'system', action: 'tenant.change' })
      }
      console.log(JSON.stringify(tenant, undefined, 2))
    } else throw new UsageError(usage)
  })
}

function given(args: string[]): object {
  try {
    const settings: unknown = JSON.parse(option(args, 'settings') ?? '')
    if (settings && typeof settings === 'object' && !Array.isArray(settings)) return settings
  } catch {
    // told below, with how it should look
  }
  throw new UsageError(usage)
}
