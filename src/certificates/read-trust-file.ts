import {
  childrenOf,
  type Element,
  expectTag,
  Malformed,
  MOST_CHILDREN,
  readElement,
  readFile,
} from '../asn1/element.ts'
import { requireDer } from '../asn1/strict-der.ts'
import { objectIdentifier, sequence, TAGS } from '../asn1/values.ts'
import { type Certificate, certificateOf } from './certificate.ts'
import { type RevocationList, revocationListOf } from './revocation-list.ts'
import { readSignedData, type SignedData } from './signed-data.ts'

/** What lies in a file that an operator trusts, by what it is and not by its name. Nothing has been verified. */
interface TrustFile {
  certificates: Certificate[]
  masterLists: SignedData[]
  revocationLists: RevocationList[]
  /** What could not be read, and why. */
  refused: string[]
}

const MASTER_LIST = '2.23.136.1.1.2'
const SIGNED_DATA = '1.2.840.113549.1.7.2'
/** The largest list of the ICAO directory is some 60 MB as LDIF. */
const LARGEST = 128 * 1024 * 1024
/** An entry of a revocation list has up to eight elements. */
const MOST_IN_LIST = 8 * MOST_CHILDREN

/** Reads a master list, a certificate, a revocation list, a bag of certificates (p7b), PEM with any of them, or LDIF. */
export function readTrustFile(bytes: Uint8Array): TrustFile {
  const file: TrustFile = { certificates: [], masterLists: [], revocationLists: [], refused: [] }
  if (bytes.length > LARGEST) file.refused.push('it is too large')
  else for (const part of partsOf(bytes)) readPart(part, file)
  return file
}

function readPart(bytes: Uint8Array, file: TrustFile): void {
  try {
    const element = readFile(bytes)
    requireDer(element, MOST_IN_LIST)
    const [first] = sequence(element)
    if (first?.tag === TAGS.oid) readMessage(element, file)
    else if (isRevocationList(first)) file.revocationLists.push(revocationListOf(element))
    else file.certificates.push(certificateOf(element))
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

/** The first member of a list is a version or an algorithm, and has no validity of two times. */
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

/** The binary values of the ICAO directory: certificates, revocation lists, master lists (RFC 2849; a line goes on after a space). */
function ldifParts(text: string): Uint8Array[] {
  const lines = text.replace(/\r?\n /g, '').split(/\r?\n/)
  const values = lines.map((line) => LDIF_VALUE.exec(line)?.[1]).filter((value) => value !== undefined)
  return values.map((value) => Buffer.from(value, 'base64'))
}

const LDIF_VALUE =
  /^(?:userCertificate|cACertificate|certificateRevocationList|authorityRevocationList|pkdMasterListContent|CscaMasterListData)(?:;binary)?:: *(\S+)/i

/** The certificates in a master list (ICAO 9303-12, CscaMasterList); those that cannot be read are counted. */
export function certificatesIn({ content }: SignedData): { certificates: Certificate[]; refused: string[] } {
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
