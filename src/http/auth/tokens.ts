import { randomUUID } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import type { Enrolment } from '../../actions/enrol/change-session.ts'
import type { Clock } from '../../actions/ports/clock.ts'
import type { SigningKeys } from '../../actions/ports/signing-keys.ts'

export interface Tokens {
  /** A token that opens the enrolment endpoints of one session and nothing else. */
  issue(enrolment: Enrolment): Promise<string>
  /** Whose token it is; undefined for any token that is not good now. */
  verify(token: string): Promise<Enrolment | undefined>
}

const AUDIENCE = 'enrolment'
/** A node may sign with a key for some seconds after another node retired it: the list of keys is kept for 10. */
const GRACE_MS = 30_000

/** HS256 tokens under keys that can be rotated while several nodes run. */
export function createTokens(
  keys: SigningKeys,
  clock: Clock,
  { issuer, minutes }: { issuer: string; minutes: number },
): Tokens {
  return {
    async issue({ tenant, sessionId }) {
      const key = (await keys.all()).find(({ retiredAt }) => !retiredAt) ?? (await keys.rotate(clock()))
      const at = Math.floor(clock().getTime() / 1000)
      return new SignJWT({ sessionId, tenant })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(sessionId)
        .setIssuedAt(at)
        .setNotBefore(at)
        .setExpirationTime(at + minutes * 60)
        .setJti(randomUUID())
        .sign(key.secret)
    },

    async verify(token) {
      const kid = kidOf(token)
      const key = kid && (await keys.find(kid))
      if (!key) return undefined
      const claims = await claimsOf(token, key.secret, issuer, clock())
      if (!claims || (key.retiredAt && claims.issuedAt > key.retiredAt.getTime() + GRACE_MS)) return undefined
      return { tenant: claims.tenant, sessionId: claims.sessionId }
    },
  }
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined // not a JWT at all
  }
}

/** The claims of a token that this secret signed and that is good now. Which way another is bad is nobody's business. */
async function claimsOf(token: string, secret: Uint8Array, issuer: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      issuer,
      audience: AUDIENCE,
      currentDate: now,
      requiredClaims: ['iss', 'aud', 'sub', 'sessionId', 'tenant', 'iat', 'nbf', 'exp', 'jti'],
    })
    const { sub, sessionId, tenant, iat = 0 } = payload
    if (typeof sessionId !== 'string' || typeof tenant !== 'string' || sub !== sessionId) return undefined
    return { sessionId, tenant, issuedAt: iat * 1000 }
  } catch {
    return undefined
  }
}
