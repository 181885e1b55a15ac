import { constants, createHash, privateDecrypt, randomBytes, sign } from 'node:crypto'
import { der } from '../../asn1/der.ts'
import type { Hash } from '../../certificates/algorithms.ts'
import type { Party } from './certify.ts'
import type { TestKey } from './sign.ts'
import { type SignOptions, signMessage, writeSecurityObject } from './sign-object.ts'

/** The files of a chip as a reader would hand them over. */
interface MadeChip {
  sod: Uint8Array
  groups: Map<number, Uint8Array>
}

/** Signs data groups as a state does. */
export function makeChip(
  groups: ReadonlyMap<number, Uint8Array>,
  signer: Party,
  options: SignOptions & { hash?: Hash; statedHash?: Hash; version?: 0 | 1; bare?: true },
): MadeChip {
  const { hash = signer.key.way.hash, statedHash = hash, version = 0, bare } = options
  const content = writeSecurityObject(groups, { hash, statedHash, version })
  const message = signMessage(content, signer, options)
  return { sod: bare ? message : der(0x77, message), groups: new Map(groups) }
}

const TRAILERS: Record<Hash, number> = { sha1: 0x33, sha256: 0x34, sha512: 0x35, sha384: 0x36, sha224: 0x38 }

/** What the chip answers to a challenge: by RSA as ISO/IEC 9796-2, scheme 1, has it, with a part of the message inside. */
export function answerByRsa(key: TestKey, challenge: Uint8Array, hash: Hash, trailer: 'named' | 'implied' = 'named') {
  const size = (key.privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const end = trailer === 'named' ? Buffer.of(TRAILERS[hash], 0xcc) : Buffer.of(0xbc)
  const own = randomBytes(size - 1 - createHash(hash).digest().length - end.length)
  const digest = createHash(hash).update(own).update(challenge).digest()
  const block = Buffer.concat([Buffer.of(0x6a), own, digest, end])
  return privateDecrypt({ key: key.privateKey, padding: constants.RSA_NO_PADDING }, block)
}

export const answerByCurve = (key: TestKey, challenge: Uint8Array, hash: Hash, form: 'plain' | 'der') =>
  sign(hash, challenge, { key: key.privateKey, dsaEncoding: form === 'plain' ? 'ieee-p1363' : 'der' })
