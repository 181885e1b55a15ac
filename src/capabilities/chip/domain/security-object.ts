import { Malformed, readElement } from '../../../asn1/element.ts'
import { octets, sequence, smallInteger, TAGS } from '../../../asn1/values.ts'
import { type Algorithm, readAlgorithm } from '../../../certificates/certificate.ts'

/** What the issuing state signs: the hash of every data group (ICAO 9303-10, LDSSecurityObject). */
export interface SecurityObject {
  version: number
  digest: Algorithm
  /** By the number of the data group. */
  hashes: Map<number, Uint8Array>
}

export function readSecurityObject(bytes: Uint8Array): SecurityObject {
  const [version, digest, groups] = sequence(readElement(bytes))
  const hashes = new Map<number, Uint8Array>()
  for (const group of sequence(groups)) {
    const [number, hash] = sequence(group)
    const name = smallInteger(number)
    if (name < 1 || name > 16 || hashes.has(name) || hash?.tag !== TAGS.octets)
      throw new Malformed('a data group that is none')
    hashes.set(name, octets(hash))
  }
  return { version: smallInteger(version), digest: readAlgorithm(digest), hashes }
}
