import { createCredential } from '../actions/admin/create-credential.ts'
import { withStorage } from './storage.ts'
import { option, UsageError, words } from './usage.ts'

const usage = `usage: credentials create [--tenant ID] [--username NAME]
       credentials list [--tenant ID]
       credentials revoke USERNAME`

export async function run(args: string[]): Promise<void> {
  const [verb, username] = words(args)
  const clock = () => new Date()
  await withStorage(async ({ credentials, tenants, audit }) => {
    if (verb === 'create') {
      const tenant = option(args, 'tenant') ?? 'default'
      if (!(await tenants.load(tenant))) throw new UsageError(`there is no tenant '${tenant}'`)
      const wanted = { tenant, username: option(args, 'username'), actor: 'system' }
      const created = await createCredential({ credentials, audit, clock }, wanted)
      console.log(`username  ${created.username}\npassword  ${created.password}\n\nThe password is not shown again.`)
    } else if (verb === 'list') {
      for (const each of await credentials.list(option(args, 'tenant'))) {
        const state = each.revokedAt ? `revoked ${each.revokedAt.toISOString()}` : 'active'
        const used = each.lastUsedAt ? `used ${each.lastUsedAt.toISOString()}` : 'never used'
        console.log([each.username, each.tenant, `created ${each.createdAt.toISOString()}`, used, state].join('\t'))
      }
    } else if (verb === 'revoke' && username) {
      const known = (await credentials.list()).find((each) => each.username === username)
      if (!known || !(await credentials.revoke(username, clock())))
        throw new UsageError(`there is no active credential '${username}'`)
      const entry = { at: clock(), tenant: known.tenant, actor: 'system', action: 'credential.revoke' }
      await audit.record({ ...entry, detail: { username } })
      console.log(`revoked ${username}`)
    } else throw new UsageError(usage)
  })
}
