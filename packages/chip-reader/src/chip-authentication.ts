import type { Channel } from './apdu.ts'
import { concat, equal, fromInteger } from './bytes.ts'
import { ChipReadError } from './errors.ts'
import type { Entropy } from './group.ts'
import type { MappingProof } from './pace.ts'
import { type ChipAuthenticationInfo, type ChipKey, parseChipKeys } from './pace-info.ts'
import type { SessionKeys } from './secure-messaging.ts'
import { encodeObject, findValue, parseInside, parseObjects } from './tlv.ts'

/**
 * Chip Authentication of ICAO 9303-11, 6.2: agrees on new session keys with the chip's static key, so that only the
 * chip that has the private key can go on. Resolves to the new keys, or to the status word that the chip refused with, and
 * the session then goes on with the keys it had; to undefined where DG14 names no key and protocol that we have.
 */
export async function agreeWithChipKey(
  channel: Channel,
  dg14: Uint8Array,
  entropy: Entropy,
): Promise<SessionKeys | { refused: number } | undefined> {
  const [outer] = parseObjects(dg14)
  if (outer?.tag !== 0x6e) return undefined
  const { keys, protocols } = parseChipKeys(outer.value)
  const key = keys[0]
  if (!key) return undefined
  const protocol = strongest(protocols, key)
  if (!protocol) return undefined

  const secret = entropy.scalar(key.group.order)
  const ours = key.group.multiply(key.group.generator, secret)
  const status = await announce(channel, protocol, key, ours)
  if (status !== 0x9000) return { refused: status }
  const shared = key.group.secretOf(key.group.multiply(key.key, secret))
  return {
    cipher: protocol.cipher,
    encryption: protocol.cipher.deriveKey(shared, 1),
    mac: protocol.cipher.deriveKey(shared, 2),
    counter: 0n,
  }
}

/** Whether the chip's static key of EF.CardSecurity is the one that made the mapping: PK_Map = scalar · PK. */
export function provesChip(proof: MappingProof, cardSecurity: Uint8Array): boolean {
  return parseChipKeys(contentOf(cardSecurity)).keys.some(({ group, key }) => {
    try {
      return equal(group.multiply(key, proof.scalar), proof.mappingKey)
    } catch (error) {
      if (error instanceof ChipReadError) return false // a key of another curve
      throw error
    }
  })
}

/** The security infos inside the signed file. Its signature is for the service to verify. */
function contentOf(cardSecurity: Uint8Array): Uint8Array {
  const signed = findValue(parseInside(cardSecurity, 0x30), 0xa0)
  const content = signed && parseInside(signed, 0x30).find(({ tag }) => tag === 0x30)
  const explicit = content && findValue(parseObjects(content.value), 0xa0)
  const octets = explicit && findValue(parseObjects(explicit), 0x04)
  if (!octets) throw new ChipReadError('BAD_ANSWER', 'EF.CardSecurity is not a signed file')
  return octets
}

function strongest(protocols: readonly ChipAuthenticationInfo[], key: ChipKey): ChipAuthenticationInfo | undefined {
  const usable = protocols.filter(({ keyId }) => keyId === undefined || keyId === key.id)
  return [...usable].sort(
    (a, b) => b.cipher.keyLength - a.cipher.keyLength || b.cipher.blockSize - a.cipher.blockSize,
  )[0]
}

/** Triple DES has one command for it (MSE:Set KAT), AES two. Resolves to the status word of the last one. */
async function announce(channel: Channel, protocol: ChipAuthenticationInfo, key: ChipKey, ours: Uint8Array) {
  const reference = key.id === undefined ? [] : [encodeObject(0x84, fromInteger(BigInt(key.id)))]
  if (protocol.cipher.name === '3DES') {
    const data = concat(encodeObject(0x91, ours), ...reference)
    return (await channel.send({ cla: 0, ins: 0x22, p1: 0x41, p2: 0xa6, data })).status
  }
  const set = await channel.send({
    cla: 0,
    ins: 0x22,
    p1: 0x41,
    p2: 0xa4,
    data: concat(encodeObject(0x80, protocol.oid), ...reference),
  })
  if (set.status !== 0x9000) return set.status
  const data = encodeObject(0x7c, encodeObject(0x80, ours))
  return (await channel.send({ cla: 0, ins: 0x86, p1: 0, p2: 0, data, le: 256 })).status
}
