import { createPublicKey, type KeyObject } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../asn1/der.ts'
import { childrenOf, type Element, Malformed, readElement } from '../asn1/element.ts'
import { bits, hexOf, sequence, smallInteger, TAGS, unsignedInteger } from '../asn1/values.ts'
import { type Algorithm, readAlgorithm } from './certificate.ts'

/** A key that a signature can be verified with. */
export type PublicKey =
  | { kind: 'rsa'; key: KeyObject; modulus: Uint8Array; exponent: Uint8Array }
  /** `size` is the length of the curve's order in bytes. */
  | { kind: 'ec'; key: KeyObject; size: number }

/** Smaller moduli were never allowed for passports; larger ones, and long exponents, only cost time. */
const MODULUS_BYTES = { least: 128, most: 1_024 }
const LONGEST_EXPONENT = 8
/** Documents can have keys with long, random exponents. They are accepted only with small moduli. */
const SMALL_MODULUS = { bytes: 256, longestExponent: 32 }

/** Reads a SubjectPublicKeyInfo. The key is encoded again, so that OpenSSL accepts unusual encodings. */
export function readPublicKey(bytes: Uint8Array): PublicKey {
  const [first, second] = sequence(readElement(bytes))
  const algorithm = readAlgorithm(first)
  if (algorithm.oid === RSA_KEY || algorithm.oid === RSA_PSS) return rsaKey(bits(second))
  if (algorithm.oid === EC_KEY || isKeyAgreement(algorithm.oid)) return ecKey(algorithm.parameters, bits(second))
  throw new Malformed(`a key of a kind that is not used for passports (${algorithm.oid})`)
}

/** The same RSA key, bound to a hash and a mask hash: node:crypto takes a different mask hash only from the key. */
export function pssKey({ modulus, exponent }: PublicKey & { kind: 'rsa' }, hash: Hash, mask: Hash): KeyObject {
  const parameters = derSequence(
    der(0xa0, digestIdentifier(hash)),
    der(0xa1, derSequence(derObjectIdentifier('1.2.840.113549.1.1.8'), digestIdentifier(mask))),
    der(0xa2, derInteger(Uint8Array.of(0))),
  )
  return importKey(derSequence(derObjectIdentifier(RSA_PSS), parameters), rsaBits(modulus, exponent))
}

export const digestIdentifier = (hash: Hash) => derSequence(derObjectIdentifier(DIGEST_OIDS[hash]), der(TAGS.nothing))

/** id-ecDH and id-ecMQV: the same key, declared for another purpose. */
const isKeyAgreement = (oid: string) => oid === '1.3.132.1.12' || oid === '1.3.132.1.13'

function rsaKey(content: Uint8Array): PublicKey {
  const [modulus, exponent] = sequence(readElement(content)).map(unsignedInteger)
  if (!modulus || !exponent) throw new Malformed('an RSA key without a modulus or an exponent')
  if (modulus.length < MODULUS_BYTES.least || modulus.length > MODULUS_BYTES.most)
    throw new Malformed(`an RSA key of ${modulus.length * 8} bits`)
  const odd = ((exponent.at(-1) ?? 0) & 1) === 1
  const longest = modulus.length <= SMALL_MODULUS.bytes ? SMALL_MODULUS.longestExponent : LONGEST_EXPONENT
  if (exponent.length > longest || !odd || hexOf(exponent) === '01')
    throw new Malformed('an RSA key with an invalid exponent')
  const key = importKey(derSequence(derObjectIdentifier(RSA_KEY), der(TAGS.nothing)), rsaBits(modulus, exponent))
  return { kind: 'rsa', key, modulus, exponent }
}

const rsaBits = (modulus: Uint8Array, exponent: Uint8Array) => derSequence(derInteger(modulus), derInteger(exponent))

/**
 * OpenSSL accepts explicit curve parameters only if all of them, including the generator, are those of a curve it
 * knows, and then names the curve. A curve of the signer's own choice proves nothing, since its generator can be chosen
 * to fit a signature.
 */
function ecKey(parameters: Element | undefined, point: Uint8Array): PublicKey {
  if (!parameters) throw new Malformed('a key without a curve')
  const key = importKey(derSequence(derObjectIdentifier(EC_KEY), parameters.whole), point)
  const size = ORDER_BYTES[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (!size) throw new Malformed('a key on a curve that is not used for passports')
  return { kind: 'ec', key, size }
}

/**
 * The curves that states sign passports on, with the bytes of their orders: NIST (FIPS 186-4) and Brainpool (RFC 5639).
 */
const ORDER_BYTES: Readonly<Record<string, number>> = {
  prime192v1: 24,
  secp224r1: 28,
  prime256v1: 32,
  secp384r1: 48,
  secp521r1: 66,
  ...Object.fromEntries(
    [160, 192, 224, 256, 320, 384, 512].flatMap((bits) =>
      ['r1', 't1'].map((form) => [`brainpoolP${bits}${form}`, bits / 8]),
    ),
  ),
}

function importKey(algorithm: Uint8Array, content: Uint8Array): KeyObject {
  const spki = derSequence(algorithm, der(TAGS.bits, Uint8Array.of(0), content))
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch (error) {
    throw new Malformed('an invalid key', { cause: error })
  }
}

/** Hashes by their names in node:crypto. MD5 and older ones are excluded. */
export type Hash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
export const HASHES: readonly Hash[] = ['sha256', 'sha1', 'sha512', 'sha384', 'sha224']

/** The identifiers of each hash: on its own, with RSA (PKCS #1), and with ECDSA. */
export const DIGEST_OIDS: Record<Hash, string> = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}
export const RSA_OIDS: Record<Hash, string> = {
  sha1: '1.2.840.113549.1.1.5',
  sha224: '1.2.840.113549.1.1.14',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}
/** ANSI X9.62: the signature is two numbers in DER. */
export const ECDSA_OIDS: Record<Hash, string> = {
  sha1: '1.2.840.10045.4.1',
  sha224: '1.2.840.10045.4.3.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}
/** BSI TR-03111: the signature is two numbers, each as long as the curve's order. */
export const PLAIN_ECDSA_OIDS: Record<Hash, string> = {
  sha1: '0.4.0.127.0.7.1.1.4.1.1',
  sha224: '0.4.0.127.0.7.1.1.4.1.2',
  sha256: '0.4.0.127.0.7.1.1.4.1.3',
  sha384: '0.4.0.127.0.7.1.1.4.1.4',
  sha512: '0.4.0.127.0.7.1.1.4.1.5',
}
const OLD_SHA1_WITH_RSA = '1.3.14.3.2.29'

const hashIn = (oids: Record<Hash, string>, oid: string): Hash | undefined => HASHES.find((hash) => oids[hash] === oid)

export const LENGTHS: Record<Hash, number> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 }

/** The stated hash if its length fits, otherwise the hash with this length. */
export const hashOfLength = (stated: Hash, length: number): Hash | undefined =>
  LENGTHS[stated] === length ? stated : HASHES.find((hash) => LENGTHS[hash] === length)

export const RSA_KEY = '1.2.840.113549.1.1.1'
export const RSA_PSS = '1.2.840.113549.1.1.10'
const EC_KEY = '1.2.840.10045.2.1'
const ECDSA_SPECIFIED = '1.2.840.10045.4.3'

export const hashOf = ({ oid }: Algorithm): Hash | undefined => hashIn(DIGEST_OIDS, oid)

/**
 * How a signature was made, as far as its algorithm states it. If the hash is left open, it is the one that the message
 * was digested with.
 */
type Scheme =
  | { kind: 'rsa'; hash?: Hash }
  | { kind: 'pss'; hash: Hash; mask: Hash; salt: number }
  | { kind: 'ecdsa'; hash?: Hash; isPlain?: true }
  | { kind: 'by-key'; hash: Hash }

export function schemeOf(algorithm: Algorithm): Scheme | undefined {
  const { oid, parameters } = algorithm
  if (oid === RSA_KEY) return { kind: 'rsa' }
  if (oid === RSA_PSS) return pssScheme(parameters)
  if (oid === EC_KEY || oid === '1.2.840.10045.4.2') return { kind: 'ecdsa' }
  if (oid === ECDSA_SPECIFIED) return withHash('ecdsa', parameters ? hashOf(readAlgorithm(parameters)) : undefined)
  if (oid === OLD_SHA1_WITH_RSA) return { kind: 'rsa', hash: 'sha1' }
  const [rsa, ecdsa, plain, alone] = [RSA_OIDS, ECDSA_OIDS, PLAIN_ECDSA_OIDS, DIGEST_OIDS].map((oids) =>
    hashIn(oids, oid),
  )
  if (rsa) return { kind: 'rsa', hash: rsa }
  if (ecdsa) return { kind: 'ecdsa', hash: ecdsa }
  if (plain) return { kind: 'ecdsa', hash: plain, isPlain: true }
  // Some signers state only the hash where the signature algorithm belongs.
  return alone && { kind: 'by-key', hash: alone }
}

const withHash = (kind: 'rsa' | 'ecdsa', hash: Hash | undefined): Scheme => ({ kind, ...(hash && { hash }) })

/** RSASSA-PSS-params (RFC 4055): the defaults are SHA-1 and a salt of the same length. */
function pssScheme(parameters: Element | undefined): Scheme | undefined {
  const members = parameters ? sequence(parameters) : []
  const stated = (tag: number) => {
    const member = members.find((each) => each.tag === tag)
    return member && childrenOf(member)[0]
  }
  const [hash, mask, salt] = [stated(0xa0), stated(0xa1), stated(0xa2)]
  const maskHash = mask && readAlgorithm(mask).parameters
  const found = hash ? hashOf(readAlgorithm(hash)) : 'sha1'
  const foundMask = maskHash ? hashOf(readAlgorithm(maskHash)) : 'sha1'
  return found && foundMask
    ? { kind: 'pss', hash: found, mask: foundMask, salt: salt ? smallInteger(salt) : 20 }
    : undefined
}
