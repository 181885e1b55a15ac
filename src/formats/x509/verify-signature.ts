import { constants, createHash, type KeyObject, publicDecrypt, verify } from 'node:crypto'
import { der, derInteger, derSequence } from '../asn1/der.ts'
import { Malformed, readElement } from '../asn1/element.ts'
import { sameBytes, sequence, TAGS, unsignedInteger } from '../asn1/values.ts'
import type { Algorithm } from './certificate.ts'
import { digestIdentifier, type Hash, type PublicKey, pssKey, schemeOf } from './public-key.ts'

type RsaKey = PublicKey & { kind: 'rsa' }

/** A signature with an unsupported algorithm: nothing can be said about it. */
export class UnknownAlgorithm extends Malformed {}

/**
 * Is the signature over the message valid, and with which hash? It is verified once, as its algorithm states. `digest`
 * is used if the algorithm names no hash: it is the one that the message was digested with.
 */
export function verifySignature(
  key: PublicKey,
  algorithm: Algorithm,
  message: Uint8Array,
  signature: Uint8Array,
  digest?: Hash,
): Hash | undefined {
  const scheme = schemeOf(algorithm)
  if (!scheme) throw new UnknownAlgorithm(`signature algorithm ${algorithm.oid}`)
  const hash = scheme.hash ?? digest
  if (!hash) throw new UnknownAlgorithm(`signature algorithm ${algorithm.oid} without a hash`)
  if (key.kind === 'ec') {
    if (scheme.kind === 'rsa' || scheme.kind === 'pss') return undefined
    const isPlain = scheme.kind === 'ecdsa' && scheme.isPlain
    const form = isPlain ? signature : plainSignature(signature, key.size)
    return form?.length === 2 * key.size && ecdsaHolds(key, hash, message, form) ? hash : undefined
  }
  if (scheme.kind === 'ecdsa' || signature.length !== key.modulus.length) return undefined
  const holds =
    scheme.kind === 'pss' ? pssHolds(key, scheme, message, signature) : rsaHolds(key, hash, message, signature)
  return holds ? hash : undefined
}

function pssHolds(
  key: RsaKey,
  { hash, mask, salt }: { hash: Hash; mask: Hash; salt: number },
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const bound = mask === hash ? key.key : pssKey(key, hash, mask)
  const options = { key: bound, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt }
  return verify(hash, message, options, signature)
}

function rsaHolds({ key }: RsaKey, hash: Hash, message: Uint8Array, signature: Uint8Array): boolean {
  if (verify(hash, message, { key, padding: constants.RSA_PKCS1_PADDING }, signature)) return true
  return digestInfoHolds(key, hash, message, signature)
}

/** RFC 8017 lets a DigestInfo leave out the NULL of its algorithm; OpenSSL does not. */
function digestInfoHolds(key: KeyObject, hash: Hash, message: Uint8Array, signature: Uint8Array): boolean {
  let opened: Buffer
  try {
    opened = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
  } catch {
    // The padding is wrong, as it is in a forged signature.
    return false
  }
  const [oid] = sequence(readElement(digestIdentifier(hash)))
  const digest = createHash(hash).update(message).digest()
  return oid !== undefined && opened.equals(derSequence(derSequence(oid.whole), der(TAGS.octets, digest)))
}

function ecdsaHolds({ key }: PublicKey, hash: Hash, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/**
 * r and s, each as long as the curve's order, from their DER encoding. Undefined for any other encoding of the same
 * numbers.
 */
export function plainSignature(signature: Uint8Array, size: number): Uint8Array | undefined {
  try {
    const pair = sequence(readElement(signature)).map(unsignedInteger)
    const written = derSequence(...pair.map(derInteger))
    if (pair.length !== 2 || !sameBytes(written, signature)) return undefined
    if (pair.some((number) => number.length > size)) return undefined
    return Buffer.concat(pair.map((number) => leftPadded(number, size)))
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

function leftPadded(bytes: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  whole.set(bytes, size - bytes.length)
  return whole
}
