import { createHash } from 'node:crypto'
import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { commonEntry } from '../audit/audit-entries.ts'
import type { ProviderLogout, ProviderSignIn } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'

interface Expected {
  issuer: string
  clientId: string
  /** Of the provider's ID tokens, as it publishes them. */
  algorithms: readonly string[] | undefined
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Public keys only: a shared secret or no signature at all proves nothing here. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const TYPES: readonly unknown[] = [undefined, 'JWT', 'jwt', 'logout+jwt', 'application/logout+jwt']

/** Clocks differ. */
const TOLERANCE_SECONDS = 60
/** A provider sends a logout when it happens; one from long ago is no news. */
const OLDEST_SECONDS = 600

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4 and 2.6). Throws with the reason. */
export async function checkLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId, algorithms }: Expected,
): Promise<ProviderLogout> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS.filter((algorithm) => !algorithms || algorithms.includes(algorithm)),
    clockTolerance: TOLERANCE_SECONDS,
    maxTokenAge: OLDEST_SECONDS,
    requiredClaims: ['iat', 'exp', 'jti'],
  })
  const { typ } = protectedHeader
  if (!TYPES.includes(typ)) throw new Error(`a token of the type ${typ} is no logout token`)
  const { events, nonce, sub, sid, jti = '', exp = 0 } = payload
  if (nonce !== undefined) throw new Error('a logout token has no nonce')
  const event = isObject(events) ? events[EVENT] : undefined
  if (!isObject(event)) throw new Error('the event is not a logout')
  const named = (claim: unknown) => typeof claim === 'string' && claim !== ''
  if (jti === '') throw new Error('the token has no id')
  if (!named(sub) && !named(sid)) throw new Error('the token names neither a person nor a session')
  return {
    signIn: providerSignIn({ iss: issuer, sub, sid }),
    tokenId: sha256(`${issuer} ${jti}`),
    expiresAt: new Date((exp + TOLERANCE_SECONDS) * 1000),
  }
}

/** How a sign-in at the provider is kept with the one here. */
export function providerSignIn({ iss, sub, sid }: { iss: string; sub?: unknown; sid?: unknown }): ProviderSignIn {
  return {
    ...(typeof sub === 'string' && sub !== '' && { subject: sha256(`${iss} ${sub}`) }),
    ...(typeof sid === 'string' && sid !== '' && { session: sha256(`${iss} ${sid}`) }),
  }
}

/** Ends the sign-ins that the provider names, with effect from the next click. False if the token was used before. */
export const endByProvider = (ports: Pick<Ports, 'signIns' | 'clock'>, logout: ProviderLogout): Promise<boolean> =>
  ports.signIns.endByProvider(logout, ports.clock(), (reviewer) =>
    commonEntry(ports, 'system', 'console.sign-in.end', { reviewer, by: 'provider' }),
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
