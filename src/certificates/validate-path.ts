import type { Certificate } from '../domain/chip/certificate.ts'
import { nameText } from '../domain/chip/name.ts'
import type { ChipReason } from '../domain/chip/verdict.ts'
import { keyIdentifierOf } from './key-identifier.ts'
import { type Authority, isSignedBy, type TrustStore } from './trust-store.ts'

/** Does somebody trusted vouch for a signer at a moment? */
type Issuer =
  | { kind: 'trusted'; authority: Authority }
  | { kind: 'altered'; reason: ChipReason }
  | { kind: 'unknown'; reason: ChipReason; authority?: Authority }

/** Authority, and at most this many link certificates between it and the signer. */
const LONGEST_PATH = 3

/**
 * Looks for the authority that certified a signer, link by link (ICAO 9303-12: signer and authority, with link certificates
 * where an authority changed its key). `others` are the certificates that came with the signed object.
 */
export function findIssuer(
  signer: Certificate,
  others: readonly Certificate[],
  moment: number,
  trust: TrustStore,
): Issuer {
  // An authority vouches for what it certified while it was valid, even where it ended before its signer.
  const moments = [moment, signer.validity.notBefore]
  const { found, contradicted } = issuersOf(signer, others, trust, LONGEST_PATH, moments)
  const [first] = found
  if (!first)
    return contradicted
      ? ALTERED
      : unknown('AUTHORITY_UNKNOWN', `no trusted authority certified ${nameText(signer.subject)}`)
  if (!covers(signer, moment))
    return unknown(
      'SIGNER_OUTSIDE_VALIDITY',
      `the signer was valid ${periodText(signer)}, not on ${day(moment)}`,
      first,
    )
  const authority = found.find(({ certificate }) => moments.some((each) => covers(certificate, each)))
  if (!authority)
    return unknown('AUTHORITY_OUTSIDE_VALIDITY', `its authority was valid ${periodText(first.certificate)}`, first)
  if (isRevoked(trust, signer, authority))
    return unknown('SIGNER_REVOKED', 'the certificate of the signer was revoked by its authority', authority)
  if (isRevoked(trust, authority.certificate, authority))
    return unknown('AUTHORITY_REVOKED', 'the certificate of the authority was revoked', authority)
  return { kind: 'trusted', authority }
}

const ALTERED: Issuer = {
  kind: 'altered',
  reason: {
    code: 'SIGNER_CERTIFICATE_WRONG',
    text: 'the certificate of the signer lacks the signature of the authority whose key it names',
  },
}

/** Does the validity of a certificate cover a moment? */
const covers = ({ validity }: Certificate, moment: number) =>
  validity.notBefore <= moment && moment <= validity.notAfter

/**
 * The trusted authorities whose signature a certificate carries, and whether it names one whose signature it lacks.
 * Ends the search with one that was valid at one of the moments: each further one costs a signature.
 */
export function issuersOf(
  certificate: Certificate,
  others: readonly Certificate[],
  trust: TrustStore,
  depth: number,
  moments: readonly number[] = [],
): { found: Authority[]; contradicted: boolean } {
  const found: Authority[] = []
  let contradicted = false
  for (const candidate of trust.candidatesFor(certificate)) {
    if (candidate.certificate.mayCertify === false) continue
    const signed = isSignedBy(certificate, candidate.certificate)
    if (signed === false && isNamed(candidate.certificate, certificate)) contradicted = true
    if (!signed) continue
    found.push(candidate)
    if (moments.some((moment) => covers(candidate.certificate, moment))) break
  }
  if (found.length > 0 || depth <= 1) return { found, contradicted }
  for (const link of others) {
    if (link === certificate || !link.isAuthority || link.mayCertify === false) continue
    const further = others.filter((other) => other !== link)
    if (isSignedBy(certificate, link)) found.push(...issuersOf(link, further, trust, depth - 1, moments).found)
  }
  return { found, contradicted: contradicted && found.length === 0 }
}

/** Does a certificate name exactly this authority's key: by its identifier, or by the name and number of its certificate? */
function isNamed(authority: Certificate, { authorityKey, authoritySerial, issuer }: Certificate): boolean {
  if (authorityKey) return authorityKey === keyIdentifierOf(authority)
  return authoritySerial !== undefined && authoritySerial === authority.serial && issuer.key === authority.subject.key
}

/** Is it on a list that its authority signed? A list that nobody trusted signed says nothing. */
function isRevoked(trust: TrustStore, { serial, issuer }: Certificate, authority: Authority): boolean {
  const lists = trust.revocationLists.filter((list) => list.issuer.key === issuer.key && list.revoked.has(serial))
  return lists.some((list) =>
    [authority, ...trust.candidatesFor(list)].some((each) => isSignedBy(list, each.certificate)),
  )
}

const unknown = (code: ChipReason['code'], text: string, authority?: Authority): Issuer => ({
  kind: 'unknown',
  reason: { code, text },
  ...(authority && { authority }),
})

const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const periodText = ({ validity }: Certificate) => `from ${day(validity.notBefore)} to ${day(validity.notAfter)}`
