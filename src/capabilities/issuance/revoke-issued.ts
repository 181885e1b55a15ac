import type { Ports } from '../../actions/ports/ports.ts'
import type { Reader } from '../../actions/results/read-results.ts'
import { accept, type Result, refuse } from '../../domain/result.ts'

/**
 * Revokes the credential that a session was given, and an offer that is open. The session stays as it is and is given no
 * other credential: that takes a new session, which is decided again.
 */
export async function revokeIssued(
  { sessions, issuedCredentials, clock }: Pick<Ports, 'sessions' | 'issuedCredentials' | 'clock'>,
  { tenant, mode, actor }: Reader,
  sessionId: string,
): Promise<Result<undefined, 'NOT_FOUND'>> {
  if ((await sessions.peek(tenant, sessionId))?.mode !== mode) return refuse('NOT_FOUND')
  const at = clock()
  const entry = { at, tenant, actor, action: 'issued.revoke', sessionId } as const
  const revoked = await issuedCredentials.revoke({ tenant, mode }, sessionId, at, entry)
  return revoked ? accept(undefined) : refuse('NOT_FOUND')
}
