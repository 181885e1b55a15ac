import { createECDH, createHmac, hkdfSync } from 'node:crypto'
import type { Secrets, SigningKey } from '../../kernel/ports/installation.ts'

type Purpose = 'records' | 'cookies' | 'sessions' | 'subjects' | 'marks'

/** A key for one purpose, derived from a secret that is stored sealed under the master key. */
export async function keyFor(secrets: Secrets, purpose: Purpose): Promise<Uint8Array> {
  const secret = await secrets.get('openid')
  return new Uint8Array(hkdfSync('sha256', secret, '', `limen openid ${purpose}`, 32))
}

export const macOf = (key: Uint8Array, ...parts: string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** The private key, on P-256, that signs ID tokens as long as the installation signs with this key. */
export function idTokenKey({ kid, secret }: Pick<SigningKey, 'kid' | 'secret'>) {
  for (let attempt = 0; ; attempt++) {
    const d = macOf(secret, 'openid id token', String(attempt))
    const curve = createECDH('prime256v1')
    try {
      curve.setPrivateKey(d)
    } catch {
      // Not below the order of the curve, which happens once in four billion: the next value is tried.
      continue
    }
    const point = curve.getPublicKey()
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    return { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid, d: d.toString('base64url'), x, y }
  }
}
