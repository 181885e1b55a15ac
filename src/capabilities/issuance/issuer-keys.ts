import { createECDH, createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { IssuerKey } from './credential-issuer.ts'
import type { IssuerOf } from './issued-credentials.ts'

/** The secret, sealed under the master key, that all keys of issuers are made from. */
export type ReadSecret = () => Promise<Uint8Array>

/** The private key of a generation, which is on P-256: every wallet takes it. */
export async function issuerKey(readSecret: ReadSecret, issuer: IssuerOf, generation: number): Promise<KeyObject> {
  const secret = await readSecret()
  for (let attempt = 0; ; attempt++) {
    const d = mac(secret, ['key', issuer.tenant, issuer.mode, generation, attempt])
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(d)
    } catch {
      // Not below the order of the curve, once in four thousand million: the next one.
      continue
    }
    const point = curve.getPublicKey()
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    return createPrivateKey({
      key: { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: x ?? '', y: y ?? '' },
      format: 'jwk',
    })
  }
}

export async function publicIssuerKey(
  readSecret: ReadSecret,
  issuer: IssuerOf,
  generation: number,
): Promise<IssuerKey> {
  const key = createPublicKey(await issuerKey(readSecret, issuer, generation))
  return { kid: String(generation), jwk: key.export({ format: 'jwk' }) as IssuerKey['jwk'] }
}

/** A key for the nonces of an issuer. */
export async function nonceMac(readSecret: ReadSecret, { tenant, mode }: IssuerOf, text: string): Promise<string> {
  return mac(await readSecret(), ['nonce', tenant, mode, text]).toString('base64url')
}

/** Written as JSON, so that no two lists of parts are one text. */
const mac = (secret: Uint8Array, parts: readonly (string | number)[]): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
