import { createHash } from 'node:crypto'
import { requireBer, requireDer, withTag } from '../asn1/der.ts'
import { childrenOf, type Element, expectTag, Malformed, readElement, readFile } from '../asn1/element.ts'
import {
  hexOf,
  OCTET_STRINGS,
  objectIdentifier,
  octets,
  sameBytes,
  sequence,
  TAGS,
  time,
  unsignedInteger,
} from '../asn1/values.ts'
import {
  type Algorithm,
  type Certificate,
  certificateOf,
  keyIdentifierOf,
  type Name,
  readAlgorithm,
  readName,
} from './certificate.ts'
import { type Hash, hashOf, hashOfLength, readPublicKey } from './public-key.ts'
import { UnknownAlgorithm, verifySignature } from './verify-signature.ts'

/** A signed message (CMS, RFC 5652) with its encoded content. */
export interface SignedData {
  contentType: string
  content: Uint8Array
  certificates: Certificate[]
  signer: SignerInfo
}

export interface SignerInfo {
  /** Identifies the signer: by issuer and serial number, or by the identifier of the key. */
  signer: { issuer: Name; serial: string } | { subjectKey: string }
  digest: Algorithm
  algorithm: Algorithm
  signature: Uint8Array
  attributes?: SignedAttributes
}

interface SignedAttributes {
  /** The bytes that are signed: the attributes under the tag of a SET. */
  signed: Uint8Array
  contentType?: string
  messageDigest?: Uint8Array
  signingTime?: number
}

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const MOST_CERTIFICATES = 16

/** EF.SOD: a signed message inside tag 77, which some readers remove. */
export function readSignedFile(bytes: Uint8Array): SignedData {
  const file = readFile(bytes, 'BER')
  if (file.tag !== 0x77) return readSignedData(file)
  return readSignedData(readElement(readFile(bytes).content, 0, 0, 'BER'))
}

/**
 * A message with one signer, which is all that ICAO 9303 requires: each further signer would cost another verification.
 * It may be BER; the certificates and the signed attributes must be DER (RFC 5652, 2 and 5.3), and their bytes are
 * verified as they came.
 */
export function readSignedData(contentInfo: Element): SignedData {
  const message: Element = { ...contentInfo, rules: 'BER' }
  requireBer(message)
  const [type, wrapped] = sequence(message)
  if (objectIdentifier(type) !== SIGNED_DATA) throw new Malformed('not a signed message')
  const members = sequence(childrenOf(expectTag(wrapped, 0xa0))[0])
  const [contentType, content] = sequence(members[2])
  const [eContent] = content ? childrenOf(expectTag(content, 0xa0)) : []
  const certificates = members.find(({ tag }) => tag === 0xa0)
  const [signer, ...others] = childrenOf(expectTag(members.at(-1), TAGS.set))
  if (!signer || others.length > 0) throw new Malformed(signer ? 'several signers' : 'no signer')
  return {
    contentType: objectIdentifier(contentType),
    content: eContent ? octets(expectTag(eContent, ...OCTET_STRINGS)) : new Uint8Array(),
    certificates: certificates ? readCertificates(certificates) : [],
    signer: readSigner(signer),
  }
}

function readCertificates(element: Element): Certificate[] {
  const members = childrenOf(element).filter(({ tag }) => tag === TAGS.sequence)
  if (members.length > MOST_CERTIFICATES) throw new Malformed('too many certificates')
  return members.map(({ whole }) => {
    const certificate = readElement(whole)
    requireDer(certificate)
    return certificateOf(certificate)
  })
}

function readSigner(element: Element): SignerInfo {
  const [, who, digest, ...rest] = sequence(element)
  const attributes = rest[0]?.tag === 0xa0 ? rest.shift() : undefined
  const [algorithm, signature] = rest
  return {
    signer: readIdentifier(who),
    digest: readAlgorithm(digest),
    algorithm: readAlgorithm(algorithm),
    signature: octets(expectTag(signature, ...OCTET_STRINGS)),
    ...(attributes && { attributes: readAttributes(attributes) }),
  }
}

function readIdentifier(who: Element | undefined): SignerInfo['signer'] {
  if (who?.tag === 0x80 || who?.tag === 0xa0) return { subjectKey: hexOf(octets(who)) }
  const [issuer, serial] = sequence(who)
  return { issuer: readName(issuer), serial: hexOf(unsignedInteger(serial)) }
}

function readAttributes(implicit: Element): SignedAttributes {
  // The tag and the length around them are replaced by those of a SET before they are signed (RFC 5652, 5.4).
  const set = withTag(implicit, TAGS.set)
  requireDer(set)
  const attributes: SignedAttributes = { signed: set.whole }
  for (const attribute of childrenOf(set)) {
    const [type, values] = sequence(attribute)
    const [value, second] = childrenOf(expectTag(values, TAGS.set))
    const read = ATTRIBUTES[objectIdentifier(type)]
    if (!read) continue
    if (!value || second) throw new Malformed('a signed attribute without exactly one value')
    Object.assign(attributes, read(value))
  }
  return attributes
}

const ATTRIBUTES: Record<string, (value: Element) => Partial<SignedAttributes>> = {
  '1.2.840.113549.1.9.3': (value) => ({ contentType: objectIdentifier(value) }),
  '1.2.840.113549.1.9.4': (value) => ({ messageDigest: octets(expectTag(value, TAGS.octets)) }),
  '1.2.840.113549.1.9.5': (value) => {
    try {
      return { signingTime: time(value) }
    } catch (error) {
      // Some states write invalid times. The signature still counts, with an unknown time of signing.
      if (error instanceof Malformed) return {}
      throw error
    }
  },
}

/** What is wrong with a signed message, or who signed it and with which hash. */
export type SignedBy =
  | { holds: true; hash: Hash; signingTime?: number }
  | { holds: false; wrong: 'CONTENT_TYPE_WRONG' | 'DIGEST_WRONG' | 'SIGNATURE_WRONG' }

/**
 * The certificates that a signer's identifier can mean: by issuer and serial number, by serial number, or by key. The
 * identifier is not signed; the signature decides.
 */
export function certificatesOf({ signer }: SignerInfo, certificates: readonly Certificate[]): Certificate[] {
  if ('subjectKey' in signer)
    return certificates.filter((each) => keyIdentifierOf(each) === signer.subjectKey).slice(0, MOST_TRIED)
  const bySerial = certificates.filter(({ serial }) => serial === signer.serial)
  const exact = bySerial.filter(({ issuer }) => issuer.key === signer.issuer.key)
  // Some states write the issuer's name differently in the two places.
  return (exact.length > 0 ? exact : bySerial).slice(0, MOST_TRIED)
}

/** Each costs a signature verification; a signer has one certificate, and rarely a second one for the same key. */
const MOST_TRIED = 4

/** Is the signature of this signer over this content valid (RFC 5652, 5.4 and 5.6)? */
export function verifySignedData(message: SignedData, certificate: Certificate): SignedBy {
  const { signer: info } = message
  const digest = hashOf(info.digest)
  if (!digest) throw new UnknownAlgorithm(`digest algorithm ${info.digest.oid}`)
  const { attributes } = info
  if (attributes) {
    const { contentType, messageDigest } = attributes
    if (contentType !== undefined && contentType !== message.contentType)
      return { holds: false, wrong: 'CONTENT_TYPE_WRONG' }
    if (!messageDigest || !isDigest(messageDigest, message.content, digest))
      return { holds: false, wrong: 'DIGEST_WRONG' }
  }
  const key = readPublicKey(certificate.publicKey)
  const signed = attributes?.signed ?? message.content
  const hash = verifySignature(key, info.algorithm, signed, info.signature, digest)
  if (!hash) return { holds: false, wrong: 'SIGNATURE_WRONG' }
  const signingTime = attributes?.signingTime
  return { holds: true, hash, ...(signingTime !== undefined && { signingTime }) }
}

/**
 * Is this the digest of a content? Some states name a different hash than the one they used; the length of the digest
 * shows which.
 */
export function isDigest(digest: Uint8Array, content: Uint8Array, stated: Hash): boolean {
  const hash = hashOfLength(stated, digest.length)
  return hash !== undefined && sameBytes(digest, createHash(hash).update(content).digest())
}
