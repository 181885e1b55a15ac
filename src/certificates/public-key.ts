import { createPublicKey, type KeyObject } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../asn1/der.ts'
import { type Element, Malformed, readElement } from '../asn1/element.ts'
import { bits, hexOf, sequence, TAGS, unsignedInteger } from '../asn1/values.ts'
import { DIGEST_OIDS, EC_KEY, type Hash, RSA_KEY, RSA_PSS } from './algorithms.ts'
import { readAlgorithm } from './certificate.ts'

/** A key that a signature can be verified with. */
export type PublicKey =
  | { kind: 'rsa'; key: KeyObject; modulus: Uint8Array; exponent: Uint8Array }
  /** `size` is that of the curve's order, in bytes. */
  | { kind: 'ec'; key: KeyObject; size: number }

/** Smaller moduli were never allowed for passports; larger ones, and long exponents, only cost time. */
const MODULUS_BYTES = { least: 128, most: 1_024 }
const LONGEST_EXPONENT = 8
/** Chips have keys of their own with random exponents, but of small moduli alone. */
const SMALL_MODULUS = { bytes: 256, longestExponent: 32 }

/** A SubjectPublicKeyInfo as a key, written again so that OpenSSL takes it however oddly it was stated. */
export function readPublicKey(bytes: Uint8Array): PublicKey {
  const [first, second] = sequence(readElement(bytes))
  const algorithm = readAlgorithm(first)
  if (algorithm.oid === RSA_KEY || algorithm.oid === RSA_PSS) return rsaKey(bits(second))
  if (algorithm.oid === EC_KEY || isKeyAgreement(algorithm.oid)) return ecKey(algorithm.parameters, bits(second))
  throw new Malformed(`a key of a kind that signs no passport (${algorithm.oid})`)
}

/** The same RSA key, bound to a hash and a mask: node:crypto takes a mask of another hash from the key alone. */
export function pssKey({ modulus, exponent }: PublicKey & { kind: 'rsa' }, hash: Hash, mask: Hash): KeyObject {
  const parameters = derSequence(
    der(0xa0, digestIdentifier(hash)),
    der(0xa1, derSequence(derObjectIdentifier('1.2.840.113549.1.1.8'), digestIdentifier(mask))),
    der(0xa2, derInteger(Uint8Array.of(0))),
  )
  return importKey(derSequence(derObjectIdentifier(RSA_PSS), parameters), rsaBits(modulus, exponent))
}

export const digestIdentifier = (hash: Hash) => derSequence(derObjectIdentifier(DIGEST_OIDS[hash]), der(TAGS.nothing))

/** id-ecDH and id-ecMQV: the same key, said to be for something else. */
const isKeyAgreement = (oid: string) => oid === '1.3.132.1.12' || oid === '1.3.132.1.13'

function rsaKey(content: Uint8Array): PublicKey {
  const [modulus, exponent] = sequence(readElement(content)).map(unsignedInteger)
  if (!modulus || !exponent) throw new Malformed('an RSA key without its numbers')
  if (modulus.length < MODULUS_BYTES.least || modulus.length > MODULUS_BYTES.most)
    throw new Malformed(`an RSA key of ${modulus.length * 8} bits`)
  const odd = ((exponent.at(-1) ?? 0) & 1) === 1
  const longest = modulus.length <= SMALL_MODULUS.bytes ? SMALL_MODULUS.longestExponent : LONGEST_EXPONENT
  if (exponent.length > longest || !odd || hexOf(exponent) === '01')
    throw new Malformed('an RSA key whose exponent makes no sense')
  const key = importKey(derSequence(derObjectIdentifier(RSA_KEY), der(TAGS.nothing)), rsaBits(modulus, exponent))
  return { kind: 'rsa', key, modulus, exponent }
}

const rsaBits = (modulus: Uint8Array, exponent: Uint8Array) => derSequence(derInteger(modulus), derInteger(exponent))

/**
 * OpenSSL accepts a curve that is written out where all of it, the generator too, is that of one it knows, and names it:
 * a curve of the signer's own choosing proves nothing, since its generator can be chosen to fit a signature.
 */
function ecKey(parameters: Element | undefined, point: Uint8Array): PublicKey {
  if (!parameters) throw new Malformed('a key without a curve')
  const key = importKey(derSequence(derObjectIdentifier(EC_KEY), parameters.whole), point)
  const size = ORDER_BYTES[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (!size) throw new Malformed('a key on a curve that no passport is signed on')
  return { kind: 'ec', key, size }
}

/** The curves that states sign passports on, with the bytes of their orders: NIST (FIPS 186-4) and Brainpool (RFC 5639). */
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
    throw new Malformed('a key that is none', { cause: error })
  }
}
