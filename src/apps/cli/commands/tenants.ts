import { readConfig } from '../../../kernel/config.ts'
import type { Tenant } from '../../../kernel/ports/tenants.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { changeTenant, createTenant } from '../../../kernel/tenants/tenants.ts'
import { type Answer, defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { noSuchTenant, programName, UsageError } from '../../../platform/cli/usage.ts'
import { guardWebhooks, refusalOf } from '../../../platform/http/fetch-guarded.ts'
import { groupCommands } from '../group-commands.ts'

const list = defineCommand({
  summary: 'list tenants',
  run: () =>
    withStorage(async (ports) => {
      const tenants = await ports.tenants.all()
      const lines = tenants.map(({ id, name }) => `${id}\t${name}`)
      return { data: tenants, text: lines.join('\n') || 'no tenant yet: the first start of the service makes one' }
    }),
})

const create = defineCommand({
  summary: 'create a tenant',
  arguments: { id: { description: 'its id, which never changes' } },
  options: { name: { type: 'string', value: 'NAME', description: 'its name; the id unless given' } },
  run: ({ args: { id }, options: { name = id } }) =>
    withStorage(async (ports) => {
      const { retentionDays } = readConfig(process.env)
      const created = await createTenant(ports, { id, name, retentionDays, actor: ACTOR })
      if (!created.ok) throw new UsageError(`there is a tenant '${id}' already`)
      return { data: { id, name }, text: `created ${id}; ${programName()} credentials create --tenant ${id}` }
    }),
})

const show = defineCommand({
  summary: 'print a tenant with its settings, as JSON',
  arguments: { id: { description: 'the tenant' } },
  run: ({ args: { id } }) => withStorage(async (ports) => answer(await ports.tenants.load(id), id)),
})

const set = defineCommand({
  summary: 'change settings of a tenant',
  details: 'Settings that are not named stay as they are; null removes one.',
  arguments: { id: { description: 'the tenant' } },
  options: { settings: { type: 'string', value: 'JSON', required: true, description: 'the settings to change' } },
  examples: [
    `tenants set default --settings '{"frameOrigins": ["https://shop.example"], "steps": ["document", "face"]}'`,
  ],
  run: ({ args: { id }, options }) =>
    withStorage(async (ports) => {
      const changed = await changeTenant(ports, id, { settings: settingsIn(options.settings) }, ACTOR)
      if (!changed.ok && changed.refusal === 'BAD_SETTINGS') throw new UsageError(changed.problem)
      if (changed.ok) warnOfWebhooks(changed.value)
      return answer(changed.ok ? changed.value : undefined, id)
    }),
})

export const command = defineGroup({
  summary: 'create, list or change tenants',
  commands: { list, create, show, set, ...(await groupCommands('tenants')) },
})

/** An address may be set before the setting that allows it; until then nothing is sent there. */
function warnOfWebhooks({ settings: { webhookUrl } }: Tenant): void {
  const { allowedHosts, webhookUrl: own } = readConfig(process.env)
  const refusal = webhookUrl && refusalOf(guardWebhooks(allowedHosts, own), webhookUrl)
  if (refusal) console.error(`warning: no webhook is sent to ${webhookUrl}: ${refusal}`)
}

function answer(tenant: Tenant | undefined, id: string): Answer {
  if (!tenant) throw noSuchTenant({ tenant: id })
  return { data: tenant, text: JSON.stringify(tenant, undefined, 2) }
}

function settingsIn(text: string): object {
  try {
    const settings: unknown = JSON.parse(text)
    if (settings && typeof settings === 'object' && !Array.isArray(settings)) return settings
  } catch {
    // The same sentence shows the expected form.
  }
  throw new UsageError(`--settings takes a JSON object, as in --settings '{"retentionDays": 30}'`)
}
