import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { defineCommand } from '../../../platform/cli/command.ts'
import { noSuchTenant } from '../../../platform/cli/usage.ts'
import { rotateIssuerKey } from '../rotate-issuer-key.ts'

export const rotateKey = defineCommand({
  summary: 'give a tenant a new key for the credentials it issues',
  details: 'The earlier key stays published as long as a credential signed with it is valid.',
  arguments: { id: { description: 'the tenant' } },
  destroys: () => true,
  run: ({ args: { id }, confirm }) =>
    withStorage(async (ports) => {
      if (!(await ports.tenants.load(id))) throw noSuchTenant({ tenant: id })
      await confirm(`replace the key that signs the credentials of '${id}'`)
      const changed = await rotateIssuerKey(ports, { tenant: id, actor: ACTOR })
      if (!changed.ok) throw noSuchTenant({ tenant: id })
      return { data: changed.value, text: JSON.stringify(changed.value, undefined, 2) }
    }),
})
