import type { Ports } from '../ports/ports.ts'

/** Ends a credential for good. False when there is none of this name, or it was revoked before. */
export async function revokeCredential(
  { credentials, audit, clock }: Pick<Ports, 'credentials' | 'audit' | 'clock'>,
  username: string,
  actor: string,
): Promise<boolean> {
  const at = clock()
  const credential = await credentials.find(username)
  if (!credential || !(await credentials.revoke(username, at))) return false
  await audit.record({ at, tenant: credential.tenant, actor, action: 'credential.revoke', detail: { username } })
  return true
}
