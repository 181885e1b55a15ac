import { constants, createHash, type KeyObject, publicDecrypt, verify } from 'node:crypto'
import { der, derSequence } from '../domain/chip/asn1/der.ts'
import { Malformed, readElement } from '../domain/chip/asn1/element.ts'
import { joinBytes, sequence, TAGS, unsignedInteger } from '../domain/chip/asn1/values.ts'
import type { Algorithm } from '../domain/chip/certificate.ts'
import { HASHES, type Hash, type Scheme, schemeOf } from './algorithms.ts'
import { digestIdentifier, type PublicKey, pssKey } from './public-key.ts'

type RsaKey = PublicKey & { kind: 'rsa' }

/** A signature by an algorithm that this program does not know: nothing can be said about it. */
export class UnknownAlgorithm extends Malformed {}

/**
 * Does the signature over the message hold, and with which hash? States have stated parameters that they did not sign with:
 * a hash in the algorithm that differs from the message's digest, a mask or a salt left at its default. Each combination
 * that the message itself names is tried; a signature that holds under one of them was made by the holder of the key.
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
  if (key.kind === 'ec') {
    if (scheme.kind === 'rsa' || scheme.kind === 'pss') return undefined
    const form = plainSignature(signature, key.size)
    return form && hashesOf(scheme, digest).find((hash) => ecdsaHolds(key, hash, message, form))
  }
  if (scheme.kind === 'ecdsa') return undefined
  if (signature.length > key.modulus.length) return undefined
  if (scheme.kind === 'pss')
    return masksOf(scheme, digest).find((pair) => pssHolds(key, pair, scheme.salt, message, signature))?.[0]
  return hashesOf(scheme, digest).find((hash) => rsaHolds(key, hash, message, signature))
}

/** The hashes that are named; where none is, any. */
function hashesOf({ hash }: Scheme, digest: Hash | undefined): readonly Hash[] {
  const named = [hash, digest].filter((each) => each !== undefined)
  return named.length > 0 ? [...new Set(named)] : HASHES
}

/** Pairs of a hash and the hash of the mask. A certificate names no digest in addition to its parameters: there any may be meant. */
function masksOf({ hash, mask }: Scheme & { kind: 'pss' }, digest: Hash | undefined): [Hash, Hash][] {
  const pairs: [Hash, Hash][] = [
    [hash, mask],
    [hash, hash],
    ...(digest ? [digest] : HASHES).map((each): [Hash, Hash] => [each, each]),
    ...(digest ? [[digest, mask] as [Hash, Hash]] : []),
  ]
  return pairs.filter(([one, other], index) => pairs.findIndex(([a, b]) => a === one && b === other) === index)
}

function pssHolds(
  key: RsaKey,
  [hash, mask]: [Hash, Hash],
  stated: number,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  const whole = leftPadded(signature, key.modulus.length)
  if (mask === hash) {
    const options = { key: key.key, padding, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    return verify(hash, message, options, whole)
  }
  // A key that is bound to a mask does not let OpenSSL find the length of the salt.
  const bound = pssKey(key, hash, mask)
  const salts = new Set([stated, createHash(hash).digest().length, 20])
  return [...salts].some((saltLength) => verify(hash, message, { key: bound, padding, saltLength }, whole))
}

function rsaHolds({ key, modulus }: RsaKey, hash: Hash, message: Uint8Array, signature: Uint8Array): boolean {
  const whole = leftPadded(signature, modulus.length)
  if (verify(hash, message, { key, padding: constants.RSA_PKCS1_PADDING }, whole)) return true
  return digestInfoHolds(key, hash, message, whole)
}

/** RFC 8017 lets a DigestInfo leave out the NULL of its algorithm; OpenSSL does not. */
function digestInfoHolds(key: KeyObject, hash: Hash, message: Uint8Array, signature: Uint8Array): boolean {
  let opened: Buffer
  try {
    opened = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
  } catch {
    // The padding is wrong: this is what a false signature looks like.
    return false
  }
  const [oid] = sequence(readElement(digestIdentifier(hash)))
  const digest = createHash(hash).update(message).digest()
  return oid !== undefined && opened.equals(derSequence(derSequence(oid.whole), der(TAGS.octets, digest)))
}

function ecdsaHolds({ key }: PublicKey, hash: Hash, message: Uint8Array, signature: Uint8Array): boolean {
  return verify(hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** r and s, each as long as the curve's order: from the DER that CMS asks for, or plain as BSI TR-03111 has it. */
export function plainSignature(signature: Uint8Array, size: number): Uint8Array | undefined {
  if (signature.length === 2 * size && signature[0] !== TAGS.sequence) return signature
  const pair = derSignature(signature)
  if (!pair) return signature.length === 2 * size ? signature : undefined
  if (pair.some((number) => number.length > size)) return undefined
  return joinBytes(pair.map((number) => leftPadded(number, size)))
}

function derSignature(signature: Uint8Array): Uint8Array[] | undefined {
  try {
    const element = readElement(signature)
    const pair = sequence(element).map(unsignedInteger)
    return pair.length === 2 && element.whole.length === signature.length ? pair : undefined
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

/** Leading zeros that some signers leave out. */
export function leftPadded(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length >= size) return bytes
  const whole = new Uint8Array(size)
  whole.set(bytes, size - bytes.length)
  return whole
}
