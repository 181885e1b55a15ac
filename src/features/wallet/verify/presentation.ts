import type { KeyObject } from 'node:crypto'
import { hexOf } from '../../../formats/asn1/values.ts'
import { CLOCK_SKEW_MS, type KnownIssuer, Unusable } from '../../../formats/jws/jws.ts'
import type { TrustStore } from '../../../formats/x509/trust-store.ts'
import {
  type AcceptedCredential,
  CREDENTIAL_CLAIMS,
  claimDate,
  claimList,
  kindsOf,
} from '../domain/accepted-credentials.ts'
import type { CredentialResult, StatusReference } from '../domain/credential-reading.ts'
import type {
  CredentialFormat,
  CredentialReasonCode,
  CredentialUse,
  CredentialVerdict,
} from '../domain/credential-verdict.ts'

/** The request that a presentation has to answer. */
export interface Expected {
  nonce: string
  /** The requesting party: its client identifier, or `origin:` and the origin if a browser passed the request on. */
  audience: string
  /** SessionTranscript of the same request, as CBOR. */
  transcript: Uint8Array
  /** The key that answers are encrypted to, which a device can use for its MAC. */
  readerKey?: KeyObject
  /** Milliseconds since 1970. */
  requestedAt: number
}

export interface Judging {
  /** Milliseconds since 1970. */
  now: number
  trust: TrustStore
  /** What the trusted certificates may be used for, by SHA-256; one that is not listed is trusted for every kind. */
  usesOf?: ReadonlyMap<string, readonly CredentialUse[]> | undefined
  /** Trusted certificates whose list is out of date, by SHA-256. */
  overdue?: ReadonlyMap<string, { origin: string; due: Date }> | undefined
  /** An issuer that is trusted by its address, with its keys; used for credentials without a certificate. */
  known?: KnownIssuer | undefined
  /** The kinds that are known. If absent, those that every installation knows. */
  kinds?: readonly AcceptedCredential[] | undefined
  /** The request. If absent, the holder binding is not judged and reported as ABSENT. */
  expected?: Expected
}

/** A result that is built while a presentation is judged: the worst verdict stays. */
export class Finding {
  readonly result: CredentialResult

  constructor(format: CredentialFormat) {
    this.result = { format, verdict: 'TRUSTED', reasons: [], holderBinding: 'ABSENT', validity: 'VALID', claims: {} }
  }

  say(code: CredentialReasonCode, text: string): void {
    this.result.reasons.push({ code, text })
  }

  /** Lowers the verdict. Its reason comes first in the list. */
  worsen(verdict: Exclude<CredentialVerdict, 'TRUSTED'>, code: CredentialReasonCode, text: string): CredentialResult {
    const { result } = this
    if (WORSE.indexOf(verdict) > WORSE.indexOf(result.verdict)) result.verdict = verdict
    result.reasons.unshift({ code, text })
    return result
  }

  /** Is a moment inside the period that the issuer set? Either end can be open. */
  judgeValidity(now: number, from: number | undefined, until: number | undefined): void {
    const { result } = this
    if (from !== undefined) result.validFrom = new Date(from).toISOString()
    if (until !== undefined) result.validUntil = new Date(until).toISOString()
    if (until !== undefined && now >= until) {
      result.validity = 'EXPIRED'
      this.say('EXPIRED', `the credential was valid until ${result.validUntil}`)
    } else if (from !== undefined && now + CLOCK_SKEW_MS < from) {
      result.validity = 'NOT_YET_VALID'
      this.say('NOT_YET_VALID', `the credential is valid from ${result.validFrom}`)
    }
  }

  /** A signer may only issue for its own country. Otherwise it could issue in the name of any other. */
  judgeCountry(): void {
    const { country, claims } = this.result
    if (country && claims.issuing_country && country !== claims.issuing_country.toUpperCase())
      this.worsen(
        'UNKNOWN_ISSUER',
        'COUNTRY_DIFFERS',
        `a signer of ${country} signed a credential of ${claims.issuing_country}`,
      )
  }

  /** A status that is not published in a list that can be read is unknown, and not absent. */
  readStatus(status: unknown, list: unknown, identifiers?: unknown): void {
    const reference = readStatusReference(list) ?? readIdentifier(identifiers)
    if (reference) this.result.status = reference
    else if (status !== undefined) this.say('STATUS_UNKNOWN', 'the issuer publishes its status in an unsupported way')
  }

  /** Does the issuer's signature hold? `holds` is undefined if the algorithm is not known. */
  judgeSignature(holds: boolean | undefined): boolean {
    if (holds === undefined) throw new Unusable('a signature with an unknown algorithm')
    if (holds) this.say('SIGNATURE_HOLDS', "the issuer's signature holds")
    else this.worsen('ALTERED', 'SIGNATURE_WRONG', "the issuer's signature does not hold")
    return holds
  }

  /** Names what a credential of this type may stand for, and reads its claims by their paths. */
  readClaims(type: string, known: Judging['kinds'], at: (path: readonly string[]) => unknown): AcceptedCredential[] {
    const { result } = this
    const kinds = kindsOf(result.format, type, known)
    const [kind] = kinds
    if (!kind) this.say('TYPE_NOT_ACCEPTED', `${typeText(type)} is not among the credentials that are accepted`)
    else if (kind.standsFor !== 'identity')
      this.say('TYPE_NOT_ACCEPTED', `${typeText(type)} stands for ${STANDING[kind.standsFor]}, not for an identity`)
    if (kind) result.standsFor = kind.standsFor
    if (kind?.document) result.document = kind.document
    for (const { claims, ageOver = {} } of kinds) {
      for (const claim of CREDENTIAL_CLAIMS) {
        const path = claims[claim]
        const value = path && at(path)
        const text = claim.endsWith('_date') ? claimDate(value) : claimList(value)
        if (text !== undefined) result.claims[claim] ??= text
      }
      for (const [years, path] of Object.entries(ageOver)) {
        const value = at(path)
        if (typeof value === 'boolean') result.ageOver = { ...result.ageOver, [years]: value }
      }
    }
    return kinds
  }

  /** Refuses the credential: its claims are not used. */
  refuse(verdict: 'ALTERED' | 'UNREADABLE', code: CredentialReasonCode, text: string): void {
    this.worsen(verdict, code, text)
    this.result.claims = {}
    delete this.result.portrait
    delete this.result.ageOver
  }

  binding(holds: boolean, code: CredentialReasonCode, text: string): void {
    this.result.holderBinding = holds ? 'HOLDS' : 'FALSE'
    this.say(code, text)
  }
}

const STANDING = { age: 'an age', nothing: 'nothing about a person' } as const

const typeText = (type: string) => type.replace(/[^\w.:/+-]/g, '?').slice(0, 120)

const WORSE: readonly CredentialVerdict[] = ['TRUSTED', 'UNKNOWN_ISSUER', 'ALTERED', 'UNREADABLE']

/** Reads a reference to a status list (Token Status List, 6.2): `{idx, uri}`. Undefined if it is not one. */
function readStatusReference(value: unknown): StatusReference | undefined {
  const [uri, index] = [addressIn(value), memberOf(value, 'idx')]
  if (uri === undefined || typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0) return undefined
  return { uri, index }
}

/** Reads the identifier of an mdoc in a list of those that were revoked: `{id, uri}`. */
function readIdentifier(value: unknown): StatusReference | undefined {
  const [uri, id] = [addressIn(value), memberOf(value, 'id')]
  if (uri === undefined || !(id instanceof Uint8Array) || id.length === 0 || id.length > LONGEST_IDENTIFIER)
    return undefined
  return { uri, identifier: hexOf(id) }
}

/** Longer than the hash of anything. */
const LONGEST_IDENTIFIER = 128

const memberOf = (value: unknown, name: string): unknown =>
  value instanceof Map
    ? value.get(name)
    : typeof value === 'object' && value !== null
      ? Reflect.get(value, name)
      : undefined

function addressIn(value: unknown): string | undefined {
  const uri = memberOf(value, 'uri')
  return typeof uri === 'string' && uri.length <= 2_048 && URL.canParse(uri) ? uri : undefined
}
