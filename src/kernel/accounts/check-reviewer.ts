import { createHash, createHmac, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { keepRecent } from '../../platform/keep-recent.ts'
import type { Reviewer } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import type { Examiner } from '../review/claim-case.ts'
import { type Asker, comparePassword } from './passwords.ts'
import { findTimeStep } from './second-factor.ts'

/** After this many failures within 15 minutes the account is locked for as long, for unknown devices. */
const FAILURES_BEFORE_LOCK = 10
const LOCK_MS = 15 * 60_000
/** How long a verified password is accepted again without the slow hash: a console sends many requests in a row. */
const REMEMBER_MS = 5 * 60_000
const MOST_REMEMBERED = 1000

/**
 * Refusals are sent on the next quarter of a second, so that their time does not reveal what was looked up and written.
 */
const BEAT_MS = 250

export type CheckRefusal = 'WRONG' | 'BUSY' | 'SECOND_FACTOR_NEEDED'

type CheckOutcome = { ok: true; examiner: Examiner } | { ok: false; refusal: CheckRefusal }

/** What somebody presents at sign-in, and from where. */
export interface Shown {
  username: string
  password: string
  code?: string | undefined
  network: string
  /** What the browser kept of an earlier sign-in. */
  device?: string | undefined
}

export type ReviewerCheck = (shown: Shown) => Promise<CheckOutcome>

/** What limits the refusals. */
interface Timer {
  now(): number
  wait(milliseconds: number): Promise<unknown>
}
const TIMER: Timer = { now: () => performance.now(), wait }

type Needs = Pick<Ports, 'reviewers' | 'signIns' | 'clock'>

/**
 * Checks a reviewer's name and password. An unknown or locked name and a wrong password get the same refusal after the
 * same time. The account itself is read every time, so that a disabled one is locked out immediately.
 */
export function createReviewerCheck({ reviewers, signIns, clock }: Needs, timer: Timer = TIMER): ReviewerCheck {
  const verified = new Map<string, number>()
  const secret = randomBytes(32)
  const keyOf = ({ passwordHash }: Reviewer, password: string) =>
    createHmac('sha256', secret).update(`${passwordHash}\0${password}`).digest('base64')

  async function matches(reviewer: Reviewer | undefined, password: string, asker: Asker) {
    const key = reviewer && keyOf(reviewer, password)
    const now = clock().getTime()
    if (key && (verified.get(key) ?? 0) > now) return 'right'
    const compared = await comparePassword(password, reviewer?.passwordHash, asker)
    if (compared !== 'right' || !key) return compared

    keepRecent(verified, key, now + REMEMBER_MS, MOST_REMEMBERED)
    return 'right'
  }

  /** A trusted device has a count of its own, so that nobody else can lock out the people who work with it. */
  async function failed({ id, failedCount, failedAt }: Reviewer, device: string | undefined, now: Date): Promise<void> {
    if (device) return signIns.countDeviceFailure(hashDevice(device))
    const isRecent = failedAt !== undefined && now.getTime() - failedAt.getTime() < LOCK_MS
    const count = isRecent && failedCount < FAILURES_BEFORE_LOCK ? failedCount + 1 : 1
    const lockUntil = count >= FAILURES_BEFORE_LOCK ? new Date(now.getTime() + LOCK_MS) : undefined
    await reviewers.countFailedSignIn(id, count, now, lockUntil)
  }

  async function codeFits({ id }: Reviewer, secret: Uint8Array, code: string, now: Date): Promise<boolean> {
    const timeStep = findTimeStep(secret, code, now)
    return timeStep !== undefined && (await reviewers.spendTimeStep(id, timeStep))
  }

  async function check({ username, password, code, network, device }: Shown): Promise<CheckOutcome> {
    const found = await reviewers.byUsername(username)
    const reviewer = found?.disabledAt ? undefined : found
    const now = clock()
    const trusted = (await isKnownDevice({ signIns }, username, device)) ? device : undefined
    const lockedFor = (reviewer?.lockedUntil?.getTime() ?? 0) - now.getTime()
    // A lock longer than the maximum was written while the clock was ahead.
    const isLocked = !trusted && lockedFor > 0 && lockedFor <= LOCK_MS

    const compared = await matches(reviewer, password, { network, isKnown: trusted !== undefined })
    if (compared === 'busy') return { ok: false, refusal: 'BUSY' }
    if (!reviewer || isLocked) return { ok: false, refusal: 'WRONG' }
    if (compared === 'wrong') {
      await failed(reviewer, trusted, now)
      return { ok: false, refusal: 'WRONG' }
    }
    const { totpSecret } = reviewer
    if (totpSecret) {
      if (code === undefined) return { ok: false, refusal: 'SECOND_FACTOR_NEEDED' }
      if (!(await codeFits(reviewer, totpSecret, code, now))) {
        await failed(reviewer, trusted, now)
        return { ok: false, refusal: 'WRONG' }
      }
    }
    if (reviewer.failedCount > 0) await reviewers.forgetFailedSignIns(reviewer.id)
    const { role, tenants } = reviewer
    return { ok: true, examiner: { username: reviewer.username, role, ...(tenants && { tenants }) } }
  }

  return async (shown) => {
    const began = timer.now()
    const outcome = await check(shown)
    if (!outcome.ok) {
      const taken = timer.now() - began
      await timer.wait(Math.ceil(taken / BEAT_MS) * BEAT_MS - taken)
    }
    return outcome
  }
}

/** A trusted device may make no more guesses than an unknown one. */
const FAILURES_OF_DEVICE = 10

/** Whether somebody has signed in under this name from this browser, and has not failed too often since. */
export async function isKnownDevice(
  { signIns }: Pick<Ports, 'signIns'>,
  username: string,
  device: string | undefined,
): Promise<boolean> {
  if (!device) return false
  const found = await signIns.findDevice(hashDevice(device))
  return found !== undefined && found.username === username && found.failures < FAILURES_OF_DEVICE
}

/** The form in which a browser's id is stored. */
export const hashDevice = (device: string): string => createHash('sha256').update(device).digest('hex')
