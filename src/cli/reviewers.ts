import { randomBytes } from 'node:crypto'
import { hashPassword } from '../actions/review/reviewer-login.ts'
import { withStorage } from './storage.ts'
import { option, UsageError, words } from './usage.ts'

const usage = `usage: reviewers list
       reviewers create NAME [--role reviewer|admin] [--tenants ID,ID]   prints a password, once
       reviewers password NAME                         sets and prints a new password
       reviewers role NAME --role reviewer|admin
       reviewers tenants NAME --tenants ID,ID|all      whose sessions a reviewer sees
       reviewers disable NAME
       reviewers enable NAME`

const NAME = /^[a-z0-9][a-z0-9._-]{1,63}$/

export async function run(args: string[]): Promise<void> {
  const [verb, name] = words(args)
  await withStorage(async ({ reviewers, tenants, audit }) => {
    const record = (action: string) =>
      audit.record({ at: new Date(), tenant: '*', actor: 'system', action, detail: { reviewer: name ?? '' } })

    if (verb === 'list') {
      for (const { username, role, tenants: seen, disabledAt } of await reviewers.list()) {
        console.log(`${username}\t${role}\t${seen?.join(',') ?? 'all'}${disabledAt ? '\tdisabled' : ''}`)
      }
      return
    }
    if (verb === 'create' && name) {
      if (!NAME.test(name)) throw new UsageError('a name has 2 to 64 of a-z, 0-9, dot, dash and underscore')
      const password = newPassword()
      const passwordHash = await hashPassword(password)
      const seen = tenantsIn(args, await tenants.all())
      const wanted = { username: name, passwordHash, role: roleIn(args), ...(seen && { tenants: seen }) }
      if (!(await reviewers.create(wanted))) {
        throw new UsageError(`there is a reviewer '${name}' already`)
      }
      await record('reviewer.create')
      console.log(`password of ${name}, shown only now: ${password}`)
      return
    }

    const reviewer = name === undefined ? undefined : await reviewers.byUsername(name)
    if (name !== undefined && !reviewer) throw new UsageError(`there is no reviewer '${name}'`)
    if (verb === 'password' && reviewer) {
      const password = newPassword()
      await reviewers.setPassword(reviewer.id, await hashPassword(password))
      console.log(`password of ${name}, shown only now: ${password}`)
    } else if (verb === 'role' && reviewer && option(args, 'role')) await reviewers.setRole(reviewer.id, roleIn(args))
    else if (verb === 'tenants' && reviewer && option(args, 'tenants'))
      await reviewers.setTenants(reviewer.id, tenantsIn(args, await tenants.all()))
    else if ((verb === 'disable' || verb === 'enable') && reviewer) {
      await reviewers.setDisabled(reviewer.id, verb === 'disable')
    } else throw new UsageError(usage)
    await record(`reviewer.${verb}`)
  })
}

const newPassword = (): string => randomBytes(15).toString('base64url')

/** Undefined is all. */
function tenantsIn(args: string[], all: { id: string }[]): string[] | undefined {
  const given = option(args, 'tenants') ?? 'all'
  if (given === 'all') return undefined
  const ids = given.split(',').map((id) => id.trim())
  const stranger = ids.find((id) => !all.some((tenant) => tenant.id === id))
  if (stranger !== undefined) throw new UsageError(`there is no tenant '${stranger}'`)
  return ids
}

function roleIn(args: string[]): 'reviewer' | 'admin' {
  const role = option(args, 'role') ?? 'reviewer'
  if (role !== 'reviewer' && role !== 'admin') throw new UsageError(usage)
  return role
}
