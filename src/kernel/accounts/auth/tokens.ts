import { randomUUID } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { accept, type Result, refuse } from '../../../formats/result.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { SigningKeys } from '../../ports/installation.ts'
import type { Enrolment } from '../../session/change-session.ts'

export interface Tokens {
  /** A token that opens the enrolment endpoints of one session and nothing else. */
  issue(enrolment: Enrolment, descent?: Descent): Promise<string>
  /** Whose token it is, or why it is not valid now. */
  verify(token: string): Promise<Result<Enrolment & Required<Descent>, BadToken>>
}

/** EXPIRED is said only of tokens that this service signed. */
type BadToken = 'MALFORMED' | 'FOREIGN' | 'EXPIRED'

/** The position of a token among those of its session. */
interface Descent {
  /** Increases when a device takes over; see Session. */
  epoch?: number
  /** When the first of its chain was issued, by `initialize`: renewals end some hours after that. */
  firstIssuedAt?: Date
  /**
   * Issued for the hosted page, like its renewals: its holder is the person, who may not choose what is asked of them.
   */
  forPage?: boolean
}

const AUDIENCE = 'enrolment'
/** A node may sign with a key for some seconds after another node retired it: the list of keys is cached for 10. */
const GRACE_MS = 30_000
/** The maximum difference between the clocks of two nodes. */
const SKEW_SECONDS = 30

/** HS256 tokens under keys that can be rotated while several nodes run. */
export function createTokens(
  keys: SigningKeys,
  clock: Clock,
  { issuer, minutes, renewHours }: { issuer: string; minutes: number; renewHours: number },
): Tokens {
  return {
    async issue({ tenant, sessionId }, { epoch = 0, firstIssuedAt, forPage }: Descent = {}) {
      const key = (await keys.all()).find(({ retiredAt }) => !retiredAt) ?? (await keys.rotate(clock()))
      const at = Math.floor(clock().getTime() / 1000)
      const first = firstIssuedAt ? Math.floor(firstIssuedAt.getTime() / 1000) : at
      const end = Math.min(at + minutes * 60, first + Math.max(renewHours * 3600, minutes * 60))
      return new SignJWT({ sessionId, tenant, epoch, first, ...(forPage && { page: true }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(sessionId)
        .setIssuedAt(at)
        .setNotBefore(at)
        .setExpirationTime(end)
        .setJti(randomUUID())
        .sign(key.secret)
    },

    async verify(token) {
      const kid = kidOf(token)
      if (kid === undefined) return refuse('MALFORMED')
      const key = await keys.find(kid)
      if (!key) return refuse('FOREIGN')
      const claims = await claimsOf(token, key.secret, issuer, clock())
      if (!claims.ok) return claims
      const { tenant, sessionId, epoch, firstIssuedAt, forPage, issuedAt } = claims.value
      if (key.retiredAt && issuedAt > key.retiredAt.getTime() + GRACE_MS) return refuse('FOREIGN')
      return accept({ tenant, sessionId, epoch, firstIssuedAt, forPage })
    },
  }
}

function kidOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid ?? ''
  } catch {
    return undefined // not a JWT at all
  }
}

/**
 * The claims of a token that this secret signed and that is valid now. The signature is checked before anything else.
 */
async function claimsOf(token: string, secret: Uint8Array, issuer: string, now: Date) {
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      issuer,
      audience: AUDIENCE,
      currentDate: now,
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['iss', 'aud', 'sub', 'sessionId', 'tenant', 'iat', 'nbf', 'exp', 'jti'],
    })
    const { sub, sessionId, tenant, iat = 0, epoch = 0, first = iat, page } = payload
    if (typeof sessionId !== 'string' || typeof tenant !== 'string' || sub !== sessionId) return refuse('FOREIGN')
    const firstIssuedAt = new Date(Number(first) * 1000)
    const issuedAt = iat * 1000
    return accept({ sessionId, tenant, issuedAt, epoch: Number(epoch), firstIssuedAt, forPage: page === true })
  } catch (error) {
    return refuse(error instanceof errors.JWTExpired ? 'EXPIRED' : 'FOREIGN')
  }
}
