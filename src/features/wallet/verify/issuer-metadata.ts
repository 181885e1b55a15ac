import {
  certificatesInHeader,
  isObject,
  jsonOf,
  type KnownIssuer,
  readJws,
  Unusable,
} from '../../../formats/jws/jws.ts'

/** Fetches an address, within limits. Rejects with the reason if that fails. */
export type FetchMetadata = (uri: string) => Promise<Uint8Array>

/** How long keys are cached, and how soon they are fetched again if a token names one that is missing. */
const KEPT_MS = 3_600_000
const AGAIN_MS = 60_000
const MOST_KEYS = 50

interface Kept {
  at: number
  known: KnownIssuer
}

/**
 * The keys of issuers that the operator trusts by their address (JWT VC issuer metadata, draft-ietf-oauth-sd-jwt-vc,
 * 4). Nothing is fetched for other issuers: the address in a token is not trusted.
 */
export function openIssuerKeys(allowed: readonly string[], fetchMetadata: FetchMetadata) {
  const kept = new Map<string, Kept>()

  /** The issuer of a presented SD-JWT without a certificate; undefined if it is not one of them. */
  return async (presentation: string, now: number): Promise<KnownIssuer | undefined> => {
    const named = issuerNamed(presentation)
    if (!named || !allowed.includes(named.issuer)) return undefined
    const before = kept.get(named.issuer)
    const age = before ? now - before.at : Number.POSITIVE_INFINITY
    const hasKey = before?.known.keys.some(({ kid }) => kid === named.kid)
    if (before && age >= 0 && age < (hasKey ? KEPT_MS : AGAIN_MS)) return before.known
    const known = { issuer: named.issuer, keys: await fetchKeys(named.issuer, fetchMetadata) }
    kept.set(named.issuer, { at: now, known })
    return known
  }
}

function issuerNamed(presentation: string): { issuer: string; kid: unknown } | undefined {
  try {
    const { header, payload } = readJws(presentation.slice(0, presentation.indexOf('~')))
    if (certificatesInHeader(header).length > 0 || typeof payload.iss !== 'string') return undefined
    return { issuer: payload.iss, kid: header.kid }
  } catch (error) {
    if (error instanceof Unusable) return undefined
    throw error
  }
}

/**
 * Empty if the keys cannot be fetched: the issuer of the credential is then unknown, and the keys are fetched again
 * after a minute.
 */
async function fetchKeys(issuer: string, fetchMetadata: FetchMetadata): Promise<KnownIssuer['keys']> {
  try {
    const { origin, pathname } = new URL(issuer)
    // A slash at the end is left out (draft-ietf-oauth-sd-jwt-vc, 4.1).
    const path = pathname.replace(/\/$/, '')
    const metadata = jsonOf(await fetchMetadata(`${origin}/.well-known/jwt-vc-issuer${path}`))
    if (metadata.issuer !== issuer) return []
    const set = typeof metadata.jwks_uri === 'string' ? jsonOf(await fetchMetadata(metadata.jwks_uri)) : metadata.jwks
    const keys: unknown[] = isObject(set) && Array.isArray(set.keys) ? set.keys.slice(0, MOST_KEYS) : []
    return keys.filter(isObject).map((jwk) => ({ kid: typeof jwk.kid === 'string' ? jwk.kid : '', jwk }))
  } catch {
    // Whatever went wrong, there are no keys; the verdict reflects that.
    return []
  }
}
