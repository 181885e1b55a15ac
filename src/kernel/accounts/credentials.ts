import { randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { findWeakApiPassword } from '../../formats/text/guessable.ts'
import type { Ports } from '../ports/ports.ts'
import type { Mode } from '../session/session-words.ts'
import { type NoSuchTenant, refuseUnknownTenants } from '../tenants/tenant-scope.ts'
import { createPasswordCheck, hashApiPassword, makeApiPassword } from './api-password.ts'
import { RIGHTS, type Right } from './credential-rights.ts'
import { isLeaked } from './passwords.ts'

interface NewCredential {
  tenant: string
  mode: Mode
  /** Its display name. */
  label?: string | undefined
  /** All rights when absent. */
  rights?: readonly Right[] | undefined
  username?: string | undefined
  password?: string | undefined
  actor: string
}

type Needs = Pick<Ports, 'credentials' | 'tenants' | 'clock'>

/** Issues an API credential. The password is shown to the caller once, and stored only as a hash. */
export async function createCredential(
  ports: Needs,
  {
    tenant,
    mode,
    label,
    rights = RIGHTS,
    username = `api-${randomBytes(4).toString('hex')}`,
    password = makeApiPassword(),
    actor,
  }: NewCredential,
): Promise<Result<{ username: string; password: string }, 'NAME_IN_USE' | 'WEAK_PASSWORD'> | NoSuchTenant> {
  if (findWeakApiPassword(password, mode, [username]) || (mode === 'live' && isLeaked(password)))
    return refuse('WEAK_PASSWORD')
  const unknownTenant = await refuseUnknownTenants(ports, [tenant])
  if (unknownTenant) return unknownTenant
  const createdAt = ports.clock()
  const passwordHash = await hashApiPassword(password)
  const isLimited = RIGHTS.some((right) => !rights.includes(right))
  const kept = {
    ...(label && { label }),
    ...(isLimited && { rights: RIGHTS.filter((right) => rights.includes(right)) }),
  }
  const credential = { username, tenant, mode, ...kept, passwordHash, createdAt }
  const detail = { username, mode, ...(label && { label }), ...(isLimited && { rights: rights.join(', ') }) }
  const entry = { at: createdAt, tenant, actor, action: 'credential.create', detail } as const
  const isNew = await ports.credentials.create(credential, entry)
  return isNew ? accept({ username, password }) : refuse('NAME_IN_USE')
}

/**
 * The first credential, made once; undefined when there is one. If several nodes start together, only one makes it. A
 * password that the operator gave is not shown again.
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
  if (created.refusal === 'WEAK_PASSWORD') throw new Error('API_PASSWORD is too easy to guess')
  throw new Error('the first credential is for the default tenant, which does not exist')
}

/**
 * Applies the password of the settings if it has changed. Answers what was done, or why nothing was, in words for the
 * log; undefined when there is nothing to say.
 */
export async function applyApiPassword(
  ports: Needs,
  { username, password }: Pick<NewCredential, 'username' | 'password'>,
): Promise<string | undefined> {
  if (password === undefined) return undefined
  if (username === undefined) return 'API_PASSWORD has no effect without API_USERNAME, which names the credential'
  const credential = await ports.credentials.find(username)
  if (!credential)
    return 'API_PASSWORD has no effect: API_USERNAME does not name an active credential; make one with `cli credentials create`'
  if ((await createPasswordCheck()(credential, password, THE_SERVICE)) === 'right') return undefined
  if (credential.mode === 'live' && isLeaked(password))
    return 'API_PASSWORD has no effect: it is a known leaked password; choose another'
  const entry = { at: ports.clock(), tenant: credential.tenant, actor: 'system', detail: { username } }
  await ports.credentials.setPasswordHash(username, await hashApiPassword(password), {
    ...entry,
    action: 'credential.password',
  })
  return 'API_PASSWORD has changed: the credential of API_USERNAME has the new one from now on'
}

/** The service itself, which nobody can flood. */
const THE_SERVICE = { network: 'service', isKnown: true }

/** Ends a credential for good. False when the name is unknown, or it was revoked before. */
export async function revokeCredential(
  { credentials, clock }: Pick<Ports, 'credentials' | 'clock'>,
  username: string,
  actor: string,
): Promise<boolean> {
  const at = clock()
  const credential = await credentials.find(username)
  if (!credential) return false
  const entry = { at, tenant: credential.tenant, actor, action: 'credential.revoke', detail: { username } } as const
  return credentials.revoke(username, at, entry)
}
