import { createCredential, revokeCredential } from '../../actions/admin/credentials.ts'
import { type Mode, RIGHTS, type Right } from '../../domain/vocabulary.ts'
import { defineCommand, defineGroup } from '../parser/command.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, UsageError } from '../support/usage.ts'

const create = defineCommand({
  summary: 'create an API credential and print its password, once',
  options: {
    live: { type: 'boolean', description: 'for real people; without it the credential is for test mode' },
    tenant: { type: 'string', value: 'ID', default: 'default', description: 'whose credential it is' },
    username: { type: 'string', value: 'NAME', description: 'generated unless given' },
    label: { type: 'string', value: 'TEXT', description: 'what people call it' },
    rights: { type: 'string', value: RIGHTS.join(','), description: 'what it may do; everything unless given' },
  },
  run: ({ options: { live, tenant, username: name, label, rights } }) =>
    withStorage(async (ports) => {
      const mode: Mode = live ? 'live' : 'test'
      const wanted = { tenant, mode, label, rights: rightsIn(rights), username: name, actor: ACTOR }
      const created = await createCredential(ports, wanted)
      if (!created.ok && created.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(created)
      if (!created.ok) throw new UsageError(`the username '${name}' is in use, or was`)
      const { username, password } = created.value
      return {
        data: { username, password, mode, tenant },
        text: `username  ${username}\npassword  ${password}\nmode      ${mode}\n\nThe password is not shown again.`,
      }
    }),
})

const list = defineCommand({
  summary: 'list API credentials',
  options: { tenant: { type: 'string', value: 'ID', description: 'only of this tenant' } },
  run: ({ options: { tenant } }) =>
    withStorage(async (ports) => {
      const found = await ports.credentials.list(tenant)
      const lines = found.map((each) =>
        [
          each.username,
          each.tenant,
          each.mode,
          each.rights?.join(',') ?? 'all',
          `created ${each.createdAt.toISOString()}`,
          each.lastUsedAt ? `used ${each.lastUsedAt.toISOString()}` : 'never used',
          each.revokedAt ? `revoked ${each.revokedAt.toISOString()}` : 'active',
          each.label ?? '',
        ].join('\t'),
      )
      return {
        data: found.map(({ passwordHash: _, ...shown }) => shown),
        text: lines.join('\n') || 'no API credential yet',
      }
    }),
})

const revoke = defineCommand({
  summary: 'revoke an API credential',
  arguments: { username: { description: 'whose password stops working at once' } },
  destroys: true,
  run: ({ args: { username }, confirm }) =>
    withStorage(async (ports) => {
      const none = () => new UsageError(`there is no active credential '${username}'`)
      const found = await ports.credentials.find(username)
      if (!found) throw none()
      await confirm(`revoke the ${found.mode} credential '${username}' of the tenant '${found.tenant}' for good`)
      if (!(await revokeCredential(ports, username, ACTOR))) throw none()
      return { data: { revoked: username }, text: `revoked ${username}` }
    }),
})

export const command = defineGroup({
  summary: 'create, list or revoke API credentials',
  commands: { create, list, revoke },
})

function rightsIn(text: string | undefined): Right[] | undefined {
  const given = text?.split(',')
  const unknown = given?.find((right) => !(RIGHTS as readonly string[]).includes(right))
  if (unknown !== undefined) throw new UsageError(`--rights takes some of ${RIGHTS.join(',')}, not '${unknown}'`)
  return given as Right[] | undefined
}
