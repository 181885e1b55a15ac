import { randomBytes } from 'node:crypto'
import type { Ports } from '../ports/ports.ts'
import { hashApiPassword, newApiPassword } from './api-password.ts'

export interface NewCredential {
  tenant: string
  username?: string | undefined
  password?: string | undefined
  actor: string
}

/** Issues an API credential. The password is shown to whoever asked, once, and kept only as a hash. */
export async function createCredential(
  { credentials, audit, clock }: Pick<Ports, 'credentials' | 'audit' | 'clock'>,
  { tenant, username = `api-${randomBytes(4).toString('hex')}`, password = newApiPassword(), actor }: NewCredential,
): Promise<{ username: string; password: string }> {
  const createdAt = clock()
  await credentials.create({ username, tenant, passwordHash: await hashApiPassword(password), createdAt })
  await audit.record({ at: createdAt, tenant, actor, action: 'credential.create', detail: { username } })
  return { username, password }
}
