import { Secret, TOTP } from 'otpauth'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { commonEntry } from '../audit/audit-entries.ts'
import type { Reviewer } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'

type Needs = Pick<Ports, 'reviewers' | 'clock'>

/** A secret for an authenticator app, and its URI for a QR code. Nothing is stored yet. */
export function offerSecondFactor(username: string): { secret: string; address: string } {
  const secret = new Secret({ size: SECRET_BYTES })
  return {
    secret: secret.base32,
    address: new TOTP({ ...VALUES, secret, issuer: 'Limen', label: username }).toString(),
  }
}

/**
 * Requires a code at sign-in from now on. The secret comes back with a code made from it, which shows that the app has
 * it right.
 */
export async function switchOnSecondFactor(
  ports: Needs,
  reviewer: Reviewer,
  given: { secret: string; code: string },
): Promise<Result<void, 'ALREADY_ON' | 'WRONG_CODE'>> {
  if (reviewer.totpSecret) return refuse('ALREADY_ON')
  const secret = decodeSecret(given.secret)
  const timeStep = secret && findTimeStep(secret, given.code, ports.clock())
  if (!secret || timeStep === undefined || !(await ports.reviewers.spendTimeStep(reviewer.id, timeStep)))
    return refuse('WRONG_CODE')
  await ports.reviewers.change(
    reviewer.id,
    { totpSecret: secret },
    commonEntry(ports, `reviewer:${reviewer.username}`, 'reviewer.second-factor.on'),
  )
  return accept(undefined)
}

/** Removes the second factor of somebody who has just given password and code again. */
export async function switchOffSecondFactor(ports: Needs, reviewer: Reviewer): Promise<void> {
  const entry = commonEntry(ports, `reviewer:${reviewer.username}`, 'reviewer.second-factor.off')
  await ports.reviewers.change(reviewer.id, { totpSecret: 'none' }, entry)
}

/** RFC 6238 with the values that every authenticator app uses. */
const VALUES = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** RFC 4226, 4 (R6): 160 bits are recommended. */
const SECRET_BYTES = 20

/** A phone's clock may be off, and a person takes a moment to type: one time step either way (RFC 6238, 5.2). */
const TOLERATED_TIME_STEPS = 1

/** The time step that the code belongs to; undefined when it belongs to none that is accepted now. */
export function findTimeStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const off = totpOf(secret).validate({ token: code, timestamp, window: TOLERATED_TIME_STEPS })
  return off === null ? undefined : TOTP.counter({ period: VALUES.period, timestamp }) + off
}

export const makeCode = (secret: Uint8Array, now: Date): string => totpOf(secret).generate({ timestamp: now.getTime() })

const totpOf = (bytes: Uint8Array): TOTP =>
  new TOTP({ ...VALUES, secret: new Secret({ buffer: Uint8Array.from(bytes).buffer }) })

/** The form in which a secret is typed into an authenticator app. */
export const encodeBase32 = (bytes: Uint8Array): string => new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32

/** Undefined when the text is not base32 of 20 bytes. */
export const decodeSecret = (text: string): Uint8Array | undefined =>
  /^[A-Z2-7]{32}$/.test(text) ? Secret.fromBase32(text).bytes : undefined
