import type { KeyObject } from 'node:crypto'
import { joseAlgorithm, keyOfJwk, signatureHolds, Unusable } from './signature.ts'

/** An issuer that is trusted by its address, with the keys that it signs with. */
export interface KnownIssuer {
  issuer: string
  keys: readonly { kid: string; jwk: object }[]
}

export type Json = Record<string, unknown>

/** A signed token in its compact form (RFC 7515). Nothing has been verified. */
interface SignedToken {
  header: Json
  content: Uint8Array
  signed: Uint8Array
  signature: Uint8Array
}

/** One whose content is JSON. */
export interface Jws extends Omit<SignedToken, 'content'> {
  payload: Json
}

export function readJws(compact: string): Jws {
  const { content, ...token } = readToken(compact)
  return { ...token, payload: jsonOf(content) }
}

export function readToken(compact: string): SignedToken {
  const [header = '', payload = '', signature = '', ...rest] = compact.split('.')
  if (rest.length > 0 || !signature) throw new Unusable('not a signed token')
  const read = { header: jsonOf(fromBase64Url(header)), content: fromBase64Url(payload) }
  // A header that must be understood and is not (RFC 7515, 4.1.11).
  if (read.header.crit !== undefined) throw new Unusable('a token with critical headers')
  return { ...read, signed: Buffer.from(`${header}.${payload}`, 'latin1'), signature: fromBase64Url(signature) }
}

/** Undefined where the algorithm is not one of ours: nothing can be said about the signature then. */
export function jwsHolds(
  { header, signed, signature }: Omit<SignedToken, 'content'>,
  key: KeyObject,
): boolean | undefined {
  const algorithm = joseAlgorithm(header.alg)
  return algorithm && signatureHolds(algorithm, key, signed, signature)
}

/** Base64url without padding, strictly: two spellings of the same bytes would have two digests. */
export function fromBase64Url(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new Unusable('not Base64url')
  return bytes
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Unusable('not JSON')
  }
}

export function jsonOf(bytes: Uint8Array): Json {
  const value = parseJson(bytes)
  if (!isObject(value)) throw new Unusable('not a JSON object')
  return value
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The certificates in the header, the signer's first. Standard Base64 here, unlike everything else (RFC 7515, 4.1.6). */
export function certificatesInHeader({ x5c }: Json): Uint8Array[] {
  if (!Array.isArray(x5c) || x5c.length === 0 || x5c.length > MOST_CERTIFICATES) return []
  return x5c.every((text) => typeof text === 'string') ? x5c.map((text) => Buffer.from(text, 'base64')) : []
}

export const MOST_CERTIFICATES = 6

/** The key of an issuer that a header names, or its only one where it names none. */
export function knownKey({ keys }: Pick<KnownIssuer, 'keys'>, { kid, alg }: Json): KeyObject | undefined {
  const key = keys.find((each) => each.kid === kid) ?? (kid === undefined && keys.length === 1 ? keys[0] : undefined)
  return key && keyOfJwk(key.jwk, alg)
}

/** How far the clocks of a wallet and ours may lie apart. */
export const CLOCK_SKEW_MS = 5 * 60_000
