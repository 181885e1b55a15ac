import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'

/** An issuer that is trusted by its address, with its signing keys. */
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

/** A token whose content is JSON. */
export interface Jws extends Omit<SignedToken, 'content'> {
  payload: Json
}

/** `processed` are the critical headers that the caller processes. */
export function readJws(compact: string, processed: readonly string[] = []): Jws {
  const { content, ...token } = readToken(compact, processed)
  return { ...token, payload: jsonOf(content) }
}

export function readToken(compact: string, processed: readonly string[] = []): SignedToken {
  const [header = '', payload = '', signature = '', ...rest] = compact.split('.')
  if (rest.length > 0 || !signature) throw new Unusable('not a signed token')
  const read = { header: jsonOf(fromBase64Url(header)), content: fromBase64Url(payload) }
  refuseCritical(read.header, processed)
  return { ...read, signed: Buffer.from(`${header}.${payload}`, 'latin1'), signature: fromBase64Url(signature) }
}

/** Critical headers must be there, and be processed (RFC 7515, 4.1.11). */
function refuseCritical(header: Json, processed: readonly string[]): void {
  const { crit } = header
  if (crit === undefined) return
  const isProcessed = (name: unknown) =>
    typeof name === 'string' && processed.includes(name) && Object.hasOwn(header, name)
  if (!Array.isArray(crit) || crit.length === 0 || !crit.every(isProcessed) || new Set(crit).size < crit.length)
    throw new Unusable('a token with critical headers')
}

/** Undefined if the algorithm is not supported: then nothing can be said about the signature. */
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

/** Is the `typ` of a header this media type, with or without `application/` (RFC 7515, 4.1.9; RFC 2045, 5.1)? */
export const isOfType = (typ: unknown, ...subtypes: readonly string[]): boolean =>
  typeof typ === 'string' && subtypes.includes(typ.toLowerCase().replace(/^application\//, ''))

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The certificates in the header, the signer's first. Standard Base64 here, unlike everything else (RFC 7515, 4.1.6).
 */
export function certificatesInHeader({ x5c }: Json): Uint8Array[] {
  if (!Array.isArray(x5c) || x5c.length === 0 || x5c.length > MOST_CERTIFICATES) return []
  return x5c.every((text) => typeof text === 'string') ? x5c.map((text) => Buffer.from(text, 'base64')) : []
}

export const MOST_CERTIFICATES = 6

/** The key of an issuer that a header names, or its only key if the header names none. */
export function knownKey({ keys }: Pick<KnownIssuer, 'keys'>, { kid, alg }: Json): KeyObject | undefined {
  const key = keys.find((each) => each.kid === kid) ?? (kid === undefined && keys.length === 1 ? keys[0] : undefined)
  return key && keyOfJwk(key.jwk, alg)
}

/** The largest difference between the signer's clock and ours. */
export const CLOCK_SKEW_MS = 5 * 60_000

/** Thrown for an invalid part of a presentation. Caught where the presentation is opened. */
export class Unusable extends Error {}

/** A signature algorithm: its digest, and the curves that its keys may be on. */
interface SignatureAlgorithm {
  /** Absent for EdDSA, which has its own. */
  hash?: 'sha256' | 'sha384' | 'sha512'
  curves: readonly string[]
  /** Only of RSA. */
  padding?: 'pkcs1' | 'pss'
}

const [P256, P384, P521] = ['prime256v1', 'secp384r1', 'secp521r1'] as const
const NIST = [P256, P384, P521] as const
const EDWARDS: SignatureAlgorithm = { curves: ['ed25519', 'ed448'] }
const ED25519: SignatureAlgorithm = { curves: ['ed25519'] }
const ED448: SignatureAlgorithm = { curves: ['ed448'] }

/** RSA: PKCS #1 version 1.5, or PSS with a salt and a mask of the same hash (RFC 7518, 3.3 and 3.5; RFC 8230, 2). */
const rsa = (padding: 'pkcs1' | 'pss', hash: 'sha256' | 'sha384' | 'sha512'): SignatureAlgorithm => ({
  hash,
  padding,
  curves: padding === 'pss' ? ['rsa', 'rsa-pss'] : ['rsa'],
})
const [RS256, RS384, RS512] = [rsa('pkcs1', 'sha256'), rsa('pkcs1', 'sha384'), rsa('pkcs1', 'sha512')]
const [PS256, PS384, PS512] = [rsa('pss', 'sha256'), rsa('pss', 'sha384'), rsa('pss', 'sha512')]

/** In JOSE, each digest has its own curve (RFC 7518, 3.4; RFC 8037, 3.1; RFC 9864, 2.2). */
const JOSE_ALGORITHMS: Record<string, SignatureAlgorithm> = {
  ES256: { hash: 'sha256', curves: [P256] },
  ES384: { hash: 'sha384', curves: [P384] },
  ES512: { hash: 'sha512', curves: [P521] },
  EdDSA: EDWARDS,
  Ed25519: ED25519,
  Ed448: ED448,
  RS256,
  RS384,
  RS512,
  PS256,
  PS384,
  PS512,
}

/**
 * In COSE, a digest is not bound to one of the NIST curves (RFC 9053, 2.1), except in the algorithms that state their
 * curve (RFC 9864). ISO/IEC 18013-5 also allows Brainpool.
 */
const COSE_ALGORITHMS: Record<number, SignatureAlgorithm> = {
  [-7]: { hash: 'sha256', curves: [...NIST, 'brainpoolP256r1'] },
  [-35]: { hash: 'sha384', curves: [...NIST, 'brainpoolP320r1', 'brainpoolP384r1'] },
  [-36]: { hash: 'sha512', curves: [...NIST, 'brainpoolP512r1'] },
  [-8]: EDWARDS,
  [-9]: { hash: 'sha256', curves: [P256] },
  [-51]: { hash: 'sha384', curves: [P384] },
  [-52]: { hash: 'sha512', curves: [P521] },
  [-19]: ED25519,
  [-53]: ED448,
  [-265]: { hash: 'sha256', curves: ['brainpoolP256r1'] },
  [-266]: { hash: 'sha384', curves: ['brainpoolP320r1'] },
  [-267]: { hash: 'sha384', curves: ['brainpoolP384r1'] },
  [-268]: { hash: 'sha512', curves: ['brainpoolP512r1'] },
  [-37]: PS256,
  [-38]: PS384,
  [-39]: PS512,
  [-257]: RS256,
  [-258]: RS384,
  [-259]: RS512,
}

/** ISO/IEC 18013-5 (9.1.2.4, 9.1.3.6) allows no RSA in mobile documents. */
export const isOfMobileDocuments = (number: unknown): boolean => !coseAlgorithm(number)?.padding

export const coseAlgorithm = (number: unknown): SignatureAlgorithm | undefined =>
  typeof number === 'number' ? COSE_ALGORITHMS[number] : undefined
export const joseAlgorithm = (name: unknown): SignatureAlgorithm | undefined =>
  typeof name === 'string' && Object.hasOwn(JOSE_ALGORITHMS, name) ? JOSE_ALGORITHMS[name] : undefined

/** Is the signature valid, by this algorithm and with a key that belongs to it? */
export function signatureHolds(
  { hash, curves, padding }: SignatureAlgorithm,
  key: KeyObject,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const curve = key.asymmetricKeyType === 'ec' ? key.asymmetricKeyDetails?.namedCurve : key.asymmetricKeyType
  if (curve === undefined || !curves.includes(curve)) return false
  if (hash === undefined) return verify(null, message, key, signature)
  if (padding) {
    if (!isStrong(key)) return false
    if (padding === 'pkcs1') return verify(hash, message, { key, padding: constants.RSA_PKCS1_PADDING }, signature)
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
    return verify(hash, message, { key, ...pss }, signature)
  }
  return verify(hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** RFC 7518, 3.3: 2,048 bits at least. Larger keys than any issuer has would only cost time. */
const MODULUS_BITS = { least: 2_048, most: 8_192 }

/** Is an RSA key one that only its owner can sign with? */
function isStrong(key: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (modulusLength < MODULUS_BITS.least || modulusLength > MODULUS_BITS.most) return false
  if (publicExponent < 3n || publicExponent % 2n === 0n) return false
  const { n = '' } = key.export({ format: 'jwk' })
  const modulus = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex')}`)
  return !ROCA_PRIMES.every((prime) => powersOf65537(prime).has(Number(modulus % BigInt(prime))))
}

/**
 * The primes of keys that smart cards of Infineon made until 2017 are powers of 65537 modulo these numbers, and so are the
 * keys, which can be factored (CVE-2017-15361). Of other keys one in a hundred million is.
 */
const ROCA_PRIMES = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157]

function powersOf65537(prime: number): Set<number> {
  const powers = new Set<number>()
  for (let power = 1; !powers.has(power); power = (power * 65_537) % prime) powers.add(power)
  return powers
}

/** The key of a certificate (SubjectPublicKeyInfo). */
export function keyOfCertificate(publicKey: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  } catch {
    throw new Unusable('the key of the certificate cannot be used')
  }
}

/** `EdDSA` is the earlier name of both Ed25519 and Ed448 (RFC 9864, 2.2). */
const isSame = (a: SignatureAlgorithm | undefined, b: SignatureAlgorithm | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && !a.hash && !b.hash && (a === EDWARDS || b === EDWARDS))

/**
 * A public key from a JWK. A key with its private part is refused, because its sender can sign in its name. A key is
 * also refused if it is declared for anything but verifying signatures by this algorithm (RFC 7517, 4.2 to 4.4).
 */
export function keyOfJwk(jwk: unknown, algorithm?: unknown): KeyObject {
  if (typeof jwk !== 'object' || jwk === null || 'd' in jwk || 'k' in jwk)
    throw new Unusable('a key that is not a public key')
  const { use, key_ops: operations, alg } = jwk as Record<string, unknown>
  const isForSignatures = use === undefined || use === 'sig'
  const mayVerify = operations === undefined || (Array.isArray(operations) && operations.includes('verify'))
  const isForAlgorithm =
    alg === undefined || algorithm === undefined || isSame(joseAlgorithm(alg), joseAlgorithm(algorithm))
  if (!isForSignatures || !mayVerify || !isForAlgorithm) throw new Unusable('a key for another purpose')
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  } catch {
    throw new Unusable('a key that cannot be read')
  }
}
