import { changeTenant } from '../../actions/admin/change-tenant.ts'
import { createTenant } from '../../actions/admin/create-tenant.ts'
import type { Tenant } from '../../actions/ports/tenants.ts'
import { readConfig } from '../../config.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: tenants list
       tenants create ID --name NAME
       tenants show ID
       tenants set ID --settings '{"frameOrigins": ["https://shop.example"], "steps": ["document", "face"]}'
                                           null takes a setting away`

export async function run(args: string[]): Promise<void> {
  const [verb, id] = readWords(args)
  await withStorage(async (ports) => {
    if (verb === 'list') {
      for (const tenant of await ports.tenants.all()) console.log(`${tenant.id}\t${tenant.name}`)
    } else if (verb === 'create' && id) {
      const { retentionDays } = readConfig(process.env)
      const wanted = { id, name: readOption(args, 'name') ?? id, retentionDays, actor: ACTOR }
      const created = await createTenant(ports, wanted)
      if (!created.ok) throw new UsageError(`there is a tenant '${id}' already`)
      console.log(`created ${id}; npm run cli -- credentials create --tenant ${id}`)
    } else if (verb === 'show' && id) {
      print(await ports.tenants.load(id), id)
    } else if (verb === 'set' && id) {
      const changed = await changeTenant(ports, id, { settings: settingsIn(args) }, ACTOR)
      if (!changed.ok && changed.refusal === 'BAD_SETTINGS') throw new UsageError(changed.problem)
      print(changed.ok ? changed.value : undefined, id)
    } else throw new UsageError(usage)
  })
}

function print(tenant: Tenant | undefined, id: string): void {
  if (!tenant) throw noSuchTenant({ ok: false, refusal: 'NO_SUCH_TENANT', tenant: id })
  console.log(JSON.stringify(tenant, undefined, 2))
}

function settingsIn(args: string[]): object {
  try {
    const settings: unknown = JSON.parse(readOption(args, 'settings') ?? '')
    if (settings && typeof settings === 'object' && !Array.isArray(settings)) return settings
  } catch {
    // told below, with how it should look
  }
  throw new UsageError(usage)
}
