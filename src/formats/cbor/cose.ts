import { createHash, createHmac, diffieHellman, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { coseAlgorithm, keyOfJwk, signatureHolds, Unusable } from '../jws/jws.ts'
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

const CURVES: Record<number, string> = { 1: 'P-256', 2: 'P-384', 3: 'P-521' }

/** A COSE_Key as a public key (RFC 9053, 7): elliptic curves and Ed25519. */
export function keyOfCose(key: CborMap): KeyObject {
  const [type, curve, x, y] = [1, -1, -2, -3].map((label) => key.get(label))
  if (key.has(-4)) throw new Unusable('a device key with its private part')
  const text = (value: Cbor) => Buffer.from(asBytes(value, 'a device key')).toString('base64url')
  if (type === 1 && curve === 6) return keyOfJwk({ kty: 'OKP', crv: 'Ed25519', x: text(x) })
  const name = typeof curve === 'number' ? CURVES[curve] : undefined
  if (type !== 2 || !name) throw new Unusable('a device key on an unknown curve')
  return keyOfJwk({ kty: 'EC', crv: name, x: text(x), y: text(y) })
}
