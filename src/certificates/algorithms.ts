import { childrenOf, type Element } from '../asn1/element.ts'
import { sequence, smallInteger } from '../asn1/values.ts'
import { type Algorithm, readAlgorithm } from './certificate.ts'

/** Hashes by the names that node:crypto has for them. MD5 and older are not among them. */
export type Hash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512'
export const HASHES: readonly Hash[] = ['sha256', 'sha1', 'sha512', 'sha384', 'sha224']

/** Of each hash alone, with RSA as PKCS #1 has it, and with ECDSA. */
export const DIGEST_OIDS: Record<Hash, string> = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}
export const RSA_OIDS: Record<Hash, string> = {
  sha1: '1.2.840.113549.1.1.5',
  sha224: '1.2.840.113549.1.1.14',
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}
/** ANSI X9.62: two numbers in DER. */
export const ECDSA_OIDS: Record<Hash, string> = {
  sha1: '1.2.840.10045.4.1',
  sha224: '1.2.840.10045.4.3.1',
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}
/** BSI TR-03111: two numbers, each as long as the curve's order. */
export const PLAIN_ECDSA_OIDS: Record<Hash, string> = {
  sha1: '0.4.0.127.0.7.1.1.4.1.1',
  sha224: '0.4.0.127.0.7.1.1.4.1.2',
  sha256: '0.4.0.127.0.7.1.1.4.1.3',
  sha384: '0.4.0.127.0.7.1.1.4.1.4',
  sha512: '0.4.0.127.0.7.1.1.4.1.5',
}
const OLD_SHA1_WITH_RSA = '1.3.14.3.2.29'

const hashIn = (oids: Record<Hash, string>, oid: string): Hash | undefined => HASHES.find((hash) => oids[hash] === oid)

export const LENGTHS: Record<Hash, number> = { sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 }

/** The hash that was stated where its length fits, else the one whose length does. */
export const hashOfLength = (stated: Hash, length: number): Hash | undefined =>
  LENGTHS[stated] === length ? stated : HASHES.find((hash) => LENGTHS[hash] === length)

export const RSA_KEY = '1.2.840.113549.1.1.1'
export const RSA_PSS = '1.2.840.113549.1.1.10'
export const EC_KEY = '1.2.840.10045.2.1'
const ECDSA_SPECIFIED = '1.2.840.10045.4.3'

export const hashOf = ({ oid }: Algorithm): Hash | undefined => hashIn(DIGEST_OIDS, oid)

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
  if (oid === OLD_SHA1_WITH_RSA) return { kind: 'rsa', hash: 'sha1' }
  const [rsa, ecdsa, plain, alone] = [RSA_OIDS, ECDSA_OIDS, PLAIN_ECDSA_OIDS, DIGEST_OIDS].map((oids) =>
    hashIn(oids, oid),
  )
  if (rsa) return { kind: 'rsa', hash: rsa }
  if (ecdsa) return { kind: 'ecdsa', hash: ecdsa }
  if (plain) return { kind: 'ecdsa', hash: plain, isPlain: true }
  // Some signers name the hash alone where the signature algorithm belongs.
  return alone && { kind: 'by-key', hash: alone }
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
