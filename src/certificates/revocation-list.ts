import { type Element, Malformed } from '../asn1/element.ts'
import { bits, hexOf, sequence, TAGS, time, unsignedInteger } from '../asn1/values.ts'
import { type Algorithm, readAlgorithm } from './certificate.ts'
import { type Name, readName } from './name.ts'

/** A list of revoked certificates (RFC 5280, 5), as it is written. Nothing in it has been verified. */
export interface RevocationList {
  whole: Uint8Array
  signed: Uint8Array
  algorithm: Algorithm
  signature: Uint8Array
  issuer: Name
  /** Milliseconds since 1970. */
  issued: number
  next?: number
  /** Serial numbers in hex without leading zeros. */
  revoked: Set<string>
}

export function revocationListOf(element: Element): RevocationList {
  const [tbs, algorithm, signature] = sequence(element)
  if (!tbs) throw new Malformed('an empty revocation list')
  const members = sequence(tbs)
  if (members[0]?.tag === TAGS.integer) members.shift()
  const [, issuer, issued, ...rest] = members
  const next = rest[0] && isTime(rest[0]) ? rest.shift() : undefined
  const entries = rest.find(({ tag }) => tag === TAGS.sequence)
  return {
    whole: element.whole,
    signed: tbs.whole,
    algorithm: readAlgorithm(algorithm),
    signature: bits(signature),
    issuer: readName(issuer),
    issued: time(issued),
    ...(next && { next: time(next) }),
    revoked: new Set(entries ? sequence(entries).map((entry) => hexOf(unsignedInteger(sequence(entry)[0]))) : []),
  }
}

const isTime = ({ tag }: Element) => tag === 0x17 || tag === 0x18
