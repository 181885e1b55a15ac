import { invert } from '@noble/curves/abstract/modular.js'
import { der, derInteger, derObjectIdentifier, derSequence } from '../../../../src/formats/asn1/der.ts'
import { TAGS } from '../../../../src/formats/asn1/values.ts'
import { type Bytes, concat, equal, fromInteger, pad, toInteger } from '../../../chip-reader/src/bytes.ts'
import { AES_128, AES_192, AES_256, type Cipher, TRIPLE_DES } from '../../../chip-reader/src/ciphers.ts'
import { type Group, standardGroup, systemEntropy } from '../../../chip-reader/src/group.ts'
import { type AccessKey, ascii, mrzSeed } from '../../../chip-reader/src/mrz-key.ts'
import { authenticationToken, pseudoRandom } from '../../../chip-reader/src/pace.ts'
import { encodeObject, findValue, type parseObjects } from '../../../chip-reader/src/tlv.ts'

export interface PaceOffer {
  /** The last two arcs of the protocol: the mapping, then the cipher. */
  protocol: readonly [mapping: number, cipher: number]
  parameterId: number
}

export interface ChipStaticKey {
  parameterId: number
  secret: bigint
  /** The last two arcs of the protocol of chip authentication: 1 DH, 2 ECDH; then the cipher. */
  protocol?: readonly [kind: number, cipher: number]
}

export const CIPHERS: Record<number, Cipher> = { 1: TRIPLE_DES, 2: AES_128, 3: AES_192, 4: AES_256 }

/** The state of the chip between two commands of PACE. */
export interface PaceState {
  oid: Uint8Array
  mapping: number
  cipher: Cipher
  group: Group
  nonce: Bytes
  sealedNonce: Bytes
  mappingSecret: bigint
  mappingKey?: Bytes
  generator?: Bytes
  keys?: { encryption: Bytes; mac: Bytes; ours: Bytes; theirs: Uint8Array }
}

export function beginPace(offer: PaceOffer, key: AccessKey): PaceState {
  const cipher = CIPHERS[offer.protocol[1]]
  const group = standardGroup(offer.parameterId)
  if (!cipher || !group) throw new Error('the software chip does not support this protocol')
  const nonce = systemEntropy.bytes(cipher.keyLength === 16 ? 16 : 32)
  const password = 'can' in key ? ascii(key.can) : mrzSeed(key)
  return {
    oid: paceOid(offer),
    mapping: offer.protocol[0],
    cipher,
    group,
    nonce,
    sealedNonce: cipher.encrypt(cipher.deriveKey(password, 3), nonce),
    mappingSecret: systemEntropy.scalar(group.order),
  }
}

export function continuePace(
  pace: PaceState,
  objects: ReturnType<typeof parseObjects>,
  chipKey: ChipStaticKey | undefined,
) {
  const { group, cipher } = pace
  const mapping = findValue(objects, 0x81)
  const theirs = findValue(objects, 0x83)
  const token = findValue(objects, 0x85)
  if (mapping) {
    if (pace.mapping === 3 || pace.mapping === 4) {
      pace.generator = group.encodeInteger(pseudoRandom(cipher, pace.nonce, mapping, group.prime))
      return { data: encodeObject(0x82, new Uint8Array(0)) }
    }
    pace.mappingKey = group.multiply(group.generator, pace.mappingSecret)
    pace.generator = group.combine(
      group.multiply(group.generator, toInteger(pace.nonce)),
      group.multiply(mapping, pace.mappingSecret),
    )
    return { data: encodeObject(0x82, pace.mappingKey) }
  }
  if (theirs && pace.generator) {
    const secret = systemEntropy.scalar(group.order)
    const shared = group.secretOf(group.multiply(theirs, secret))
    pace.keys = {
      encryption: cipher.deriveKey(shared, 1),
      mac: cipher.deriveKey(shared, 2),
      ours: group.multiply(pace.generator, secret),
      theirs,
    }
    return { data: encodeObject(0x84, pace.keys.ours) }
  }
  if (token && pace.keys) {
    const { encryption, mac, ours, theirs: sent } = pace.keys
    if (!equal(token, authenticationToken(cipher, mac, pace.oid, group, ours))) return 'WRONG_KEY'
    const own = encodeObject(0x86, authenticationToken(cipher, mac, pace.oid, group, sent))
    const proof =
      pace.mapping === 6 && chipKey ? encodeObject(0x8a, mappingProof(pace, encryption, chipKey)) : new Uint8Array(0)
    return { data: concat(own, proof), session: { cipher, encryption, mac, counter: 0n } }
  }
  return { data: encodeObject(0x80, pace.sealedNonce) }
}

/** The scalar that turns the static key into the mapping's key, encrypted under the session. */
function mappingProof({ cipher, group, mappingSecret }: PaceState, encryption: Bytes, chipKey: ChipStaticKey): Bytes {
  const scalar = (invert(chipKey.secret, group.order) * mappingSecret) % group.order
  const iv = cipher.encrypt(encryption, new Uint8Array(cipher.blockSize).fill(0xff))
  const length = Math.ceil(group.order.toString(16).length / 2)
  return cipher.encrypt(encryption, pad(fromInteger(scalar, length), cipher.blockSize), iv)
}

const BSI = '0.4.0.127.0.7'
export const paceOid = ({ protocol }: PaceOffer): Bytes => derObjectIdentifier(paceIdentifier(protocol)).subarray(2)
const paceIdentifier = (protocol: PaceOffer['protocol']) => [BSI, '2.2.4', ...protocol].join('.')

export const cardAccess = ({ protocol, parameterId }: PaceOffer): Bytes =>
  der(
    TAGS.set,
    derSequence(
      derObjectIdentifier(paceIdentifier(protocol)),
      derInteger(Uint8Array.of(2)),
      derInteger(Uint8Array.of(parameterId)),
    ),
  )

/** The security infos of a static key: the contents of DG14, inside tag 6E. */
export function chipKeyInfos({ parameterId, secret, protocol }: ChipStaticKey): Bytes {
  const group = standardGroup(parameterId)
  if (!group) throw new Error('unknown domain parameters')
  const element = group.multiply(group.generator, secret)
  const isPoint = group.elementTag === 0x86
  const bits = isPoint ? element : der(TAGS.integer, Uint8Array.of(0), element)
  const algorithm = derSequence(derObjectIdentifier(`${BSI}.1.2`), derInteger(Uint8Array.of(parameterId)))
  const spki = derSequence(algorithm, der(TAGS.bits, Uint8Array.of(0), bits))
  const publicKey = derSequence(derObjectIdentifier(`${BSI}.2.2.1.${isPoint ? 2 : 1}`), spki)
  const infos = protocol
    ? [derSequence(derObjectIdentifier([BSI, '2.2.3', ...protocol].join('.')), derInteger(Uint8Array.of(1)))]
    : []
  return der(TAGS.set, publicKey, ...infos)
}

/**
 * EF.CardSecurity in the form of a signed file. A reader takes the keys from it and leaves verifying its signature to a
 * service.
 */
export function cardSecurity(key: ChipStaticKey): Bytes {
  const content = derSequence(derObjectIdentifier(`${BSI}.3.2.1`), der(0xa0, der(TAGS.octets, chipKeyInfos(key))))
  const signed = derSequence(derInteger(Uint8Array.of(3)), der(TAGS.set), content)
  return derSequence(derObjectIdentifier('1.2.840.113549.1.7.2'), der(0xa0, signed))
}
