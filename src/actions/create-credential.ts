import { createHash, randomBytes } from 'node:crypto'
import type { Ports } from './ports.ts'

export interface NewCredential {
  tenant: string
  username?: string | undefined
  password?: string | undefined
  actor: string
}

/** Issues an API credential. The password is shown to whoever asked, once, and kept only as a hash. */
export async function createCredential(
  { credentials, audit, clock }: Pick<Ports, 'credentials' | 'audit' | 'clock'>,
  { tenant, username = `api-${randomBytes(4).toString('hex')}`, password = newPassword(), actor }: NewCredential,
): Promise<{ username: string; password: string }> {
  const createdAt = clock()
  await credentials.create({ username, tenant, passwordSha256: hashOf(password), createdAt })
  await audit.record({ at: createdAt, tenant, actor, action: 'credential.create', detail: { username } })
  return { username, password }
}

/** 256 random bits: no slow hash is needed to keep them from being guessed. */
const newPassword = () => randomBytes(32).toString('base64url')

const hashOf = (password: string) => createHash('sha256').update(password).digest('hex')
