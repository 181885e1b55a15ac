import { RIGHTS, type Right } from '../../../kernel/accounts/credential-rights.ts'
import { createCredential, revokeCredential } from '../../../kernel/accounts/credentials.ts'
import { figuresInWords } from '../../../kernel/decision/assurance.ts'
import { readLevelFigures } from '../../../kernel/decision/change-policy.ts'
import { ASSURANCE_LEVELS, type Assurance } from '../../../kernel/decision/levels.ts'
import type { Ports } from '../../../kernel/ports/ports.ts'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { changeTenant } from '../../../kernel/tenants/tenants.ts'
import { defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'

const create = defineCommand({
  summary: 'create an API credential and print its password, once',
  options: {
    live: { type: 'boolean', description: 'for real people; without it the credential is for test mode' },
    tenant: { type: 'string', value: 'ID', default: 'default', description: 'whose credential it is' },
    username: { type: 'string', value: 'NAME', description: 'generated unless given' },
    label: { type: 'string', value: 'TEXT', description: 'display name' },
    rights: { type: 'string', value: RIGHTS.join(','), description: 'what it may do; everything unless given' },
    assurance: {
      type: 'string',
      value: 'LEVEL',
      choices: ASSURANCE_LEVELS,
      description: 'with --live: how sure the tenant wants to be; asked for on a terminal unless given',
    },
  },
  run: ({ options: { live, tenant, username: name, label, rights, assurance }, ask }) =>
    withStorage(async (ports) => {
      if (assurance && !live) throw new UsageError('--assurance goes with --live: test mode approves without a proof')
      const mode: Mode = live ? 'live' : 'test'
      const level = live ? (assurance ?? (await askLevel(ports, tenant, ask))) : undefined
      const wanted = { tenant, mode, label, rights: rightsIn(rights), username: name, actor: ACTOR }
      const created = await createCredential(ports, wanted)
      if (!created.ok && created.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(created)
      if (!created.ok) throw new UsageError(`the username '${name}' is in use, or was`)
      const { username, password } = created.value
      if (level) await changeTenant(ports, tenant, { settings: { assurance: level } }, ACTOR)
      const chosen = (await ports.tenants.load(tenant))?.settings.assurance
      return {
        data: { username, password, mode, tenant, ...(live && chosen && { assurance: chosen }) },
        text: [
          `username  ${username}`,
          `password  ${password}`,
          `mode      ${mode}`,
          ...(live ? [`assurance ${chosen ?? 'as the policy says: high, unless the tenant has its own'}`] : []),
          '',
          'The password is not shown again.',
          ...(live && !ask ? ['', ...levelLines(), 'Choose with tenants set, or --assurance.'] : []),
        ].join('\n'),
      }
    }),
})

/** The level that somebody at a terminal chooses; undefined keeps the tenant's level. */
async function askLevel(
  { tenants }: Pick<Ports, 'tenants'>,
  tenant: string,
  ask: ((question: string) => Promise<string>) | undefined,
): Promise<Assurance | undefined> {
  const found = ask && (await tenants.load(tenant))
  if (!ask || !found) return undefined
  const keeps = found.settings.assurance ?? 'as it is'
  const answer = (await ask([...levelLines(), `Which level for '${tenant}'? [${keeps}] `].join('\n'))).trim()
  const level = ASSURANCE_LEVELS.find((each) => each === answer)
  if (answer && !level) throw new UsageError(`there is no level '${answer}': ${ASSURANCE_LEVELS.join(', ')}`)
  return level
}

const levelLines = (): string[] =>
  readLevelFigures().map((figures) => `${figures.level.padEnd(9)} ${figuresInWords(figures)}`)

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
