import { changeReviewer, createReviewer, type ReviewerChange } from '../../actions/admin/manage-reviewers.ts'
import { ACTOR, withStorage } from '../support/storage.ts'
import { noSuchTenant, readOption, readWords, UsageError } from '../support/usage.ts'

const usage = `usage: reviewers list
       reviewers create NAME [--role reviewer|admin] [--tenants ID,ID]   prints a password, once
       reviewers password NAME                         sets and prints a new password, and takes the second factor away
       reviewers role NAME --role reviewer|admin
       reviewers tenants NAME --tenants ID,ID|all      whose sessions a reviewer sees
       reviewers disable NAME
       reviewers enable NAME`

export async function run(args: string[]): Promise<void> {
  const [verb, name] = readWords(args)
  if (verb === 'list') await list()
  else if (verb === 'create' && name) await create(name, args)
  else if (verb && name) await change(name, changeOf(verb, args))
  else throw new UsageError(usage)
}

const list = (): Promise<void> =>
  withStorage(async ({ reviewers }) => {
    for (const { username, role, tenants, disabledAt } of await reviewers.list()) {
      console.log(`${username}\t${role}\t${tenants?.join(',') ?? 'all'}${disabledAt ? '\tdisabled' : ''}`)
    }
  })

const create = (username: string, args: string[]): Promise<void> =>
  withStorage(async (ports) => {
    const tenants = tenantsIn(args)
    const wanted = { username, role: roleIn(args), ...(tenants !== 'all' && { tenants }), actor: ACTOR }
    const created = await createReviewer(ports, wanted)
    if (created.ok) return showPassword(username, created.value.password)
    if (created.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(created)
    if (created.refusal === 'NAME_IN_USE') throw new UsageError(`there is a reviewer '${username}' already`)
    throw new UsageError('a name has 2 to 64 of a-z, 0-9, dot, dash and underscore')
  })

const change = (username: string, wanted: ReviewerChange): Promise<void> =>
  withStorage(async (ports) => {
    const changed = await changeReviewer(ports, username, wanted, ACTOR)
    if (changed.ok) {
      const { password } = changed.value
      if (password) showPassword(username, password)
      return
    }
    if (changed.refusal === 'NO_SUCH_TENANT') throw noSuchTenant(changed)
    if (changed.refusal === 'NOT_FOUND') throw new UsageError(`there is no reviewer '${username}'`)
    if (changed.refusal === 'BY_PROVIDER') throw new UsageError('its OpenID provider says what it may do')
    throw new UsageError('this is the last admin; make another one first')
  })

function changeOf(verb: string, args: string[]): ReviewerChange {
  if (verb === 'password') return { reset: true }
  if (verb === 'role' && readOption(args, 'role')) return { role: roleIn(args) }
  if (verb === 'tenants' && readOption(args, 'tenants')) return { tenants: tenantsIn(args) }
  if (verb === 'disable' || verb === 'enable') return { disabled: verb === 'disable' }
  throw new UsageError(usage)
}

const showPassword = (name: string, password: string): void =>
  console.log(`password of ${name}, shown only now: ${password}`)

function tenantsIn(args: string[]): string[] | 'all' {
  const given = readOption(args, 'tenants') ?? 'all'
  return given === 'all' ? given : given.split(',').map((id) => id.trim())
}

function roleIn(args: string[]): 'reviewer' | 'admin' {
  const role = readOption(args, 'role') ?? 'reviewer'
  if (role !== 'reviewer' && role !== 'admin') throw new UsageError(usage)
  return role
}
