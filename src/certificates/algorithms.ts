import { childrenOf, type Element } from '../asn1/element.ts'
import { sequence, smallInteger } from '../asn1/values.ts'
import { type Algorithm, readAlgorithm } from './certificate.ts'

/** Hashes by the names that node:crypto has for them. MD5 and older are not among them. */
export type Hash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
export const HASHES: readonly Hash[] = ['sha256', 'sha1', 'sha512', 'sha384', 'sha224']

const DIGESTS: Record<string, Hash> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

const LENGTHS: Record<Hash, number> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 }

/** The hash that was stated where its length fits, else the one whose length does. */
export const hashOfLength = (stated: Hash, length: number): Hash | undefined =>
  LENGTHS[stated] === length ? stated : HASHES.find((hash) => LENGTHS[hash] === length)

const WITH_RSA: Record<string, Hash> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.3.14.3.2.29': 'sha1',
  '1.2.840.113549.1.1.14': 'sha224',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}

/** ANSI X9.62: two numbers in DER. */
const WITH_ECDSA: Record<string, Hash> = {
  '1.2.840.10045.4.1': 'sha1',
  '1.2.840.10045.4.3.1': 'sha224',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

/** BSI TR-03111: two numbers, each as long as the curve's order. */
const WITH_PLAIN_ECDSA: Record<string, Hash> = {
  '0.4.0.127.0.7.1.1.4.1.1': 'sha1',
  '0.4.0.127.0.7.1.1.4.1.2': 'sha224',
  '0.4.0.127.0.7.1.1.4.1.3': 'sha256',
  '0.4.0.127.0.7.1.1.4.1.4': 'sha384',
  '0.4.0.127.0.7.1.1.4.1.5': 'sha512',
}

export const RSA_KEY = '1.2.840.113549.1.1.1'
export const RSA_PSS = '1.2.840.113549.1.1.10'
export const EC_KEY = '1.2.840.10045.2.1'
const ECDSA_SPECIFIED = '1.2.840.10045.4.3'

export const hashOf = ({ oid }: Algorithm): Hash | undefined => DIGESTS[oid]

/** How a signature was made, as far as its algorithm says so. A hash that it leaves open is the one the message is digested with. */
type Scheme =
  | { kind: 'rsa'; hash?: Hash }
  | { kind: 'pss'; hash: Hash; mask: Hash; salt: number }
  | { kind: 'ecdsa'; hash?: Hash; isPlain?: true }
  | { kind: 'by-key'; hash: Hash }

export function schemeOf(algorithm: Algorithm): Scheme | undefined {
  const { oid, parameters } = algorithm
  if (oid === RSA_KEY) return { kind: 'rsa' }
  if (oid === RSA_PSS) return pssScheme(parameters)
  if (oid === EC_KEY || oid === '1.2.840.10045.4.2') return { kind: 'ecdsa' }
  if (oid === ECDSA_SPECIFIED) return withHash('ecdsa', parameters ? hashOf(readAlgorithm(parameters)) : undefined)
  if (WITH_RSA[oid]) return { kind: 'rsa', hash: WITH_RSA[oid] }
  if (WITH_ECDSA[oid]) return { kind: 'ecdsa', hash: WITH_ECDSA[oid] }
  if (WITH_PLAIN_ECDSA[oid]) return { kind: 'ecdsa', hash: WITH_PLAIN_ECDSA[oid], isPlain: true }
  // Some signers name the hash alone where the signature algorithm belongs.
  return DIGESTS[oid] ? { kind: 'by-key', hash: DIGESTS[oid] } : undefined
}

const withHash = (kind: 'rsa' | 'ecdsa', hash: Hash | undefined): Scheme => ({ kind, ...(hash && { hash }) })

/** RSASSA-PSS-params (RFC 4055): what is left out means SHA-1 and a salt of its length. */
function pssScheme(parameters: Element | undefined): Scheme | undefined {
  const members = parameters ? sequence(parameters) : []
  const stated = (tag: number) => {
    const member = members.find((each) => each.tag === tag)
    return member && childrenOf(member)[0]
  }
  const [hash, mask, salt] = [stated(0xa0), stated(0xa1), stated(0xa2)]
  const maskHash = mask && readAlgorithm(mask).parameters
  const found = hash ? hashOf(readAlgorithm(hash)) : 'sha1'
  const foundMask = maskHash ? hashOf(readAlgorithm(maskHash)) : 'sha1'
  return found && foundMask
    ? { kind: 'pss', hash: found, mask: foundMask, salt: salt ? smallInteger(salt) : 20 }
    : undefined
}
