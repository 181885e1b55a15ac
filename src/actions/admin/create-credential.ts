import { randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { Mode } from '../../domain/vocabulary.ts'
import type { Ports } from '../ports/ports.ts'
import { hashApiPassword, makeApiPassword } from './api-password.ts'
import { type NoSuchTenant, refuseStrangers } from './known-tenant.ts'

export interface NewCredential {
  tenant: string
  mode: Mode
  username?: string | undefined
  password?: string | undefined
  actor: string
}

type Needs = Pick<Ports, 'credentials' | 'tenants' | 'audit' | 'clock'>

/** Issues an API credential. The password is shown to whoever asked, once, and kept only as a hash. */
export async function createCredential(
  ports: Needs,
  {
    tenant,
    mode,
    username = `api-${randomBytes(4).toString('hex')}`,
    password = makeApiPassword(),
    actor,
  }: NewCredential,
): Promise<Result<{ username: string; password: string }, 'NAME_IN_USE'> | NoSuchTenant> {
  const stranger = await refuseStrangers(ports, [tenant])
  if (stranger) return stranger
  const createdAt = ports.clock()
  const passwordHash = await hashApiPassword(password)
  const credential = { username, tenant, mode, passwordHash, createdAt }
  if (!(await ports.credentials.create(credential))) return refuse('NAME_IN_USE')
  await ports.audit.record({ at: createdAt, tenant, actor, action: 'credential.create', detail: { username, mode } })
  return accept({ username, password })
}

/**
 * The first credential of all, made once; undefined when there is one. Where several nodes start together, one makes it.
 * A password that the operator gave is not shown again.
 */
export async function ensureFirstCredential(
  ports: Needs,
  wanted: Pick<NewCredential, 'username' | 'password' | 'mode'>,
): Promise<{ username: string; password?: string; mode: Mode } | undefined> {
  if ((await ports.credentials.list()).length) return undefined
  const created = await createCredential(ports, { ...wanted, tenant: 'default', actor: 'system' })
  const { mode } = wanted
  if (created.ok)
    return { mode, ...(wanted.password === undefined ? created.value : { username: created.value.username }) }
  if (created.refusal === 'NAME_IN_USE') return undefined
  throw new Error('the first credential is for the default tenant, which is not there')
}
