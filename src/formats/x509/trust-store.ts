import { type Element, Malformed } from '../asn1/element.ts'
import { bits, hexOf, sequence, TAGS, time, unsignedInteger } from '../asn1/values.ts'
import {
  type Algorithm,
  type Certificate,
  keyIdentifierOf,
  type Name,
  nameText,
  readAlgorithm,
  readName,
} from './certificate.ts'
import type { CertificateSummary } from './certificate-summary.ts'
import { type PublicKey, readPublicKey } from './public-key.ts'
import { verifySignature } from './verify-signature.ts'

/** A certificate of a country signing authority that the operator trusts, and its source. */
export interface Authority {
  certificate: Certificate
  /** The file or list it was taken from. */
  origin: string
}

/** What the operator trusts. Several lists are merged into one store; an authority in two of them is included once. */
export class TrustStore {
  readonly authorities: readonly Authority[]
  /**
   * Certificates of document signers, for signed objects that contain none. They are trusted only through an authority.
   */
  readonly signers: readonly Certificate[]
  readonly revocationLists: readonly RevocationList[]
  readonly #byKey: Map<string, Authority[]>
  readonly #byName: Map<string, Authority[]>
  readonly #byCountry: Map<string, Authority[]>

  constructor(
    authorities: readonly Authority[],
    signers: readonly Certificate[] = [],
    revocationLists: readonly RevocationList[] = [],
  ) {
    this.authorities = authorities
    this.signers = signers
    this.revocationLists = revocationLists
    this.#byKey = groupBy(authorities, ({ certificate }) => keyIdentifierOf(certificate))
    this.#byName = groupBy(authorities, ({ certificate }) => certificate.subject.key)
    this.#byCountry = groupBy(authorities, ({ certificate }) => certificate.subject.country)
  }

  /**
   * The authorities that may have signed a certificate, most likely first: by the key it names, by its issuer's name,
   * then others of its country, since some states name their authority differently in the two places.
   */
  candidatesFor({ authorityKey, issuer }: Pick<Certificate, 'authorityKey' | 'issuer'>): Authority[] {
    const named = [...(this.#byKey.get(authorityKey ?? '') ?? []), ...(this.#byName.get(issuer.key) ?? [])]
    const others = this.#byCountry.get(issuer.country ?? '') ?? []
    const most = named.length > 0 ? [...named.slice(0, MOST_NAMED), ...others.slice(0, MOST_OTHERS)] : others
    return [...new Set(most)].slice(0, MOST_NAMED)
  }
}

/** Each costs a signature verification; no country has this many authorities with one name. */
const MOST_NAMED = 24
const MOST_OTHERS = 8

const keys = new WeakMap<Certificate, PublicKey | null>()

/** Was the certificate or list signed with the authority's key? Undefined if that cannot be determined. */
export function isSignedBy(
  item: Pick<Certificate, 'algorithm' | 'signed' | 'signature'>,
  authority: Certificate,
): boolean | undefined {
  const key = keyOf(authority)
  if (!key) return undefined
  try {
    return verifySignature(key, item.algorithm, item.signed, item.signature) !== undefined
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

function keyOf(certificate: Certificate): PublicKey | undefined {
  const known = keys.get(certificate)
  if (known !== undefined) return known ?? undefined
  try {
    const key = readPublicKey(certificate.publicKey)
    keys.set(certificate, key)
    return key
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    keys.set(certificate, null)
    return undefined
  }
}

function groupBy(authorities: readonly Authority[], keyOf: (authority: Authority) => string | undefined) {
  const groups = new Map<string, Authority[]>()
  for (const authority of authorities) {
    const key = keyOf(authority)
    if (!key) continue
    const group = groups.get(key)
    if (group) group.push(authority)
    else groups.set(key, [authority])
  }
  return groups
}

/** The summary of a certificate, for display. */
export const summaryOf = ({ subject, issuer, validity }: Certificate): CertificateSummary => ({
  subject: nameText(subject),
  issuer: nameText(issuer),
  notBefore: new Date(validity.notBefore).toISOString(),
  notAfter: new Date(validity.notAfter).toISOString(),
})

export const shownAuthority = ({ certificate, origin }: Authority) => ({ ...summaryOf(certificate), origin })

/**
 * The purposes of signers of master lists and deviation lists. The same authorities certify them and the signers of
 * documents.
 */
const LIST_PURPOSES = ['2.23.136.1.1.3', '2.23.136.1.1.8']
export const signsLists = ({ purposes }: Certificate): boolean =>
  purposes.some((purpose) => LIST_PURPOSES.includes(purpose))

/** A list of revoked certificates (RFC 5280, 5). Nothing in it has been verified. */
export interface RevocationList {
  whole: Uint8Array
  signed: Uint8Array
  algorithm: Algorithm
  signature: Uint8Array
  issuer: Name
  /** Milliseconds since 1970. */
  issued: number
  next?: number
  /** Serial numbers in hex without leading zeros. */
  revoked: Set<string>
}

export function revocationListOf(element: Element): RevocationList {
  const [tbs, algorithm, signature] = sequence(element)
  if (!tbs) throw new Malformed('an empty revocation list')
  const members = sequence(tbs)
  if (members[0]?.tag === TAGS.integer) members.shift()
  const [, issuer, issued, ...rest] = members
  const next = rest[0] && isTime(rest[0]) ? rest.shift() : undefined
  const entries = rest.find(({ tag }) => tag === TAGS.sequence)
  return {
    whole: element.whole,
    signed: tbs.whole,
    algorithm: readAlgorithm(algorithm),
    signature: bits(signature),
    issuer: readName(issuer),
    issued: time(issued),
    ...(next && { next: time(next) }),
    revoked: new Set(entries ? sequence(entries).map((entry) => hexOf(unsignedInteger(sequence(entry)[0]))) : []),
  }
}

const isTime = ({ tag }: Element) => tag === 0x17 || tag === 0x18
