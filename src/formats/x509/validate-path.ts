import { type Certificate, isSelfIssued, keyIdentifierOf, nameText } from './certificate.ts'
import { type Authority, isSignedBy, type TrustStore } from './trust-store.ts'

/** A fault in the path from a signer to a trusted authority. */
export interface PathFault {
  code:
    | 'AUTHORITY_UNKNOWN'
    | 'AUTHORITY_OUTSIDE_VALIDITY'
    | 'AUTHORITY_REVOKED'
    | 'SIGNER_CERTIFICATE_WRONG'
    | 'SIGNER_FOR_ANOTHER_PURPOSE'
    | 'SIGNER_OUTSIDE_VALIDITY'
    | 'SIGNER_REVOKED'
  text: string
}

/** Is there a valid path from a signer to a trusted authority? */
type ValidatedPath =
  | { kind: 'trusted'; authority: Authority }
  | { kind: 'altered' | 'unknown'; faults: [PathFault, ...PathFault[]]; authority?: Authority }

/**
 * The most authorities between the signer and a trusted one: link certificates of a state, authorities of a trusted
 * list.
 */
const MOST_BETWEEN = 2
/** The most issuers that are tried at each step. */
const MOST_LINKS_TRIED = 4
/** Each takes some milliseconds; a state has at most eleven authorities in the lists of 2026. */
const MOST_SIGNATURES = 48

interface Path {
  /** From the signer up, without the authority. */
  certificates: Certificate[]
  authority: Authority
}

/**
 * Searches for a path from a signer to a trusted authority and checks each certificate in it (RFC 5280, 6.1): the
 * signature and name of the next one, validity at every relevant time, revocation, whether it may certify others and
 * how many, and critical extensions. `others` are certificates that came with the signer. Of the authority only its
 * validity when it certified the next one, revocation and path length are checked, since the operator chose it.
 */
export function validatePath(
  signer: Certificate,
  others: readonly Certificate[],
  moments: readonly number[],
  trust: TrustStore,
): ValidatedPath {
  const search = { trust, moments, signatures: MOST_SIGNATURES, contradicted: false }
  const own = faultsOfSigner(signer, moments)
  let first: { path: Path; faults: PathFault[] } | undefined
  for (const path of pathsFrom([signer], others, search)) {
    const faults = [...own, ...faultsOf(path, search)]
    if (faults.length === 0) return { kind: 'trusted', authority: path.authority }
    first ??= { path, faults }
  }
  const [fault, ...further] = first?.faults ?? []
  if (first && fault) return { kind: 'unknown', faults: [fault, ...further], authority: first.path.authority }
  if (search.contradicted) return { kind: 'altered', faults: [ALTERED] }
  const text = `no trusted authority certified ${nameText(signer.subject)}`
  return { kind: 'unknown', faults: [{ code: 'AUTHORITY_UNKNOWN', text }, ...own] }
}

/** Does a certificate name the key of a trusted authority without having its signature? */
export function isContradicted(certificate: Certificate, trust: TrustStore): boolean {
  const search = { trust, moments: [], signatures: MOST_SIGNATURES, contradicted: false }
  return pathsFrom([certificate], [], search).next().done === true && search.contradicted
}

/** Is it on a revocation list signed by its authority? A list without a trusted signature is ignored. */
export function isRevoked(trust: TrustStore, { serial, issuer }: Certificate, issuedBy?: Certificate): boolean {
  const lists = trust.revocationLists.filter((list) => list.issuer.key === issuer.key && list.revoked.has(serial))
  return lists.some((list) => {
    const signers = trust.candidatesFor(list).map(({ certificate }) => certificate)
    return (issuedBy ? [issuedBy, ...signers] : signers).some((each) => isSignedBy(list, each))
  })
}

const ALTERED: PathFault = {
  code: 'SIGNER_CERTIFICATE_WRONG',
  text: 'the certificate of the signer lacks the signature of the authority whose key it names',
}

interface Search {
  trust: TrustStore
  moments: readonly number[]
  signatures: number
  /** The signer names a trusted authority but lacks its signature. */
  contradicted: boolean
}

/** The paths to trusted authorities, shortest first. */
function* pathsFrom(certificates: Certificate[], others: readonly Certificate[], search: Search): Generator<Path> {
  const [last] = certificates.slice(-1)
  if (!last) return
  for (const authority of search.trust.candidatesFor(last)) {
    const { certificate } = authority
    if (certificate.mayCertify === false || search.signatures-- <= 0) continue
    const signed = isSignedBy(last, certificate)
    if (signed) yield { certificates, authority }
    else if (signed === false && certificates.length === 1 && isNamed(certificate, last)) search.contradicted = true
  }
  if (certificates.length > MOST_BETWEEN) return
  const links = others.filter((other) => !certificates.includes(other) && mayBeIssuer(other, last))
  for (const link of links.slice(0, MOST_LINKS_TRIED))
    if (search.signatures-- > 0 && isSignedBy(last, link)) yield* pathsFrom([...certificates, link], others, search)
}

/** Is this an authority's certificate with the name that the other one has as its issuer? */
const mayBeIssuer = ({ isAuthority, mayCertify, subject }: Certificate, { issuer }: Certificate) =>
  isAuthority === true && mayCertify !== false && subject.key === issuer.key

/**
 * Does a certificate name exactly this authority's key: by its identifier, or by the name and serial number of its
 * certificate?
 */
function isNamed(authority: Certificate, { authorityKey, authoritySerial, issuer }: Certificate): boolean {
  if (authorityKey) return authorityKey === keyIdentifierOf(authority)
  return authoritySerial !== undefined && authoritySerial === authority.serial && issuer.key === authority.subject.key
}

function faultsOfSigner(signer: Certificate, moments: readonly number[]): PathFault[] {
  const faults: PathFault[] = []
  const outside = moments.find((moment) => !covers(signer, moment))
  if (outside !== undefined)
    faults.push({
      code: 'SIGNER_OUTSIDE_VALIDITY',
      text: `the signer was valid ${periodText(signer)}, not on ${day(outside)}`,
    })
  if (signer.maySign === false)
    faults.push({ code: 'SIGNER_FOR_ANOTHER_PURPOSE', text: 'the key of the signer may not sign' })
  if (signer.notUnderstood)
    faults.push({ code: 'SIGNER_FOR_ANOTHER_PURPOSE', text: `the signer has the extension ${signer.notUnderstood}` })
  return faults
}

/** The faults above the signer, and whether anything in the path was revoked. */
function faultsOf({ certificates, authority }: Path, { trust, moments }: Search): PathFault[] {
  const all = [...certificates, authority.certificate]
  const below = all.at(-2)
  const faults: PathFault[] = []
  for (const [index, certificate] of all.entries()) {
    if (index === 0) {
      if (isRevoked(trust, certificate, all[1]))
        faults.push({ code: 'SIGNER_REVOKED', text: 'the certificate of the signer was revoked by its authority' })
      continue
    }
    const isTrusted = index === all.length - 1
    const valid = isTrusted
      ? [...moments, below?.validity.notBefore ?? 0].some((moment) => covers(certificate, moment))
      : moments.every((moment) => covers(certificate, moment))
    const name = nameText(certificate.subject)
    if (!valid)
      faults.push({
        code: 'AUTHORITY_OUTSIDE_VALIDITY',
        text: `its authority ${name} was valid ${periodText(certificate)}`,
      })
    if (isRevoked(trust, certificate, all[index + 1] ?? certificate))
      faults.push({ code: 'AUTHORITY_REVOKED', text: `the certificate of the authority ${name} was revoked` })
    if (!isTrusted && certificate.notUnderstood)
      faults.push({ code: 'AUTHORITY_UNKNOWN', text: `${name} has the extension ${certificate.notUnderstood}` })
    const between = all.slice(1, index).filter((each) => !isSelfIssued(each)).length
    if (certificate.pathLength !== undefined && between > certificate.pathLength)
      faults.push({ code: 'AUTHORITY_UNKNOWN', text: `${name} may not certify further authorities` })
  }
  return faults
}

/** Does the validity of a certificate cover a moment? */
const covers = ({ validity }: Certificate, moment: number) =>
  validity.notBefore <= moment && moment <= validity.notAfter

const day = (moment: number) => new Date(moment).toISOString().slice(0, 10)
const periodText = ({ validity }: Certificate) => `from ${day(validity.notBefore)} to ${day(validity.notAfter)}`
