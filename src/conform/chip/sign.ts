import { constants, generateKeyPairSync, type KeyObject, type RSAPSSKeyPairKeyObjectOptions, sign } from 'node:crypto'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../asn1/der.ts'
import { readElement } from '../../asn1/element.ts'
import { sequence, TAGS } from '../../asn1/values.ts'
import type { Hash } from '../../certificates/algorithms.ts'
import { CURVES } from '../../certificates/curves.ts'
import { digestIdentifier } from '../../certificates/public-key.ts'

/** How a test authority or signer signs, and how it says so. */
export type SigningWay =
  | { kind: 'rsa'; hash: Hash; bits?: number; stated?: 'rsaEncryption' }
  | {
      kind: 'pss'
      hash: Hash
      bits?: number
      /** The mask is made with another hash. */
      mask?: Hash
      salt?: number
      /** Parameters as they are stated, where they differ: none at all, or without the mask and the salt. */
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
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: way.curve })
    const spki = publicKey.export({ format: 'der', type: 'spki' })
    return keyOf(way, privateKey, way.parameters ? explicitKey(spki, way.curve, way.parameters) : spki)
  }
  const { privateKey, publicKey } =
    way.kind === 'pss' && way.mask
      ? boundKey(way, way.mask)
      : generateKeyPairSync('rsa', { modulusLength: bitsOf(way) })
  return keyOf(way, privateKey, publicKey.export({ format: 'der', type: 'spki' }))
}

const bitsOf = ({ bits = 2048 }: { bits?: number }) => bits

/** A key that is bound to a mask of another hash: node:crypto signs with one in no other way. */
function boundKey(way: SigningWay & { kind: 'pss' }, mask: Hash) {
  const options = { modulusLength: bitsOf(way), hashAlgorithm: way.hash, mgf1HashAlgorithm: mask, saltLength: 20 }
  // The types say that the length of the salt is text; it is a number.
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

const LENGTHS: Record<Hash, number> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 }
const RSA_WITH: Record<Hash, string> = {
  sha1: '1.2.840.113549.1.1.5',
  sha224: '1.2.840.113549.1.1.14',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}
const ECDSA_WITH: Record<Hash, string> = {
  sha1: '1.2.840.10045.4.1',
  sha224: '1.2.840.10045.4.3.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}
const PLAIN_WITH: Record<Hash, string> = {
  sha1: '0.4.0.127.0.7.1.1.4.1.1',
  sha224: '0.4.0.127.0.7.1.1.4.1.2',
  sha256: '0.4.0.127.0.7.1.1.4.1.3',
  sha384: '0.4.0.127.0.7.1.1.4.1.4',
  sha512: '0.4.0.127.0.7.1.1.4.1.5',
}

function identifierOf(way: SigningWay): Uint8Array {
  if (way.kind === 'ecdsa') return derSequence(derObjectIdentifier((way.plain ? PLAIN_WITH : ECDSA_WITH)[way.hash]))
  if (way.kind === 'rsa') {
    const oid = way.stated === 'rsaEncryption' ? '1.2.840.113549.1.1.1' : RSA_WITH[way.hash]
    return derSequence(derObjectIdentifier(oid), der(TAGS.nothing))
  }
  const pss = derObjectIdentifier('1.2.840.113549.1.1.10')
  if (way.stated === 'nothing') return derSequence(pss)
  const hash = der(0xa0, digestIdentifier(way.hash))
  if (way.stated === 'hash-only') return derSequence(pss, derSequence(hash))
  const mask = derSequence(derObjectIdentifier('1.2.840.113549.1.1.8'), digestIdentifier(way.mask ?? way.hash))
  const salt = derInteger(Uint8Array.of(way.salt ?? (way.mask ? 20 : LENGTHS[way.hash])))
  return derSequence(pss, derSequence(hash, der(0xa1, mask), der(0xa2, salt)))
}

/** The same key with its curve written out instead of named. */
function explicitKey(spki: Uint8Array, name: string, form: 'explicit' | 'compressed'): Uint8Array {
  const curve = CURVES.find((each) => each.name === name)
  const [, point] = sequence(readElement(spki))
  if (!curve || !point) throw new Error(`no curve ${name}`)
  const size = Math.ceil(curve.p.length / 2)
  const bytes = (hex: string) => Buffer.from(hex.padStart(size * 2, '0'), 'hex')
  const odd = Number.parseInt(curve.y.slice(-1), 16) & 1
  const generator =
    form === 'compressed'
      ? Buffer.concat([Buffer.of(2 + odd), bytes(curve.x)])
      : Buffer.concat([Buffer.of(4), bytes(curve.x), bytes(curve.y)])
  const parameters = derSequence(
    derInteger(Uint8Array.of(1)),
    derSequence(derObjectIdentifier('1.2.840.10045.1.1'), derInteger(bytes(curve.p))),
    derSequence(der(TAGS.octets, bytes(curve.a)), der(TAGS.octets, bytes(curve.b))),
    der(TAGS.octets, generator),
    derInteger(Buffer.from(curve.n.padStart(curve.n.length + (curve.n.length % 2), '0'), 'hex')),
    derInteger(Uint8Array.of(1)),
  )
  return derSequence(derSequence(derObjectIdentifier('1.2.840.10045.2.1'), parameters), point.whole)
}
