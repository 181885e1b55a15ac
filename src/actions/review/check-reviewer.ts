import { createHmac, randomBytes } from 'node:crypto'
import { argon2id, argon2Verify } from 'hash-wasm'
import type { Clock } from '../ports/clock.ts'
import type { Reviewer, Reviewers } from '../ports/reviewers.ts'
import type { Examiner } from './review-session.ts'
import { findTimeStep } from './totp.ts'

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 } as const

export const hashPassword = (password: string): Promise<string> =>
  argon2id({ password, salt: randomBytes(16), ...COST, outputType: 'encoded' })

/** After so many failures in a row the account rests; a guess every 90 seconds finds no password of 12 characters. */
const FAILURES_BEFORE_LOCK = 10
const LOCK_MINUTES = 15

/** How long a password that was verified is known again without the slow hash: a console asks many things in a row. */
const REMEMBER_MS = 5 * 60_000
const MOST_REMEMBERED = 1000

export type CheckRefusal = 'WRONG' | 'LOCKED' | 'SECOND_FACTOR_NEEDED'

export type CheckOutcome = { ok: true; examiner: Examiner } | { ok: false; refusal: CheckRefusal }

export type ReviewerCheck = (username: string, password: string, code?: string | undefined) => Promise<CheckOutcome>

/**
 * Checks a reviewer's name and password. An unknown name takes as long as a wrong password. The account itself is read
 * every time, so that one that was disabled is out at once.
 */
export function createReviewerCheck(reviewers: Reviewers, clock: Clock): ReviewerCheck {
  const verified = new Map<string, number>()
  const secret = randomBytes(32)
  const keyOf = ({ passwordHash }: Reviewer, password: string) =>
    createHmac('sha256', secret).update(`${passwordHash}\0${password}`).digest('base64')

  async function matches(reviewer: Reviewer, password: string): Promise<boolean> {
    const key = keyOf(reviewer, password)
    const now = clock().getTime()
    if ((verified.get(key) ?? 0) > now) return true
    if (!(await argon2Verify({ password, hash: reviewer.passwordHash }))) return false

    verified.set(key, now + REMEMBER_MS)
    const oldest = verified.keys().next().value
    if (verified.size > MOST_REMEMBERED && oldest !== undefined) verified.delete(oldest)
    return true
  }

  async function failed({ id, failedCount }: Reviewer, now: Date): Promise<CheckOutcome> {
    const last = failedCount + 1 >= FAILURES_BEFORE_LOCK
    await reviewers.countFailedSignIn(id, last ? new Date(now.getTime() + LOCK_MINUTES * 60_000) : undefined)
    return { ok: false, refusal: 'WRONG' }
  }

  async function codeFits({ id }: Reviewer, secret: Uint8Array, code: string, now: Date): Promise<boolean> {
    const timeStep = findTimeStep(secret, code, now)
    return timeStep !== undefined && (await reviewers.spendTimeStep(id, timeStep))
  }

  return async (username, password, code) => {
    const reviewer = await reviewers.byUsername(username)
    if (!reviewer || reviewer.disabledAt) {
      await hashPassword(password)
      return { ok: false, refusal: 'WRONG' }
    }
    const now = clock()
    if (reviewer.lockedUntil && reviewer.lockedUntil > now) return { ok: false, refusal: 'LOCKED' }

    if (!(await matches(reviewer, password))) return failed(reviewer, now)
    const { totpSecret } = reviewer
    if (totpSecret) {
      if (code === undefined) return { ok: false, refusal: 'SECOND_FACTOR_NEEDED' }
      if (!(await codeFits(reviewer, totpSecret, code, now))) return failed(reviewer, now)
    }
    if (reviewer.failedCount > 0) await reviewers.forgetFailedSignIns(reviewer.id)
    const { role, tenants } = reviewer
    return { ok: true, examiner: { username: reviewer.username, role, ...(tenants && { tenants }) } }
  }
}
