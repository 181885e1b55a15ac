import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'

/** Something in a presentation that is not what it should be. Caught where the presentation was opened. */
export class Unusable extends Error {}

/** Algorithms by the names that JOSE has, each with the curves its keys may be on. ISO/IEC 18013-5 allows Brainpool too. */
const ALGORITHMS = {
  ES256: { hash: 'sha256', curves: ['prime256v1', 'brainpoolP256r1'] },
  ES384: { hash: 'sha384', curves: ['secp384r1', 'brainpoolP320r1', 'brainpoolP384r1'] },
  ES512: { hash: 'sha512', curves: ['secp521r1', 'brainpoolP512r1'] },
  EdDSA: { hash: undefined, curves: ['ed25519'] },
} as const
type SignatureAlgorithm = keyof typeof ALGORITHMS

/** COSE's numbers for the same (RFC 9053, RFC 9864). */
const COSE_ALGORITHMS: Record<number, SignatureAlgorithm> = {
  [-7]: 'ES256',
  [-9]: 'ES256',
  [-35]: 'ES384',
  [-51]: 'ES384',
  [-36]: 'ES512',
  [-52]: 'ES512',
  [-8]: 'EdDSA',
  [-19]: 'EdDSA',
}
const JOSE_NAMES: Record<string, SignatureAlgorithm> = {
  ES256: 'ES256',
  ES384: 'ES384',
  ES512: 'ES512',
  EdDSA: 'EdDSA',
  Ed25519: 'EdDSA',
}

export const coseAlgorithm = (number: unknown): SignatureAlgorithm | undefined =>
  typeof number === 'number' ? COSE_ALGORITHMS[number] : undefined
export const joseAlgorithm = (name: unknown): SignatureAlgorithm | undefined =>
  typeof name === 'string' && Object.hasOwn(JOSE_NAMES, name) ? JOSE_NAMES[name] : undefined

/** Does the signature hold, made by this algorithm with a key that belongs to it? */
export function signatureHolds(
  algorithm: SignatureAlgorithm,
  key: KeyObject,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const { hash, curves } = ALGORITHMS[algorithm]
  const curve = key.asymmetricKeyType === 'ec' ? key.asymmetricKeyDetails?.namedCurve : key.asymmetricKeyType
  if (!(curves as readonly (string | undefined)[]).includes(curve)) return false
  if (hash === undefined) return verify(null, message, key, signature)
  return verify(hash, message, { key, dsaEncoding: 'ieee-p1363' }, signature)
}

/** The key of a certificate (SubjectPublicKeyInfo). */
export function keyOfCertificate(publicKey: Uint8Array): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' })
  } catch {
    throw new Unusable('the key of the certificate cannot be used')
  }
}

/**
 * A public key from JWK. One that comes with its private part is refused: whoever sends it can sign in its name; and so is one
 * that says to be for something else than to verify signatures by this algorithm (RFC 7517, 4.2 to 4.4).
 */
export function keyOfJwk(jwk: unknown, algorithm?: unknown): KeyObject {
  if (typeof jwk !== 'object' || jwk === null || 'd' in jwk || 'k' in jwk)
    throw new Unusable('a key that is no public key')
  const { use, key_ops: operations, alg } = jwk as Record<string, unknown>
  const isForSignatures = use === undefined || use === 'sig'
  const mayVerify = operations === undefined || (Array.isArray(operations) && operations.includes('verify'))
  const isForAlgorithm = alg === undefined || algorithm === undefined || joseAlgorithm(alg) === joseAlgorithm(algorithm)
  if (!isForSignatures || !mayVerify || !isForAlgorithm) throw new Unusable('a key for another purpose')
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  } catch {
    throw new Unusable('a key that cannot be read')
  }
}
