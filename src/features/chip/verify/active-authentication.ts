import { constants, createHash, publicEncrypt, verify } from 'node:crypto'
import { childrenOf, Malformed } from '../../../formats/asn1/element.ts'
import { sameBytes } from '../../../formats/asn1/values.ts'
import { HASHES, type Hash, type PublicKey, readPublicKey, schemeOf } from '../../../formats/x509/public-key.ts'
import { plainSignature } from '../../../formats/x509/verify-signature.ts'
import { openGroup, readDg14 } from '../domain/data-groups.ts'
import type { ActiveAuthentication, ChipReason } from '../verdict.ts'

interface ActiveResult {
  activeAuthentication: ActiveAuthentication
  reasons: ChipReason[]
}

/**
 * Did the chip that holds the private key of DG15 sign the challenge (ICAO 9303-11, active authentication)? DG15 proves
 * something only if it is signed itself, which passive authentication verifies.
 */
export function authenticateActively(
  dg15: Uint8Array,
  signature: Uint8Array,
  challenge: Uint8Array,
  dg14?: Uint8Array,
): ActiveResult {
  try {
    const key = readPublicKey(keyInfoOf(dg15))
    const holds =
      key.kind === 'rsa'
        ? recoversChallenge(key, signature, challenge)
        : signsChallenge(key, signature, challenge, statedHash(dg14))
    return holds
      ? answer('GENUINE', 'ACTIVE_AUTHENTICATION_HOLDS', 'the chip signed the challenge with its own key')
      : answer(
          'FALSE',
          'ACTIVE_AUTHENTICATION_FALSE',
          'the signature over the challenge was not made with the key of DG15',
        )
  } catch (error) {
    if (!(error instanceof Malformed)) throw error
    return answer('FALSE', 'ACTIVE_AUTHENTICATION_UNREADABLE', `DG15 cannot be read: ${error.message}`)
  }
}

const answer = (activeAuthentication: ActiveAuthentication, code: ChipReason['code'], text: string): ActiveResult => ({
  activeAuthentication,
  reasons: [{ code, text }],
})

/** DG15 is a SubjectPublicKeyInfo in the tag 6F. */
function keyInfoOf(dg15: Uint8Array): Uint8Array {
  const [info] = childrenOf(openGroup(15, dg15))
  if (!info) throw new Malformed('it holds no key')
  return info.whole
}

function signsChallenge(
  { key, size }: PublicKey & { kind: 'ec' },
  signature: Uint8Array,
  challenge: Uint8Array,
  stated: Hash | undefined,
): boolean {
  // ICAO 9303-11 requires the plain form, but some chips answer in DER.
  const plain = plainSignature(signature, size) ?? signature
  if (plain.length !== 2 * size) return false
  const hashes = new Set([...(stated ? [stated] : []), ...HASHES])
  return [...hashes].some((hash) => verify(hash, challenge, { key, dsaEncoding: 'ieee-p1363' }, plain))
}

const ACTIVE_AUTHENTICATION_INFO = '2.23.136.1.1.5'

/** The hash that DG14 states for active authentication by elliptic curves. */
function statedHash(dg14: Uint8Array | undefined): Hash | undefined {
  if (!dg14) return undefined
  try {
    const stated = readDg14(dg14).find(({ protocol }) => protocol === ACTIVE_AUTHENTICATION_INFO)
    return stated?.algorithm ? schemeOf({ oid: stated.algorithm })?.hash : undefined
  } catch (error) {
    // Reading the data groups reports this error. It does not affect the chip's answer.
    if (error instanceof Malformed) return undefined
    throw error
  }
}

/** Trailers of ISO/IEC 9796-2 by the identifiers of ISO/IEC 10118. */
const TRAILERS: Record<number, Hash> = { 51: 'sha1', 52: 'sha256', 53: 'sha512', 54: 'sha384', 56: 'sha224' }

/**
 * ISO/IEC 9796-2, scheme 1: the signature decrypts to a message part that the chip chose, and the hash of that part
 * with the challenge. The second way to decrypt (n − s) is for chips that sign with the smaller of the two numbers.
 */
function recoversChallenge(key: PublicKey & { kind: 'rsa' }, signature: Uint8Array, challenge: Uint8Array): boolean {
  if (signature.length !== key.modulus.length) return false
  let opened: Uint8Array
  try {
    opened = publicEncrypt({ key: key.key, padding: constants.RSA_NO_PADDING }, signature)
  } catch {
    // A number that is not smaller than the modulus is not a signature.
    return false
  }
  return [opened, lessThan(key.modulus, opened)].some((block) => holdsChallenge(block, challenge))
}

/**
 * Every byte of the block is checked. With a public exponent of 3, anyone can choose a third of a block, so unchecked
 * bytes would allow a signature to be forged without the private key.
 */
function holdsChallenge(block: Uint8Array, challenge: Uint8Array): boolean {
  const start = startOfMessage(block)
  if (start === undefined) return false
  const { hashes, trailer } = trailerOf(block)
  return hashes.some((hash) => {
    const end = block.length - trailer - createHash(hash).digest().length
    const recovered = block.subarray(start, end)
    if (end - start < challenge.length) return false
    const digest = createHash(hash).update(recovered)
    const found = block.subarray(end, block.length - trailer)
    if (block[0] === PARTIAL) return sameBytes(digest.update(challenge).digest(), found)
    // The whole message was recovered: it must end in the challenge.
    return sameBytes(recovered.subarray(-challenge.length), challenge) && sameBytes(digest.digest(), found)
  })
}

/**
 * The first byte of a block from which only a part of the message is recovered. Such a block is full: it has no
 * padding.
 */
const PARTIAL = 0x6a

/**
 * The index at which the message starts: after 6A, after 4A, or after 4B, bytes of BB and one of BA. Undefined for
 * anything else.
 */
function startOfMessage(block: Uint8Array): number | undefined {
  if (block[0] === PARTIAL || block[0] === 0x4a) return 1
  if (block[0] !== 0x4b) return undefined
  const end = block.findIndex((byte, index) => index > 0 && byte !== 0xbb)
  return block[end] === 0xba ? end + 1 : undefined
}

/** A trailer of one byte BC leaves the hash open. A trailer of two bytes names the hash and ends with CC. */
function trailerOf(block: Uint8Array): { hashes: readonly Hash[]; trailer: number } {
  if (block.at(-1) === 0xbc) return { hashes: HASHES, trailer: 1 }
  const hash = block.at(-1) === 0xcc ? TRAILERS[block.at(-2) ?? 0] : undefined
  return { hashes: hash ? [hash] : [], trailer: 2 }
}

function lessThan(modulus: Uint8Array, number: Uint8Array): Uint8Array {
  const difference =
    BigInt(`0x${Buffer.from(modulus).toString('hex')}`) - BigInt(`0x${Buffer.from(number).toString('hex')}`)
  return Buffer.from(difference.toString(16).padStart(modulus.length * 2, '0'), 'hex')
}
