import { createHash } from 'node:crypto'
import { requireBer, requireDer } from '../asn1/der.ts'
import {
  childrenOf,
  type Element,
  expectTag,
  Malformed,
  MOST_CHILDREN,
  readElement,
  readFile,
} from '../asn1/element.ts'
import { objectIdentifier, sequence, TAGS } from '../asn1/values.ts'
import { type Certificate, certificateOf, isSelfIssued } from './certificate.ts'
import { certificatesOf, readSignedData, type SignedData, verifySignedData } from './signed-data.ts'
import { type Authority, type RevocationList, revocationListOf, TrustStore } from './trust-store.ts'
import { validatePath } from './validate-path.ts'

export interface NamedFile {
  name: string
  bytes: Uint8Array
}

export interface Refusal {
  file: string
  reason: string
}

/** What files add to the trusted certificates, and what in them was refused. */
interface CollectedTrust {
  store: TrustStore
  refused: Refusal[]
  /** The master lists with a valid signature, with the time of signing if they state it. */
  masterLists: { file: string; signedAt?: number; certificates: number }[]
}

const MASTER_LIST_SIGNING = '2.23.136.1.1.3'

/**
 * Builds what the operator trusts. A single certificate is trusted because the operator chose it; a master list only if
 * its signature leads to such a certificate. So the root certificates of master lists must be among the files, or be
 * passed as `roots`.
 */
export function collectTrust(files: readonly NamedFile[], roots: readonly Authority[] = []): CollectedTrust {
  const refused: Refusal[] = []
  const chosen: Authority[] = []
  const signers: Certificate[] = []
  const revocationLists: RevocationList[] = []
  const lists: { file: string; message: SignedData }[] = []
  for (const { name, bytes } of files) {
    const file = readTrustFile(bytes)
    refused.push(...file.refused.map((reason) => ({ file: name, reason })))
    for (const certificate of file.certificates)
      if (isAuthority(certificate)) chosen.push({ certificate, origin: name })
      else signers.push(certificate)
    revocationLists.push(...file.revocationLists)
    lists.push(...file.masterLists.map((message) => ({ file: name, message })))
  }

  const pinned = new TrustStore([...roots, ...chosen])
  const listed: Authority[] = []
  const masterLists: CollectedTrust['masterLists'] = []
  for (const { file, message } of lists) {
    const opened = openMasterList(message, pinned)
    if (!opened.ok) {
      refused.push({ file, reason: opened.reason })
      continue
    }
    refused.push(...opened.refused.map((reason) => ({ file, reason })))
    listed.push(...opened.certificates.map((certificate) => ({ certificate, origin: file })))
    masterLists.push({
      file,
      certificates: opened.certificates.length,
      ...(opened.signedAt !== undefined && { signedAt: opened.signedAt }),
    })
  }
  return { store: new TrustStore(once([...chosen, ...listed]), signers, revocationLists), refused, masterLists }
}

type OpenedList =
  | { ok: true; certificates: Certificate[]; refused: string[]; signedAt?: number }
  | { ok: false; reason: string }

/**
 * The certificates of a master list whose signature is valid and whose signer may sign lists and was certified by a
 * pinned root.
 */
function openMasterList(message: SignedData, pinned: TrustStore): OpenedList {
  try {
    const [signer] = certificatesOf(message.signer, message.certificates)
    if (!signer) return { ok: false, reason: 'the certificate of its signer is missing' }
    const result = verifySignedData(message, signer)
    if (!result.holds) return { ok: false, reason: 'its signature does not hold' }
    if (!mayVouch(signer, message, result.signingTime, pinned))
      return { ok: false, reason: 'it is not signed by a signer of master lists whose root is named or pinned' }
    return {
      ok: true,
      ...certificatesIn(message),
      ...(result.signingTime !== undefined && { signedAt: result.signingTime }),
    }
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return { ok: false, reason: `it cannot be read: ${error.message}` }
  }
}

function mayVouch(
  signer: Certificate,
  { certificates }: SignedData,
  signedAt: number | undefined,
  pinned: TrustStore,
): boolean {
  if (pinned.authorities.some(({ certificate }) => same(certificate, signer))) return true
  if (!signer.purposes.includes(MASTER_LIST_SIGNING)) return false
  // A list without a time of signing is checked as of the date when its signer was certified, so older lists can still
  // be imported.
  const moment = signedAt ?? signer.validity.notBefore
  return validatePath(signer, certificates, [moment], pinned).kind === 'trusted'
}

/**
 * The certificate of an authority says so. Old ones without extensions are recognised because they name themselves as
 * their issuer. A certificate that names itself and has a key only for signatures is a signer's, which the operator
 * trusts directly.
 */
export const isAuthority = (certificate: Certificate): boolean =>
  certificate.isAuthority ?? (isSelfIssued(certificate) && certificate.mayCertify !== false)

const same = (one: Certificate, other: Certificate) => Buffer.compare(one.whole, other.whole) === 0

function once(authorities: readonly Authority[]): Authority[] {
  const found = new Map<string, Authority>()
  for (const authority of authorities) {
    const print = createHash('sha256').update(authority.certificate.whole).digest('hex')
    if (!found.has(print)) found.set(print, authority)
  }
  return [...found.values()]
}

/**
 * The contents of a file that an operator trusts, recognised by the contents and not by the file name. Nothing has been
 * verified.
 */
interface TrustFile {
  certificates: Certificate[]
  masterLists: SignedData[]
  revocationLists: RevocationList[]
  /** What could not be read, with the reason. */
  refused: string[]
}

const MASTER_LIST = '2.23.136.1.1.2'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
/** The largest list of the ICAO directory is some 60 MB as LDIF. */
const LARGEST = 128 * 1024 * 1024
/** An entry of a revocation list has up to eight elements. */
const MOST_IN_LIST = 8 * MOST_CHILDREN

/**
 * Reads a master list, a certificate, a revocation list, a bag of certificates (p7b), PEM with any of them, or LDIF.
 */
function readTrustFile(bytes: Uint8Array): TrustFile {
  const file: TrustFile = { certificates: [], masterLists: [], revocationLists: [], refused: [] }
  if (bytes.length > LARGEST) file.refused.push('it is too large')
  else for (const part of partsOf(bytes)) readPart(part, file)
  return file
}

function readPart(bytes: Uint8Array, file: TrustFile): void {
  try {
    const element = readFile(bytes, 'BER')
    const [first] = sequence(element)
    if (first?.tag === TAGS.oid) {
      requireBer(element, MOST_IN_LIST)
      readMessage(element, file)
      return
    }
    requireDer(element, MOST_IN_LIST)
    const strict = readElement(element.whole)
    if (isRevocationList(first)) file.revocationLists.push(revocationListOf(strict))
    else file.certificates.push(certificateOf(strict))
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    file.refused.push(`it is not a certificate, master list or revocation list: ${error.message}`)
  }
}

function readMessage(element: Element, file: TrustFile): void {
  const [type, wrapped] = sequence(element)
  if (objectIdentifier(type) !== SIGNED_DATA) throw new Malformed('a message of another kind')
  const members = sequence(childrenOf(expectTag(wrapped, 0xa0))[0])
  const [content] = sequence(members[2])
  if (objectIdentifier(content) === MASTER_LIST) file.masterLists.push(readSignedData(element))
  else
    for (const member of members.filter(({ tag }) => tag === 0xa0 || tag === 0xa1).flatMap(childrenOf))
      readPart(member.whole, file)
}

/** In a revocation list the first member is a version or an algorithm, and no member is a validity with two times. */
function isRevocationList(tbs: Element | undefined): boolean {
  const members = sequence(tbs)
  const [first, second] = members
  return (
    members[0]?.tag !== 0xa0 && (first?.tag === TAGS.sequence || second?.tag === TAGS.sequence) && hasUpdate(members)
  )
}

const hasUpdate = (members: readonly Element[]) => members.slice(1, 4).some(({ tag }) => tag === 0x17 || tag === 0x18)

function partsOf(bytes: Uint8Array): Uint8Array[] {
  if (bytes[0] === TAGS.sequence) return [bytes]
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (text.includes('-----BEGIN ')) return pemParts(text)
  if (/^(version|dn):/m.test(text)) return ldifParts(text)
  return [bytes]
}

function pemParts(text: string): Uint8Array[] {
  const blocks = text.matchAll(/-----BEGIN [^-]+-----([A-Za-z0-9+/=\s]+)-----END/g)
  return [...blocks].map(([, body = '']) => Buffer.from(body, 'base64'))
}

/**
 * The binary values of the ICAO directory: certificates, revocation lists, master lists (RFC 2849; a leading space
 * continues a line).
 */
function ldifParts(text: string): Uint8Array[] {
  const lines = text.replace(/\r?\n /g, '').split(/\r?\n/)
  const values = lines.map((line) => LDIF_VALUE.exec(line)?.[1]).filter((value) => value !== undefined)
  return values.map((value) => Buffer.from(value, 'base64'))
}

const LDIF_VALUE =
  /^(?:userCertificate|cACertificate|certificateRevocationList|authorityRevocationList|pkdMasterListContent|CscaMasterListData)(?:;binary)?:: *(\S+)/i

/** The certificates in a master list (ICAO 9303-12, CscaMasterList), and the reasons for those that cannot be read. */
function certificatesIn({ content }: SignedData): { certificates: Certificate[]; refused: string[] } {
  const [, set] = sequence(readElement(content))
  const certificates: Certificate[] = []
  const refused: string[] = []
  for (const element of childrenOf(expectTag(set, TAGS.set))) {
    try {
      requireDer(element)
      certificates.push(certificateOf(element))
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      refused.push(`a certificate in the list cannot be read: ${error.message}`)
    }
  }
  return { certificates, refused }
}
