import type { Ports } from '../ports/ports.ts'

/** Ends a credential for good. False when there is none of this name, or it was revoked before. */
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
