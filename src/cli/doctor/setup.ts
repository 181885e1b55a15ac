import { readSetup } from '../../actions/admin/read-setup.ts'
import type { Tenant } from '../../actions/ports/tenants.ts'
import type { Config } from '../../config.ts'
import { setupOf } from '../../domain/setup.ts'
import { type Finding, good, unsafe } from './finding.ts'

/** The steps of the set-up that are open, as the console lists them. A step that was left out on purpose is not named again. */
export async function judgeSetup(
  storage: Parameters<typeof readSetup>[0],
  tenant: Tenant,
  { baseUrl, webhookUrl }: Pick<Config, 'baseUrl' | 'webhookUrl'>,
): Promise<Finding[]> {
  const lines = setupOf(await readSetup(storage, tenant, { baseUrl, webhookUrl }))
  const open = lines.filter(({ state }) => state === 'open')
  const name = `set-up ${tenant.id}`
  if (!open.length) return [good(name, `${lines.length} steps done or left out on purpose`)]
  return open.map(({ title, now, command, place }) =>
    unsafe(name, `${title}: ${now}`, `${command.replace(' ID ', ` ${tenant.id} `)}, or /console/${place}`),
  )
}
