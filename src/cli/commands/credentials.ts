import { createCredential } from '../../actions/admin/create-credential.ts'
import { revokeCredential } from '../../actions/admin/revoke-credential.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: credentials create [--live] [--tenant ID] [--username NAME]
       credentials list [--tenant ID]
       credentials revoke USERNAME`

export async function run(args: string[]): Promise<void> {
  const [verb, username] = readWords(args)
  await withStorage(async (ports) => {
    if (verb === 'create') {
      const tenant = readOption(args, 'tenant') ?? 'default'
      const mode: Mode = args.includes('--live') ? 'live' : 'test'
      const wanted = { tenant, mode, username: readOption(args, 'username'), actor: ACTOR }
      const created = await createCredential(ports, wanted)
      if (!created.ok && created.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(created)
      if (!created.ok) throw new UsageError(`the username '${wanted.username}' is in use, or was`)
      const { username, password } = created.value
      console.log(`username  ${username}\npassword  ${password}\nmode      ${mode}\n\nThe password is not shown again.`)
    } else if (verb === 'list') {
      for (const each of await ports.credentials.list(readOption(args, 'tenant'))) {
        const state = each.revokedAt ? `revoked ${each.revokedAt.toISOString()}` : 'active'
        const used = each.lastUsedAt ? `used ${each.lastUsedAt.toISOString()}` : 'never used'
        console.log(
          [each.username, each.tenant, each.mode, `created ${each.createdAt.toISOString()}`, used, state].join('\t'),
        )
      }
    } else if (verb === 'revoke' && username) {
      if (!(await revokeCredential(ports, username, ACTOR)))
        throw new UsageError(`there is no active credential '${username}'`)
      console.log(`revoked ${username}`)
    } else throw new UsageError(usage)
  })
}
