import { createCredential } from '../../actions/admin/create-credential.ts'
import { revokeCredential } from '../../actions/admin/revoke-credential.ts'
import { type Mode, RIGHTS, type Right } from '../../domain/vocabulary.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: credentials create [--live] [--tenant ID] [--username NAME] [--label TEXT] [--rights open,read,delete]
       credentials list [--tenant ID]
       credentials revoke USERNAME`

export async function run(args: string[]): Promise<void> {
  const [verb, username] = readWords(args)
  await withStorage(async (ports) => {
    if (verb === 'create') {
      const tenant = readOption(args, 'tenant') ?? 'default'
      const mode: Mode = args.includes('--live') ? 'live' : 'test'
      const label = readOption(args, 'label')
      const wanted = {
        tenant,
        mode,
        label,
        rights: rightsIn(args),
        username: readOption(args, 'username'),
        actor: ACTOR,
      }
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
          [
            each.username,
            each.tenant,
            each.mode,
            each.rights?.join(',') ?? 'all',
            `created ${each.createdAt.toISOString()}`,
            used,
            state,
            each.label ?? '',
          ].join('\t'),
        )
      }
    } else if (verb === 'revoke' && username) {
      if (!(await revokeCredential(ports, username, ACTOR)))
        throw new UsageError(`there is no active credential '${username}'`)
      console.log(`revoked ${username}`)
    } else throw new UsageError(usage)
  })
}

function rightsIn(args: string[]): Right[] | undefined {
  const given = readOption(args, 'rights')?.split(',')
  if (given === undefined) return undefined
  if (!given.length || given.some((right) => !(RIGHTS as readonly string[]).includes(right)))
    throw new UsageError(usage)
  return given as Right[]
}
