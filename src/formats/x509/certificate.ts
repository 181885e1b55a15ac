import { createHash } from 'node:crypto'
import { childrenOf, type Element, expectTag, Malformed, readElement } from '../asn1/element.ts'
import {
  bits,
  hexOf,
  objectIdentifier,
  octets,
  sequence,
  smallInteger,
  TAGS,
  text,
  time,
  unsignedInteger,
} from '../asn1/values.ts'

/** An algorithm and its encoded parameters. */
export interface Algorithm {
  oid: string
  parameters?: Element
}

interface Period {
  /** Milliseconds since 1970. */
  notBefore: number
  notAfter: number
}

/** The contents of a certificate (RFC 5280), as far as passports use them. Nothing in it has been verified. */
export interface Certificate {
  whole: Uint8Array
  /** The part that is signed. */
  signed: Uint8Array
  algorithm: Algorithm
  signature: Uint8Array
  /** Hex without leading zeros. */
  serial: string
  issuer: Name
  subject: Name
  validity: Period
  /** The encoded SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  /** Hex. */
  subjectKey?: string
  authorityKey?: string
  /** The serial number of the authority's certificate, if the certificate names it. Hex without leading zeros. */
  authoritySerial?: string
  isAuthority?: boolean
  /** Object identifiers of the extended key usage. */
  purposes: string[]
  /** What its key may do, if the certificate says so: certify others, or sign anything else. */
  mayCertify?: boolean
  maySign?: boolean
  /** How many other authorities may be between it and a signer. Self-issued certificates are not counted. */
  pathLength?: number
  /** The identifier of a critical extension that is not supported. */
  notUnderstood?: string
  /** When the private key may sign (ICAO 9303-12: shorter than the certificate's validity). */
  keyUse?: Partial<Period>
}

export const readCertificate = (bytes: Uint8Array) => certificateOf(readElement(bytes))

export function certificateOf(element: Element): Certificate {
  const [tbs, algorithm, signature] = sequence(element)
  const members = sequence(tbs)
  const first = members[0]?.tag === 0xa0 ? 1 : 0
  const [serial, , issuer, validity, subject, publicKey] = members.slice(first)
  const [notBefore, notAfter] = sequence(validity)
  if (!tbs || publicKey?.tag !== TAGS.sequence) throw new Malformed('a certificate without a key')
  return {
    whole: element.whole,
    signed: tbs.whole,
    algorithm: readAlgorithm(algorithm),
    signature: bits(signature),
    serial: hexOf(unsignedInteger(serial)),
    issuer: readName(issuer),
    subject: readName(subject),
    validity: { notBefore: time(notBefore), notAfter: time(notAfter) },
    publicKey: publicKey.whole,
    purposes: [],
    ...readExtensions(members.find(({ tag }) => tag === 0xa3)),
  }
}

export function readAlgorithm(element: Element | undefined): Algorithm {
  const [oid, parameters] = sequence(element)
  return { oid: objectIdentifier(oid), ...(parameters && parameters.tag !== TAGS.nothing && { parameters }) }
}

/**
 * Whether issuer and subject have the same name. The key may still differ: a renewed certificate or a link certificate.
 */
export const isSelfIssued = ({ issuer, subject }: Certificate) => issuer.key === subject.key

function readExtensions(wrapped: Element | undefined): Partial<Certificate> {
  if (!wrapped) return {}
  const found: Partial<Certificate> = {}
  for (const extension of sequence(readElement(wrapped.content))) {
    const members = sequence(extension)
    const oid = objectIdentifier(members[0])
    const isCritical = members[1]?.tag === TAGS.boolean && members[1].content[0] !== 0
    const read = EXTENSIONS[oid]
    if (!read && isCritical && !WITHOUT_EFFECT.includes(oid)) found.notUnderstood = oid
    if (!read) continue
    try {
      Object.assign(found, read(readElement(octets(members.at(-1)))))
    } catch (error) {
      // Some states issue certificates with unreadable extensions that are valid otherwise.
      if (!(error instanceof Malformed)) throw error
      if (isCritical) found.notUnderstood = oid
    }
  }
  return found
}

/**
 * Extensions that have no effect on the checks here: alternative names of subject and issuer, the locations of
 * revocation lists, policies, the kinds of documents and the change of an authority's name (ICAO 9303-12).
 */
const WITHOUT_EFFECT: readonly string[] = [
  '2.5.29.17',
  '2.5.29.18',
  '2.5.29.31',
  '2.5.29.32',
  '2.23.136.1.1.6.1',
  '2.23.136.1.1.6.2',
]

const EXTENSIONS: Record<string, (value: Element) => Partial<Certificate>> = {
  '2.5.29.14': (value) => ({ subjectKey: hexOf(octets(value)) }),
  '2.5.29.15': ({ content }) => ({
    mayCertify: ((content[1] ?? 0) & 0x04) !== 0,
    // Digital signature, or content commitment (formerly non-repudiation).
    maySign: ((content[1] ?? 0) & 0xc0) !== 0,
  }),
  '2.5.29.16': (value) => {
    const members = sequence(value)
    const [from, until] = [0x80, 0x81].map((tag) => members.find((member) => member.tag === tag))
    return { keyUse: { ...(from && { notBefore: time(from) }), ...(until && { notAfter: time(until) }) } }
  },
  '2.5.29.19': (value) => {
    const members = sequence(value)
    const isAuthority = members[0]?.tag === TAGS.boolean && members[0].content[0] !== 0
    const length = members.find(({ tag }) => tag === TAGS.integer)
    return { isAuthority, ...(isAuthority && length && { pathLength: smallInteger(length) }) }
  },
  '2.5.29.35': (value) => {
    const members = sequence(value)
    const key = members.find(({ tag }) => tag === 0x80)
    const serial = members.find(({ tag }) => tag === 0x82)
    return {
      ...(key && { authorityKey: hexOf(key.content) }),
      ...(serial && { authoritySerial: hexOf(stripZeros(serial.content)) }),
    }
  },
  '2.5.29.37': (value) => ({ purposes: sequence(value).map(objectIdentifier) }),
}

function stripZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first < 0 ? bytes.subarray(-1) : bytes.subarray(first)
}

/**
 * The identifier of a certificate's key in hex: the one it states, otherwise SHA-1 of the key's bits (RFC 5280,
 * 4.2.1.2).
 */
export function keyIdentifierOf({ subjectKey, publicKey }: Certificate): string | undefined {
  if (subjectKey) return subjectKey
  try {
    const [, key] = sequence(readElement(publicKey))
    return createHash('sha1').update(bits(key)).digest('hex')
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

/** A distinguished name: its attributes in their encoded order. */
export interface Name {
  attributes: { type: string; value: string }[]
  /**
   * Equal for two names that differ only in string type, letter case, spaces or order, as the names that states write
   * do.
   */
  key: string
  /** ISO 3166 code in upper case, if the name has one. */
  country?: string
}

const SHORT: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'E',
  '0.9.2342.19200300.100.1.25': 'DC',
}

export function readName(element: Element | undefined): Name {
  const attributes = sequence(element).flatMap((set) =>
    childrenOf(expectTag(set, TAGS.set)).map((pair) => {
      const [type, value] = sequence(pair)
      const oid = objectIdentifier(type)
      return { type: SHORT[oid] ?? oid, value: value ? text(value) : '' }
    }),
  )
  const country = attributes
    .find(({ type }) => type === 'C')
    ?.value.trim()
    .toUpperCase()
  const key = attributes
    .map(({ type, value }) => `${type}=${value.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`)
    .sort()
    .join('\n')
  return { attributes, key, ...(country && { country }) }
}

/** The name in one line, for display. */
export const nameText = ({ attributes }: Name) =>
  attributes.map(({ type, value }) => `${type}=${value.replace(/[\p{Cc},]/gu, ' ').trim()}`).join(', ')
