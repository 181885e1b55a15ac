import { constants, generateKeyPairSync, type KeyObject, type RSAPSSKeyPairKeyObjectOptions, sign } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../../../src/formats/asn1/der.ts'
import { readElement } from '../../../../src/formats/asn1/element.ts'
import { sequence, TAGS } from '../../../../src/formats/asn1/values.ts'
import {
  digestIdentifier,
  ECDSA_OIDS,
  type Hash,
  LENGTHS,
  PLAIN_ECDSA_OIDS,
  RSA_KEY,
  RSA_OIDS,
  RSA_PSS,
} from '../../../../src/formats/x509/public-key.ts'

/** How a test authority or signer signs, and how it declares that. */
export type SigningWay =
  | { kind: 'rsa'; hash: Hash; bits?: number; stated?: 'rsaEncryption' }
  | {
      kind: 'pss'
      hash: Hash
      bits?: number
      /** The mask uses another hash. */
      mask?: Hash
      salt?: number
      /** The stated parameters, if they differ: none at all, or without the mask and the salt. */
      stated?: 'nothing' | 'hash-only'
    }
  | { kind: 'ecdsa'; hash: Hash; curve: string; parameters?: 'explicit' | 'compressed'; plain?: true }

/** A key that signs in one way. */
export interface TestKey {
  way: SigningWay
  privateKey: KeyObject
  /** SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  /** AlgorithmIdentifier. */
  algorithm: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

export function makeKey(way: SigningWay): TestKey {
  if (way.kind === 'ecdsa') {
    const paramEncoding = way.parameters ? 'explicit' : 'named'
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: way.curve, paramEncoding })
    const spki = publicKey.export({ format: 'der', type: 'spki' })
    return keyOf(way, privateKey, way.parameters === 'compressed' ? compressed(spki) : spki)
  }
  const { privateKey, publicKey } =
    way.kind === 'pss' && way.mask
      ? boundKey(way, way.mask)
      : generateKeyPairSync('rsa', { modulusLength: bitsOf(way) })
  return keyOf(way, privateKey, publicKey.export({ format: 'der', type: 'spki' }))
}

const bitsOf = ({ bits = 2048 }: { bits?: number }) => bits

/** A key that is bound to a mask hash: node:crypto supports a different mask hash only this way. */
function boundKey(way: SigningWay & { kind: 'pss' }, mask: Hash) {
  const options = { modulusLength: bitsOf(way), hashAlgorithm: way.hash, mgf1HashAlgorithm: mask, saltLength: 20 }
  // The types declare the length of the salt as text, but it is a number.
  return generateKeyPairSync('rsa-pss', options as unknown as RSAPSSKeyPairKeyObjectOptions)
}

function keyOf(way: SigningWay, privateKey: KeyObject, publicKey: Uint8Array): TestKey {
  return {
    way,
    privateKey,
    publicKey,
    algorithm: identifierOf(way),
    sign: (message) => signAs(way, privateKey, message),
  }
}

function signAs(way: SigningWay, key: KeyObject, message: Uint8Array): Uint8Array {
  if (way.kind === 'ecdsa') return sign(way.hash, message, { key, dsaEncoding: way.plain ? 'ieee-p1363' : 'der' })
  if (way.kind === 'rsa') return sign(way.hash, message, { key, padding: constants.RSA_PKCS1_PADDING })
  return sign(way.hash, message, {
    key,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: way.salt ?? (way.mask ? 20 : constants.RSA_PSS_SALTLEN_DIGEST),
  })
}

function identifierOf(way: SigningWay): Uint8Array {
  if (way.kind === 'ecdsa')
    return derSequence(derObjectIdentifier((way.plain ? PLAIN_ECDSA_OIDS : ECDSA_OIDS)[way.hash]))
  if (way.kind === 'rsa') {
    const oid = way.stated === 'rsaEncryption' ? RSA_KEY : RSA_OIDS[way.hash]
    return derSequence(derObjectIdentifier(oid), der(TAGS.nothing))
  }
  const pss = derObjectIdentifier(RSA_PSS)
  if (way.stated === 'nothing') return derSequence(pss)
  const hash = der(0xa0, digestIdentifier(way.hash))
  if (way.stated === 'hash-only') return derSequence(pss, derSequence(hash))
  const mask = derSequence(derObjectIdentifier('1.2.840.113549.1.1.8'), digestIdentifier(way.mask ?? way.hash))
  const salt = derInteger(Uint8Array.of(way.salt ?? (way.mask ? 20 : LENGTHS[way.hash])))
  return derSequence(pss, derSequence(hash, der(0xa1, mask), der(0xa2, salt)))
}

/** The same key with the generator of its curve in compressed form: x and the parity of y. */
function compressed(spki: Uint8Array): Uint8Array {
  const [algorithm, point] = sequence(readElement(spki))
  const [kind, parameters] = sequence(algorithm)
  const members = sequence(parameters).map((member) => {
    if (member.tag !== TAGS.octets) return member.whole
    const [, ...whole] = member.content
    const half = whole.length / 2
    return der(TAGS.octets, Uint8Array.of(2 + ((whole.at(-1) ?? 0) & 1), ...whole.slice(0, half)))
  })
  if (!kind || !point) throw new Error('a key without its parts')
  return derSequence(derSequence(kind.whole, derSequence(...members)), point.whole)
}
