import type { TrustStore } from '../../../certificates/trust-store.ts'
import type { StatusReference } from '../../../domain/proofs/credential-reading.ts'
import type { CredentialReason, CredentialStatus } from '../../../domain/proofs/credential-verdict.ts'
import { type KnownIssuer, Unusable } from '../../../jose/jws.ts'
import { openStatusList, type StatusList, statusIn } from './status-list.ts'

/** Gets what lies at an address, within limits; rejects with the reason when that cannot be done. */
export type FetchStatusList = (uri: string) => Promise<Uint8Array>

interface StatusAnswer {
  status: CredentialStatus
  reason: CredentialReason
}

/** Asks the issuer's status list, which is kept for as long as it says. A list that cannot be had leaves it UNKNOWN. */
type CheckStatus = (
  reference: StatusReference,
  now: number,
  trust: TrustStore,
  known?: KnownIssuer,
) => Promise<StatusAnswer>

/** Lists of so many issuers are kept; the oldest makes room. */
const MOST_LISTS = 64

export function openStatusLists(fetchList: FetchStatusList): CheckStatus {
  const kept = new Map<string, StatusList>()
  return async (reference, now, trust, known) => {
    const { uri } = reference
    let list = kept.get(uri)
    if (!list || list.until <= now) {
      kept.delete(uri)
      try {
        list = openStatusList(await fetchList(uri), uri, now, trust, known)
      } catch (error) {
        const why = error instanceof Unusable ? error.message : 'it could not be fetched'
        return answer('UNKNOWN', `whether it was revoked is not known: ${why}`)
      }
      kept.set(uri, list)
      const [oldest] = kept.keys()
      if (kept.size > MOST_LISTS && oldest !== undefined) kept.delete(oldest)
    }
    const status = statusIn(list, reference)
    return answer(status, TEXTS[status])
  }
}

const TEXTS: Record<CredentialStatus, string> = {
  VALID: 'the issuer has not revoked it',
  REVOKED: 'the issuer has revoked it',
  SUSPENDED: 'the issuer has suspended it',
  UNKNOWN: 'the list of the issuer does not say whether it was revoked',
  ABSENT: 'the issuer keeps no list of what it revoked',
}

const answer = (status: Exclude<CredentialStatus, 'ABSENT'> | CredentialStatus, text: string): StatusAnswer => ({
  status,
  reason: { code: status === 'ABSENT' ? 'STATUS_UNKNOWN' : `STATUS_${status}`, text },
})
