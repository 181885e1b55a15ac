import { createHash } from 'node:crypto'
import { endianness } from 'node:os'

/**
 * A hash of a set that follows when a member is added or removed, without reading the others: LtHash (Bellare and
 * Micciancio, "A New Paradigm for Collision-Free Hashing", 1997), with 1,024 numbers of 16 bits each. It needs no
 * secret: another set with the same hash cannot be found. A sum of shorter hashes would not do, because whoever sees
 * many of them can find some that cancel out.
 */
const NUMBERS = 1024
const BYTES = NUMBERS * 2

/** The hash of a set, as Base64. */
export const EMPTY_SET = Buffer.alloc(BYTES).toString('base64')

export const addMembers = (hash: string, members: readonly string[]): string => combine(hash, members, 1)
export const removeMembers = (hash: string, members: readonly string[]): string => combine(hash, members, -1)

function combine(hash: string, members: readonly string[], sign: 1 | -1): string {
  const bytes = Buffer.from(hash, 'base64')
  if (bytes.length !== BYTES) throw new Error('not the hash of a set')
  const sum = new Uint16Array(inOurOrder(Uint8Array.from(bytes)).buffer)
  for (const member of members) {
    const digest = createHash('shake256', { outputLength: BYTES }).update(member).digest()
    const numbers = new Uint16Array(inOurOrder(Uint8Array.from(digest)).buffer)
    // An array of 16-bit numbers keeps the sum modulo 2^16.
    for (let at = 0; at < NUMBERS; at += 1) sum[at] = (sum[at] as number) + sign * (numbers[at] as number)
  }
  return Buffer.from(inOurOrder(new Uint8Array(sum.buffer))).toString('base64')
}

/** The numbers are little-endian, wherever the database was written. */
function inOurOrder(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (endianness() === 'BE') Buffer.from(bytes.buffer).swap16()
  return bytes
}
