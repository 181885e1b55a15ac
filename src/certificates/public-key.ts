import { createPublicKey, type KeyObject } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../asn1/der.ts'
import { type Element, expectTag, Malformed, readElement } from '../asn1/element.ts'
import { bits, hexOf, objectIdentifier, octets, sequence, TAGS, unsignedInteger } from '../asn1/values.ts'
import { EC_KEY, type Hash, RSA_KEY, RSA_PSS } from './algorithms.ts'
import { readAlgorithm } from './certificate.ts'
import { CURVES, type Curve } from './curves.ts'

/** A key that a signature can be verified with. */
export type PublicKey =
  | { kind: 'rsa'; key: KeyObject; modulus: Uint8Array; exponent: Uint8Array }
  | { kind: 'ec'; key: KeyObject; curve: Curve; size: number }

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

const DIGEST_OIDS: Record<Hash, string> = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
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

function ecKey(parameters: Element | undefined, point: Uint8Array): PublicKey {
  const curve = parameters && curveOf(parameters)
  if (!curve) throw new Malformed('a key on a curve that no passport is signed on')
  const size = Math.ceil(curve.n.length / 2)
  const key = importKey(derSequence(derObjectIdentifier(EC_KEY), derObjectIdentifier(curve.oid)), point)
  return { kind: 'ec', key, curve, size }
}

function curveOf(parameters: Element): Curve | undefined {
  if (parameters.tag === TAGS.oid) {
    const oid = objectIdentifier(parameters)
    return CURVES.find((curve) => curve.oid === oid)
  }
  // ECParameters (ANSI X9.62): version, field, curve, generator, order, cofactor.
  const [, field, coefficients, generator, order] = sequence(expectTag(parameters, TAGS.sequence))
  const [, prime] = sequence(field)
  const [a, b] = sequence(coefficients)
  const stated = {
    p: number(unsignedInteger(prime)),
    a: number(octets(a)),
    b: number(octets(b)),
    n: number(unsignedInteger(order)),
  }
  return CURVES.find(
    (curve) =>
      curve.p === stated.p &&
      curve.a === stated.a &&
      curve.b === stated.b &&
      curve.n === stated.n &&
      isGenerator(curve, octets(generator)),
  )
}

/** Is this the curve's generator, in whole (04), with the parity of y alone (02, 03), or both (06, 07)? */
function isGenerator(curve: Curve, point: Uint8Array): boolean {
  const size = Math.ceil(curve.p.length / 2)
  const [form = 0] = point
  if (number(point.subarray(1, 1 + size)) !== curve.x) return false
  const odd = Number.parseInt(curve.y.slice(-1), 16) & 1
  if (form === 2 || form === 3) return point.length === 1 + size && (form & 1) === odd
  return [4, 6, 7].includes(form) && point.length === 1 + 2 * size && number(point.subarray(1 + size)) === curve.y
}

const number = (bytes: Uint8Array) => hexOf(bytes).replace(/^0+(?=.)/, '')

function importKey(algorithm: Uint8Array, content: Uint8Array): KeyObject {
  const spki = derSequence(algorithm, der(TAGS.bits, Uint8Array.of(0), content))
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })
  } catch (error) {
    throw new Malformed('a key that is none', { cause: error })
  }
}
