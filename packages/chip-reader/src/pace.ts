import type { Answer, Channel } from './apdu.ts'
import { type Bytes, concat, equal, fromHex, toInteger, unpad } from './bytes.ts'
import type { Cipher } from './ciphers.ts'
import { atStep, ChipReadError, statusText } from './errors.ts'
import type { Entropy, Group } from './group.ts'
import { type AccessKey, ascii, mrzSeed } from './mrz-key.ts'
import type { PaceInfo } from './pace-info.ts'
import type { SessionKeys } from './secure-messaging.ts'
import { encodeObject, findValue, parseInside } from './tlv.ts'

/** What chip authentication mapping leaves to be checked against EF.CardSecurity. */
export interface MappingProof {
  /** The chip's public key of the mapping. */
  mappingKey: Bytes
  /** The scalar by which the chip's static key becomes it. */
  scalar: bigint
}

/** Password Authenticated Connection Establishment: ICAO 9303-11, 4.4. */
export async function pace(
  channel: Channel,
  info: PaceInfo,
  key: AccessKey,
  entropy: Entropy,
): Promise<{ session: SessionKeys; proof?: MappingProof }> {
  const { cipher, group, oid } = info
  await atStep('PACE MSE:Set AT', () => announce(channel, info, key))

  const sealedNonce = await step(channel, 1, undefined, 0x80)
  const nonce = cipher.decrypt(cipher.deriveKey(passwordOf(key), 3), sealedNonce)
  const { generator, mappingKey } = await mapNonce(channel, info, nonce, entropy)

  const secret = entropy.scalar(group.order)
  const ours = group.multiply(generator, secret)
  const theirs = await step(channel, 3, { tag: 0x83, value: ours }, 0x84)
  if (equal(ours, theirs)) throw new ChipReadError('BAD_ANSWER', 'the chip sent our own key back')
  const shared = group.secretOf(group.multiply(theirs, secret))
  const encryption = cipher.deriveKey(shared, 1)
  const mac = cipher.deriveKey(shared, 2)

  const token = authenticationToken(cipher, mac, oid, group, theirs)
  const objects = await atStep('PACE GENERAL AUTHENTICATE 4', async () => {
    const last = await general(channel, { tag: 0x85, value: token }, false)
    if (last.status !== 0x9000) throw refused(last.status)
    const sent = parseInside(last.data, 0x7c)
    const theirToken = findValue(sent, 0x86)
    if (!theirToken || !equal(theirToken, authenticationToken(cipher, mac, oid, group, ours)))
      throw new ChipReadError('WRONG_KEY', 'the chip does not know the key')
    return sent
  })

  const session: SessionKeys = { cipher, encryption, mac, counter: 0n }
  const sealedProof = findValue(objects, 0x8a)
  if (info.mapping !== 'CHIP_AUTHENTICATION') return { session }
  if (!sealedProof || !mappingKey) throw new ChipReadError('BAD_ANSWER', 'the chip left out its authentication data')
  const iv = cipher.encrypt(encryption, new Uint8Array(cipher.blockSize).fill(0xff))
  return { session, proof: { mappingKey, scalar: toInteger(openProof(cipher, encryption, sealedProof, iv)) } }
}

/** MSE:Set AT: which protocol, which password, and which parameters where there are several. */
async function announce(channel: Channel, { oid, parameterId }: PaceInfo, key: AccessKey) {
  const password = encodeObject(0x83, Uint8Array.of('can' in key ? 2 : 1))
  const parameters = parameterId === undefined ? [] : [encodeObject(0x84, Uint8Array.of(parameterId))]
  const { status } = await channel.send({
    cla: 0,
    ins: 0x22,
    p1: 0xc1,
    p2: 0xa4,
    data: concat(encodeObject(0x80, oid), password, ...parameters),
  })
  // 63Cx tells how many tries are left; the chip goes on all the same.
  if (status === 0x63c0 || status === 0x6983) throw refused(status)
  if (status !== 0x9000 && status >> 4 !== 0x63c)
    throw new ChipReadError('NOT_SUPPORTED', `the chip refuses PACE (${statusText(status)})`, { status })
}

async function mapNonce(channel: Channel, { mapping, group, cipher }: PaceInfo, nonce: Bytes, entropy: Entropy) {
  if (mapping === 'INTEGRATED') {
    const ours = entropy.bytes(cipher.keyLength)
    await step(channel, 2, { tag: 0x81, value: ours }, 0x82)
    return { generator: group.encodeInteger(pseudoRandom(cipher, nonce, ours, group.prime)), mappingKey: undefined }
  }
  const secret = entropy.scalar(group.order)
  const mappingKey = await step(channel, 2, { tag: 0x81, value: group.multiply(group.generator, secret) }, 0x82)
  const generator = group.combine(group.multiply(group.generator, toInteger(nonce)), group.multiply(mappingKey, secret))
  return { generator, mappingKey }
}

/** The pseudo-random number of integrated mapping: 9303-11, 4.4.3.3.2. */
export function pseudoRandom(cipher: Cipher, nonce: Bytes, ours: Bytes, prime: bigint): bigint {
  const [c0, c1] = nonce.length === 16 ? CONSTANTS_128 : CONSTANTS_256
  const bits = prime.toString(2).length + 64
  let key = cipher.encrypt(ours, nonce)
  let output: Bytes = new Uint8Array(0)
  while (output.length * 8 < bits) {
    output = concat(output, cipher.encrypt(key.slice(0, cipher.keyLength), c1))
    key = cipher.encrypt(key.slice(0, cipher.keyLength), c0)
  }
  return toInteger(output) % prime
}

const CONSTANTS_128 = [
  fromHex('a668892a7c41e3ca739f40b057d85904'),
  fromHex('a4e136ac725f738b01c1f60217c188ad'),
] as const
const CONSTANTS_256 = [
  fromHex('d463d65234124ef7897054986dca0a174e28df758cbaa03f240616414d5a1676'),
  fromHex('54bd7255f0aaf831bec3423fcf39d69b6cbf066677d0faae5aadd99df8e53517'),
] as const

/** The MAC over the other side's ephemeral key: 9303-11, 4.4.3.4. */
export function authenticationToken(cipher: Cipher, mac: Uint8Array, oid: Uint8Array, group: Group, key: Uint8Array) {
  return cipher.mac(mac, encodeObject(0x7f49, concat(encodeObject(0x06, oid), encodeObject(group.elementTag, key))))
}

function openProof(cipher: Cipher, key: Bytes, sealed: Bytes, iv: Bytes): Bytes {
  const opened = sealed.length % cipher.blockSize ? undefined : unpad(cipher.decrypt(key, sealed, iv))
  if (!opened) throw new ChipReadError('BAD_ANSWER', 'the chip sent broken authentication data')
  return opened
}

/** One GENERAL AUTHENTICATE of the chain, and the object that it answers with. */
function step(
  channel: Channel,
  number: number,
  sent: { tag: number; value: Uint8Array } | undefined,
  expected: number,
): Promise<Bytes> {
  return atStep(`PACE GENERAL AUTHENTICATE ${number}`, async () => {
    const answer = await general(channel, sent, true)
    if (answer.status !== 0x9000) throw refused(answer.status)
    const value = findValue(parseInside(answer.data, 0x7c), expected)
    // Integrated mapping is answered with an empty object, which some chips leave out.
    if (!value && expected !== 0x82) throw new ChipReadError('BAD_ANSWER', 'the chip left out a step of PACE')
    return value ?? new Uint8Array(0)
  })
}

function general(
  channel: Channel,
  sent: { tag: number; value: Uint8Array } | undefined,
  more: boolean,
): Promise<Answer> {
  const data = encodeObject(0x7c, sent ? encodeObject(sent.tag, sent.value) : new Uint8Array(0))
  return channel.send({ cla: more ? 0x10 : 0, ins: 0x86, p1: 0, p2: 0, data, le: data.length > 255 ? 65_536 : 256 })
}

/** The password as PACE takes it: the hash of the MRZ's fields, or the digits of the CAN. */
const passwordOf = (key: AccessKey) => ('can' in key ? ascii(key.can) : mrzSeed(key))

function refused(status: number) {
  if (status === 0x6983 || status === 0x63c0)
    return new ChipReadError('BLOCKED', `the chip takes no more keys (${statusText(status)})`, { status })
  if (status === 0x6300 || status >> 4 === 0x63c || status === 0x6982 || status === 0x6a80)
    return new ChipReadError('WRONG_KEY', `the chip refuses the key (${statusText(status)})`, { status })
  return new ChipReadError('BAD_ANSWER', `the chip stopped PACE (${statusText(status)})`, { status })
}
