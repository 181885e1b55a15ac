import { constants, createHash, privateDecrypt, randomBytes, sign } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../../../src/formats/asn1/der.ts'
import { TAGS } from '../../../../src/formats/asn1/values.ts'
import { type Hash, digestIdentifier as identifierOfHash } from '../../../../src/formats/x509/public-key.ts'
import { keyIdentifier, type Party, writeTime } from './certify.ts'
import type { TestKey } from './sign.ts'

/** The files of a chip as a reader returns them. */
interface MadeChip {
  sod: Uint8Array
  groups: Map<number, Uint8Array>
}

/** Signs data groups as a state does. */
export function makeChip(
  groups: ReadonlyMap<number, Uint8Array>,
  signer: Party,
  options: SignOptions & { hash?: Hash; statedHash?: Hash; version?: 0 | 1; bare?: true },
): MadeChip {
  const { hash = signer.key.way.hash, statedHash = hash, version = 0, bare } = options
  const content = writeSecurityObject(groups, { hash, statedHash, version })
  const message = signMessage(content, signer, options)
  return { sod: bare ? message : der(0x77, message), groups: new Map(groups) }
}

const TRAILERS: Record<Hash, number> = { sha1: 0x33, sha256: 0x34, sha512: 0x35, sha384: 0x36, sha224: 0x38 }

/**
 * The chip's answer to a challenge by RSA: ISO/IEC 9796-2, scheme 1, where the signature contains part of the message.
 */
export function answerByRsa(key: TestKey, challenge: Uint8Array, hash: Hash, trailer: 'named' | 'implied' = 'named') {
  const size = (key.privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const end = trailer === 'named' ? Buffer.of(TRAILERS[hash], 0xcc) : Buffer.of(0xbc)
  const own = randomBytes(size - 1 - createHash(hash).digest().length - end.length)
  const digest = createHash(hash).update(own).update(challenge).digest()
  const block = Buffer.concat([Buffer.of(0x6a), own, digest, end])
  return privateDecrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block)
}

export const answerByCurve = (key: TestKey, challenge: Uint8Array, hash: Hash, form: 'plain' | 'der') =>
  sign(hash, challenge, { key: key.privateKey, dsaEncoding: form === 'plain' ? 'ieee-p1363' : 'der' })

/** Includes MD5, which no verifier may accept. */
type Digest = Hash | 'md5'

export interface SignOptions {
  contentType?: string
  /** Default: the signer's hash. */
  digest?: Digest
  /** The stated digest, if it is not the one that was used. */
  statedDigest?: Digest
  by?: 'issuerAndSerial' | 'subjectKey'
  /** The issuer that is named for the signer: needed for `issuerAndSerial`. */
  issuer: Party
  /** False: none. Reversed: sent in the reverse of the order in which they were signed, which is DER's. */
  attributes?: false | 'reversed' | 'without content type'
  signedAt?: string
  /** Writes the time of signing as a day without a time, which is invalid. */
  dayAlone?: true
  /** The certificates inside; default: the signer's. */
  certificates?: readonly Uint8Array[]
  /** BER instead of DER: indefinite lengths and constructed octet strings. */
  ber?: true
}

const LDS = '2.23.136.1.1.1'

const digestIdentifier = (digest: Digest) =>
  digest === 'md5'
    ? derSequence(derObjectIdentifier('1.2.840.113549.2.5'), der(TAGS.nothing))
    : identifierOfHash(digest)

/** A signed message (CMS) with its content inside. */
function signMessage(content: Uint8Array, signer: Party, options: SignOptions): Uint8Array {
  const { contentType = LDS, certificates = [signer.certificate], ber } = options
  const digest = options.digest ?? signer.key.way.hash
  const wrap = ber ? indefinite : der
  const octets = ber ? pieces(content) : der(TAGS.octets, content)
  const attributes = options.attributes === false ? undefined : writeAttributes(content, contentType, digest, options)
  const signature = signer.key.sign(attributes ? der(TAGS.set, ...attributes) : content)
  const sent = options.attributes === 'reversed' ? attributes?.toReversed() : attributes
  const who =
    options.by === 'subjectKey'
      ? der(0x80, keyIdentifier(signer.key))
      : derSequence(options.issuer.name, derInteger(signer.serial))
  const info = derSequence(
    derInteger(Uint8Array.of(options.by === 'subjectKey' ? 3 : 1)),
    who,
    digestIdentifier(options.statedDigest ?? digest),
    ...(sent ? [(ber ? indefinite : der)(0xa0, ...sent)] : []),
    signer.key.algorithm,
    der(TAGS.octets, signature),
  )
  const signedData = wrap(
    TAGS.sequence,
    derInteger(Uint8Array.of(3)),
    der(TAGS.set, digestIdentifier(digest)),
    wrap(TAGS.sequence, derObjectIdentifier(contentType), wrap(0xa0, octets)),
    ...(certificates.length > 0 ? [wrap(0xa0, ...certificates)] : []),
    wrap(TAGS.set, info),
  )
  return wrap(TAGS.sequence, derObjectIdentifier('1.2.840.113549.1.7.2'), wrap(0xa0, signedData))
}

/** The list of hashes that a state signs. */
function writeSecurityObject(
  groups: ReadonlyMap<number, Uint8Array>,
  { hash, version = 0, statedHash = hash }: { hash: Hash; version?: 0 | 1; statedHash?: Hash },
): Uint8Array {
  const entries = [...groups].map(([number, bytes]) =>
    derSequence(derInteger(Uint8Array.of(number)), der(TAGS.octets, createHash(hash).update(bytes).digest())),
  )
  const versions = derSequence(der(0x13, Buffer.from('0108')), der(0x13, Buffer.from('040000')))
  return derSequence(
    derInteger(Uint8Array.of(version)),
    digestIdentifier(statedHash),
    derSequence(...entries),
    ...(version === 1 ? [versions] : []),
  )
}

/** A master list of authorities, signed. */
export function signMasterList(certificates: readonly Uint8Array[], signer: Party, issuer: Party): Uint8Array {
  const content = derSequence(derInteger(Uint8Array.of(0)), der(TAGS.set, ...certificates))
  return signMessage(content, signer, { contentType: '2.23.136.1.1.2', issuer, signedAt: '2025-01-01' })
}

function writeAttributes(
  content: Uint8Array,
  contentType: string,
  digest: Digest,
  { signedAt, dayAlone, attributes }: SignOptions,
) {
  const attribute = (oid: string, value: Uint8Array) => derSequence(derObjectIdentifier(oid), der(TAGS.set, value))
  const written = [
    ...(attributes === 'without content type'
      ? []
      : [attribute('1.2.840.113549.1.9.3', derObjectIdentifier(contentType))]),
    ...(signedAt
      ? [attribute('1.2.840.113549.1.9.5', dayAlone ? der(0x18, Buffer.from('20240501')) : writeTime(signedAt))]
      : []),
    attribute('1.2.840.113549.1.9.4', der(TAGS.octets, createHash(digest).update(content).digest())),
  ]
  return written.sort(Buffer.compare)
}

function indefinite(tag: number, ...content: Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.of(0, 0)])
}

function pieces(content: Uint8Array): Uint8Array {
  const middle = content.length >> 1
  const inner = indefinite(0x24, der(TAGS.octets, content.subarray(middle)))
  return indefinite(0x24, der(TAGS.octets, content.subarray(0, middle)), inner)
}
