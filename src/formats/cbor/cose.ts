import { createHash, createHmac, diffieHellman, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { coseAlgorithm, keyOfCertificate, keyOfJwk, signatureHolds, Unusable } from '../jws/jws.ts'
import { asArray, asBytes, asMap, type Cbor, type CborMap, embedded, readCbor, Tagged, writeCbor } from './cbor.ts'

/** A COSE_Sign1 or COSE_Mac0 message (RFC 9052). Nothing in it has been verified. */
interface CoseMessage {
  protectedBytes: Uint8Array
  protectedHeader: CborMap
  unprotectedHeader: CborMap
  /** Absent if both sides know the content and it is not sent. */
  payload?: Uint8Array
  /** The signature or the MAC. */
  proof: Uint8Array
}

const ALGORITHM = 1
const CRITICAL = 2
const X5CHAIN = 33
/** Labels that a message may mark as critical, because they are processed here. */
const PROCESSED: readonly Cbor[] = [ALGORITHM, CRITICAL, 3, 4, X5CHAIN]
/** The tags of a message that has one signature or one MAC, and of a CWT around it (RFC 9052, 2; RFC 8392, 6). */
const TAGS: readonly (number | bigint)[] = [17, 18]
const CWT = 61
const HMAC_256 = 5
const NOTHING = new Uint8Array(0)

/** Reads a message, tagged or untagged (RFC 9052, 2): an mdoc has it untagged (ISO/IEC 18013-5, 9.1.2.4). */
export function readCose(value: Cbor, name: string): CoseMessage {
  const [protectedBytes, unprotected, payload, proof, ...rest] = asArray(contentOf(value, name), name)
  if (rest.length > 0) throw new Unusable(`${name} has too many members`)
  const bytes = asBytes(protectedBytes, name)
  const protectedHeader: CborMap = bytes.length === 0 ? new Map() : asMap(readCbor(bytes), name)
  const unprotectedHeader = asMap(unprotected, name)
  refuseCritical(protectedHeader, unprotectedHeader, name)
  return {
    protectedBytes: bytes,
    protectedHeader,
    unprotectedHeader,
    ...(payload !== null && { payload: asBytes(payload, name) }),
    proof: asBytes(proof, name),
  }
}

function contentOf(value: Cbor, name: string): Cbor {
  const inner = value instanceof Tagged && value.tag === CWT ? value.value : value
  if (!(inner instanceof Tagged)) return inner
  if (!TAGS.includes(inner.tag)) throw new Unusable(`${name} has the tag ${inner.tag}, which is of another message`)
  return inner.value
}

/** What the sender marks as critical must be processed, or the message refused (RFC 9052, 3.1). */
function refuseCritical(header: CborMap, unprotected: CborMap, name: string): void {
  if (unprotected.has(CRITICAL)) throw new Unusable(`${name} marks headers as critical where anybody can change it`)
  if (!header.has(CRITICAL)) return
  const critical = asArray(header.get(CRITICAL), name)
  const other = critical.find((label) => !PROCESSED.includes(label) || !header.has(label))
  if (critical.length === 0 || other !== undefined)
    throw new Unusable(`${name} marks the header ${String(other)} as critical, which is not supported`)
}

/**
 * The algorithm of a message. It must be in the protected header (RFC 9052, 3.1): anybody can change the other one.
 * Throws Unusable with the reason.
 */
export function algorithmOf({ protectedHeader, unprotectedHeader }: CoseMessage): Cbor {
  const algorithm = protectedHeader.get(ALGORITHM)
  if (algorithm !== undefined) return algorithm
  const where = unprotectedHeader.has(ALGORITHM)
    ? 'its algorithm is in the unprotected header, where anybody can change it'
    : 'it names no algorithm'
  throw new Unusable(where)
}

/** The certificates in the message, the signer's first (RFC 9360). */
export function certificatesInMessage({ unprotectedHeader, protectedHeader }: CoseMessage): Uint8Array[] {
  const chain = protectedHeader.get(X5CHAIN) ?? unprotectedHeader.get(X5CHAIN)
  if (chain instanceof Uint8Array) return [chain]
  return Array.isArray(chain) ? chain.filter((each) => each instanceof Uint8Array) : []
}

/**
 * Is the signature over the content, and over data known to both sides, valid? Undefined if the algorithm is not
 * supported.
 */
export function signatureOfMessageHolds(
  message: CoseMessage,
  key: KeyObject,
  content: Uint8Array,
  external: Uint8Array = NOTHING,
): boolean | undefined {
  const { protectedBytes, proof } = message
  const algorithm = coseAlgorithm(algorithmOf(message))
  const signed = writeCbor(['Signature1', protectedBytes, external, content])
  return algorithm && signatureHolds(algorithm, key, signed, proof)
}

/** Is the MAC of a device valid (ISO/IEC 18013-5, 9.1.3.5)? Its key is agreed on between the device and the reader. */
export function macOfMessageHolds(
  message: CoseMessage,
  keys: { device: KeyObject; reader: KeyObject },
  transcript: Uint8Array,
  content: Uint8Array,
): boolean | undefined {
  const key = macKey(keys, transcript)
  return key ? macHolds(message, key, content) : false
}

/**
 * Is the MAC valid under this key? Undefined if it is not HMAC 256/256, the only one that mdocs allow (ISO/IEC 18013-5,
 * 9.1.3.5).
 */
export function macHolds(
  message: CoseMessage,
  key: Uint8Array,
  content: Uint8Array,
  external: Uint8Array = NOTHING,
): boolean | undefined {
  const { protectedBytes, proof } = message
  if (algorithmOf(message) !== HMAC_256) return undefined
  const expected = createHmac('sha256', key)
    .update(writeCbor(['MAC0', protectedBytes, external, content]))
    .digest()
  return proof.length === expected.length && timingSafeEqual(proof, expected)
}

/** The shared secret of two keys on the same curve. */
export function sharedSecret({ device, reader }: { device: KeyObject; reader: KeyObject }): Buffer | undefined {
  if (device.asymmetricKeyDetails?.namedCurve !== reader.asymmetricKeyDetails?.namedCurve) return undefined
  return diffieHellman({ publicKey: device, privateKey: reader })
}

function macKey(keys: { device: KeyObject; reader: KeyObject }, transcript: Uint8Array): Buffer | undefined {
  const shared = sharedSecret(keys)
  if (!shared) return undefined
  const salt = createHash('sha256')
    .update(writeCbor(embedded(transcript)))
    .digest()
  return Buffer.from(hkdfSync('sha256', shared, salt, 'EMacKey', 32))
}

/** The curves of COSE keys, with their object identifiers and the length of a coordinate (RFC 9053, 7.1; IANA). */
const CURVES: Record<number, { identifier: string; length: number }> = {
  1: { identifier: '06082a8648ce3d030107', length: 32 },
  2: { identifier: '06052b81040022', length: 48 },
  3: { identifier: '06052b81040023', length: 66 },
  256: { identifier: '06092b2403030208010107', length: 32 },
  257: { identifier: '06092b2403030208010109', length: 40 },
  258: { identifier: '06092b240303020801010b', length: 48 },
  259: { identifier: '06092b240303020801010d', length: 64 },
}
const EDWARDS: Record<number, string> = { 6: 'Ed25519', 7: 'Ed448' }
const EC_PUBLIC_KEY = '06072a8648ce3d0201'

/** A COSE_Key as a public key (RFC 9053, 7): elliptic curves, with y or only its sign, and Edwards curves. */
export function keyOfCose(key: CborMap): KeyObject {
  const [type, curve, x, y] = [1, -1, -2, -3].map((label) => key.get(label))
  if (key.has(-4)) throw new Unusable('a device key with its private part')
  const edwards = typeof curve === 'number' ? EDWARDS[curve] : undefined
  if (type === 1 && edwards)
    return keyOfJwk({ kty: 'OKP', crv: edwards, x: Buffer.from(asBytes(x, 'a device key')).toString('base64url') })
  const named = typeof curve === 'number' ? CURVES[curve] : undefined
  if (type !== 2 || !named) throw new Unusable('a device key on an unknown curve')
  const point = Buffer.concat([
    Uint8Array.of(typeof y === 'boolean' ? 2 + Number(y) : 4),
    coordinate(x, named.length),
    ...(typeof y === 'boolean' ? [] : [coordinate(y, named.length)]),
  ])
  const algorithm = der(0x30, Buffer.from(EC_PUBLIC_KEY + named.identifier, 'hex'))
  return keyOfCertificate(der(0x30, Buffer.concat([algorithm, der(0x03, Buffer.concat([Uint8Array.of(0), point]))])))
}

function coordinate(value: Cbor, length: number): Uint8Array {
  const bytes = asBytes(value, 'a device key')
  if (bytes.length !== length) throw new Unusable('a device key with a coordinate of another length')
  return bytes
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  return Buffer.concat([Uint8Array.from(length < 0x80 ? [tag, length] : [tag, 0x81, length]), content])
}
