import { inflateSync } from 'node:zlib'
import { hexOf } from '../../../formats/asn1/values.ts'
import { asBytes, asMap, type Cbor, type CborMap, MalformedCbor, readCbor } from '../../../formats/cbor/cbor.ts'
import { certificatesInMessage, readCose, signatureOfMessageHolds } from '../../../formats/cbor/cose.ts'
import {
  certificatesInHeader,
  fromBase64Url,
  isObject,
  isOfType,
  jwsHolds,
  type KnownIssuer,
  keyOfCertificate,
  knownKey,
  readJws,
  Unusable,
} from '../../../formats/jws/jws.ts'
import type { TrustStore } from '../../../formats/x509/trust-store.ts'
import type { StatusReference } from '../domain/credential-reading.ts'
import type { CredentialReason, CredentialStatus } from '../domain/credential-verdict.ts'
import { findCredentialIssuer, readChain } from './find-issuer.ts'

/** A status list (draft-ietf-oauth-status-list), with one value for each index. */
interface Bits {
  bits: number
  bytes: Uint8Array
}

/** A list whose signature holds: values by index, or the identifiers in hex of what was revoked. */
type StatusList = (Bits | { revoked: ReadonlySet<string> }) & {
  /** Milliseconds since 1970, after which the list is fetched again. */
  until: number
}

/** Ten million credentials of one bit. Decompression stops at this size. */
const LARGEST_LIST = 1_280_000

/** The most values in a list: two for each identifier, and 4 MB hold a quarter of a million of them. */
const MOST_IN_LIST = 500_000

/** How long a list is cached that does not state it. */
const KEPT_MS = 3_600_000
const LONGEST_MS = 12 * KEPT_MS

/** Opens a list that was fetched from an address: a signed JWT or CWT. Throws Unusable with the reason. */
export function openStatusList(
  token: Uint8Array,
  uri: string,
  now: number,
  trust: TrustStore,
  known?: KnownIssuer,
): StatusList {
  try {
    const claims = token[0] === 0x65 ? claimsOfJwt(token, now, trust, known) : claimsOfCwt(token, now, trust)
    if (claims.subject !== uri) throw new Unusable('the list is for another address')
    if (claims.expires !== undefined && claims.expires * 1000 <= now) throw new Unusable('the list has expired')
    const kept = Math.min(claims.ttl === undefined ? KEPT_MS : claims.ttl * 1000, LONGEST_MS)
    const until = Math.min(now + Math.max(kept, 0), claims.expires === undefined ? Infinity : claims.expires * 1000)
    return { ...('revoked' in claims ? { revoked: claims.revoked } : openBits(claims)), until }
  } catch (error) {
    if (error instanceof MalformedCbor) throw new Unusable(error.message)
    throw error
  }
}

/** The list itself, with one, two, four or eight bits per credential. */
export function openBits({ bits, list }: { bits: number; list: Uint8Array }): Bits {
  if (![1, 2, 4, 8].includes(bits)) throw new Unusable('a list with an unknown number of bits')
  return { bits, bytes: inflate(list) }
}

/** The status of one credential in the list. */
export function statusIn(list: StatusList, reference: StatusReference): CredentialStatus {
  if ('identifier' in reference) {
    if (!('revoked' in list)) return 'UNKNOWN'
    return list.revoked.has(reference.identifier) ? 'REVOKED' : 'VALID'
  }
  return 'revoked' in list ? 'UNKNOWN' : (VALUES[valueIn(list, reference.index) ?? -1] ?? 'UNKNOWN')
}

/** The value of one credential in the list; undefined beyond its end. */
export function valueIn({ bits, bytes }: Bits, index: number): number | undefined {
  const perByte = 8 / bits
  const byte = bytes[Math.floor(index / perByte)]
  return byte === undefined ? undefined : (byte >> ((index % perByte) * bits)) & (2 ** bits - 1)
}

const VALUES: readonly CredentialStatus[] = ['VALID', 'REVOKED', 'SUSPENDED']

type ListClaims = ({ bits: number; list: Uint8Array } | { revoked: ReadonlySet<string> }) & {
  subject: unknown
  expires: number | undefined
  ttl: number | undefined
}

function claimsOfJwt(token: Uint8Array, now: number, trust: TrustStore, known: KnownIssuer | undefined): ListClaims {
  const jws = readJws(Buffer.from(token).toString('latin1').trim())
  if (!isOfType(jws.header.typ, 'statuslist+jwt')) throw new Unusable('not a status list')
  const certificates = certificatesInHeader(jws.header)
  const key = known && certificates.length === 0 ? knownKey(known, jws.header) : undefined
  if (key) {
    if (!jwsHolds(jws, key)) throw new Unusable('its signature does not hold')
  } else {
    const chain = readChain(certificates)
    if (!jwsHolds(jws, keyOfCertificate(chain[0].publicKey))) throw new Unusable('its signature does not hold')
    vouched(chain, now, trust)
  }
  const { sub, exp, ttl, status_list: content } = jws.payload
  if (!isObject(content) || typeof content.lst !== 'string') throw new Unusable('a status list without its content')
  return {
    subject: sub,
    expires: numberOf(exp),
    ttl: numberOf(ttl),
    bits: numberOf(content.bits) ?? 0,
    list: fromBase64Url(content.lst),
  }
}

/** Claims of a CWT by their numbers: subject, expiry, type, the lists and how long they may be kept. */
const [SUBJECT, EXPIRES, TYPE, IDENTIFIERS, LIST, TTL] = [2, 4, 16, 65530, 65533, 65534] as const

function claimsOfCwt(token: Uint8Array, now: number, trust: TrustStore): ListClaims {
  const message = readCose(readCbor(token), 'the status list')
  if (!message.payload) throw new Unusable('not a status list')
  const chain = readChain(certificatesInMessage(message))
  if (!signatureOfMessageHolds(message, keyOfCertificate(chain[0].publicKey), message.payload))
    throw new Unusable('its signature does not hold')
  vouched(chain, now, trust)
  const claims = asMap(readCbor(message.payload, MOST_IN_LIST), 'the status list')
  // ISO/IEC 18013-5 has the type of an identifier list among the claims, the other list has it in its header.
  const type = message.protectedHeader.get(TYPE) ?? claims.get(TYPE)
  const isIdentifiers = isOfType(type, 'identifierlist+cwt')
  if (!isIdentifiers && !isOfType(type, 'statuslist+cwt')) throw new Unusable('not a status list')
  const about = {
    subject: claims.get(SUBJECT),
    expires: numberOf(claims.get(EXPIRES)),
    ttl: numberOf(claims.get(TTL)),
  }
  if (isIdentifiers) return { ...about, revoked: identifiersIn(claims, about.expires) }
  const content = asMap(claims.get(LIST), 'the status list')
  return {
    ...about,
    bits: numberOf(content.get('bits')) ?? 0,
    list: asBytes(content.get('lst'), 'the status list'),
  }
}

/** An identifier list must state its end, and must not be a status list as well (ISO/IEC 18013-5, 12.3.6.3 and 12.3.6.4). */
function identifiersIn(claims: CborMap, expires: number | undefined): Set<string> {
  if (expires === undefined || claims.has(LIST))
    throw new Unusable('an identifier list without an end, or with a status list')
  const content = asMap(claims.get(IDENTIFIERS), 'the identifier list')
  const identifiers = asMap(content.get('identifiers'), 'the identifier list')
  return new Set([...identifiers.keys()].map((id) => hexOf(asBytes(id, 'an identifier'))))
}

function vouched(chain: Parameters<typeof findCredentialIssuer>[0], now: number, trust: TrustStore): void {
  const { verdict, reason } = findCredentialIssuer(chain, { now, trust })
  if (verdict !== 'TRUSTED') throw new Unusable(reason.text)
}

/** An expiry that cannot be read would otherwise leave the list valid for ever. */
function numberOf(value: Cbor | unknown): number | undefined {
  if (value !== undefined && typeof value !== 'number') throw new Unusable('a number that is none')
  return value
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: LARGEST_LIST })
  } catch {
    throw new Unusable('a list that cannot be decompressed, or is too large')
  }
}

/** Fetches an address, within limits. Rejects with the reason if that fails. */
export type FetchStatusList = (uri: string) => Promise<Uint8Array>

interface StatusAnswer {
  status: CredentialStatus
  reason: CredentialReason
}

/**
 * Checks the issuer's status list, which is cached as long as it states. If it cannot be fetched, the status is
 * UNKNOWN.
 */
type CheckStatus = (
  reference: StatusReference,
  now: number,
  trust: TrustStore,
  known?: KnownIssuer,
) => Promise<StatusAnswer>

/** The number of cached lists. A new one replaces the oldest. */
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
  ABSENT: 'the issuer has no revocation list',
}

const answer = (status: Exclude<CredentialStatus, 'ABSENT'> | CredentialStatus, text: string): StatusAnswer => ({
  status,
  reason: { code: status === 'ABSENT' ? 'STATUS_UNKNOWN' : `STATUS_${status}`, text },
})
