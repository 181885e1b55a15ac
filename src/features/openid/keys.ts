import { createHmac, hkdfSync } from 'node:crypto'
import type { Secrets, SigningKey } from '../../kernel/ports/installation.ts'
import { p256Key } from '../../platform/keys/p256-key.ts'

type Purpose = 'records' | 'cookies' | 'sessions' | 'subjects' | 'marks' | 'demo'

/** A key for one purpose, derived from a secret that is stored sealed under the master key. */
export async function keyFor(secrets: Secrets, purpose: Purpose): Promise<Uint8Array> {
  const secret = await secrets.get('openid')
  return new Uint8Array(hkdfSync('sha256', secret, '', `limen openid ${purpose}`, 32))
}

export const macOf = (key: Uint8Array, ...parts: string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()

/** The private key, on P-256, that signs ID tokens as long as the installation signs with this key. */
export const idTokenKey = ({ kid, secret }: Pick<SigningKey, 'kid' | 'secret'>) => ({
  ...p256Key((attempt) => macOf(secret, 'openid id token', String(attempt))),
  alg: 'ES256',
  use: 'sig',
  kid,
})
