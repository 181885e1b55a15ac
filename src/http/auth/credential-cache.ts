import type { Credential } from '../../actions/ports/accounts.ts'
import type { Ports } from '../../actions/ports/ports.ts'

export type FindCredential = (username: string) => Promise<Credential | undefined>

/** A revoked credential is good for this long at most. Integrators who poll ask many times a second. */
const KEPT_MS = 1_000
const MOST_KEPT = 1_000

/** Finds credentials, and remembers for a moment those it found: every data request asks for one. */
export function keptCredentials({ credentials, clock }: Pick<Ports, 'credentials' | 'clock'>): FindCredential {
  const kept = new Map<string, { credential: Credential; until: number }>()
  return async (username) => {
    const now = clock().getTime()
    const known = kept.get(username)
    if (known && now < known.until) return known.credential

    kept.delete(username)
    const credential = await credentials.find(username)
    if (kept.size >= MOST_KEPT) kept.clear()
    if (credential) kept.set(username, { credential, until: now + KEPT_MS })
    return credential
  }
}
