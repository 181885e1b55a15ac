import { changeReviewer, createReviewer, type ReviewerChange } from '../../../kernel/accounts/manage-reviewers.ts'
import type { Storage } from '../../../kernel/storage/open.ts'
import { ACTOR, withStorage } from '../../../kernel/storage/open-for-command.ts'
import { type Answer, defineCommand, defineGroup } from '../../../platform/cli/command.ts'
import { noSuchTenant, UsageError } from '../../../platform/cli/usage.ts'

const NAME = { description: 'the name that they sign in with' } as const
const ROLES = ['reviewer', 'admin'] as const

const list = defineCommand({
  summary: 'list the accounts of the console',
  run: () =>
    withStorage(async ({ reviewers }) => {
      const accounts = (await reviewers.list()).map(({ username, role, tenants, disabledAt }) => ({
        username,
        role,
        tenants: tenants ?? 'all',
        disabledAt,
      }))
      const lines = accounts.map(
        ({ username, role, tenants, disabledAt }) =>
          `${username}\t${role}\t${[tenants].flat().join(',')}${disabledAt ? '\tdisabled' : ''}`,
      )
      return { data: accounts, text: lines.join('\n') || 'no account yet' }
    }),
})

const create = defineCommand({
  summary: 'create an account and print its password, once',
  arguments: { name: NAME },
  options: {
    role: { type: 'string', choices: ROLES, default: 'reviewer', description: 'what it may do' },
    tenants: { type: 'string', value: 'ID,ID|all', default: 'all', description: 'whose sessions it sees' },
  },
  run: ({ args: { name: username }, options: { role, tenants: given } }) =>
    withStorage(async (ports) => {
      const tenants = tenantsIn(given)
      const wanted = { username, role, ...(tenants !== 'all' && { tenants }), actor: ACTOR }
      const created = await createReviewer(ports, wanted)
      if (created.ok) return passwordOf(username, created.value.password)
      if (created.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(created)
      if (created.refusal === 'NAME_IN_USE') throw new UsageError(`there is a reviewer '${username}' already`)
      throw new UsageError('a name has 2 to 64 of a-z, 0-9, dot, dash and underscore')
    }),
})

const password = defineCommand({
  summary: 'set a new password, print it once, and remove the second factor',
  arguments: { name: NAME },
  destroys: true,
  run: ({ args: { name }, confirm }) =>
    withStorage(async (ports) => {
      if (!(await ports.reviewers.byUsername(name))) throw new UsageError(`there is no reviewer '${name}'`)
      await confirm(`replace the password of '${name}' and remove the second factor`)
      return change(ports, name, { reset: true })
    }),
})

const role = defineCommand({
  summary: 'change what an account may do',
  arguments: { name: NAME },
  options: { role: { type: 'string', choices: ROLES, required: true, description: 'its new role' } },
  run: ({ args: { name }, options: { role } }) => withStorage((ports) => change(ports, name, { role })),
})

const tenants = defineCommand({
  summary: 'change whose sessions a reviewer sees',
  arguments: { name: NAME },
  options: { tenants: { type: 'string', value: 'ID,ID|all', required: true, description: 'these tenants, or all' } },
  run: ({ args: { name }, options }) =>
    withStorage((ports) => change(ports, name, { tenants: tenantsIn(options.tenants) })),
})

const disable = defineCommand({
  summary: 'sign an account out and disable it',
  arguments: { name: NAME },
  run: ({ args: { name } }) => withStorage((ports) => change(ports, name, { disabled: true })),
})

const enable = defineCommand({
  summary: 'enable a disabled account again',
  arguments: { name: NAME },
  run: ({ args: { name } }) => withStorage((ports) => change(ports, name, { disabled: false })),
})

export const command = defineGroup({
  summary: 'create, list, change or disable accounts of the console',
  commands: { list, create, password, role, tenants, disable, enable },
})

async function change(
  ports: Storage & { clock: () => Date },
  username: string,
  wanted: ReviewerChange,
): Promise<Answer> {
  const changed = await changeReviewer(ports, username, wanted, ACTOR)
  if (changed.ok) {
    const { password } = changed.value
    return password ? passwordOf(username, password) : { data: { username, ...wanted }, text: '' }
  }
  if (changed.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(changed)
  if (changed.refusal === 'NOT_FOUND') throw new UsageError(`there is no reviewer '${username}'`)
  if (changed.refusal === 'BY_PROVIDER') throw new UsageError('its OpenID provider says what it may do')
  throw new UsageError('this is the last admin; make another one first')
}

const passwordOf = (username: string, password: string): Answer => ({
  data: { username, password },
  text: `password of ${username}, shown only now: ${password}`,
})

function tenantsIn(given: string): string[] | 'all' {
  return given === 'all' ? given : given.split(',').map((id) => id.trim())
}
