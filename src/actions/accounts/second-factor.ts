import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { commonEntry } from '../admin/audit-entries.ts'
import type { Reviewer } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'

type Needs = Pick<Ports, 'reviewers' | 'clock'>

/** A secret for an authenticator app, and its URI for a QR code. Nothing is stored yet. */
export function offerSecondFactor(username: string): { secret: string; address: string } {
  const secret = encodeBase32(randomBytes(20)) // RFC 4226, 4 (R6): 160 bits are recommended
  const label = encodeURIComponent(`Limen:${username}`)
  return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=Limen` }
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

/** RFC 6238 with the values that every authenticator app uses: SHA-1, 30 seconds, 6 digits. */
const TIME_STEP_MS = 30_000
const DIGITS = 6

/** A phone's clock may be off, and a person takes a moment to type: one time step either way (RFC 6238, 5.2). */
const TOLERATED_TIME_STEPS = [0, -1, 1]

/** The time step that the code belongs to; undefined when it belongs to none that is accepted now. */
export function findTimeStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = Math.floor(now.getTime() / TIME_STEP_MS)
  return TOLERATED_TIME_STEPS.map((off) => current + off).find((timeStep) =>
    timingSafeEqual(Buffer.from(codeAt(secret, timeStep)), Buffer.from(code)),
  )
}

export const makeCode = (secret: Uint8Array, now: Date): string =>
  codeAt(secret, Math.floor(now.getTime() / TIME_STEP_MS))

/** RFC 4226, 5.3: dynamic truncation of HMAC-SHA-1. */
function codeAt(secret: Uint8Array, timeStep: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(timeStep))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, 6, without padding: the form in which a secret is typed into an authenticator app. */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** Undefined when the text is not base32 of 20 bytes. */
export function decodeSecret(text: string): Uint8Array | undefined {
  if (!/^[A-Z2-7]{32}$/.test(text)) return undefined
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (eight) => Number.parseInt(eight, 2))
}
