import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../domain/result.ts'
import type { AuditAction } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import type { Reviewer } from '../ports/reviewers.ts'
import type { CheckRefusal, ReviewerCheck } from './check-reviewer.ts'

type Needs = Pick<Ports, 'signIns' | 'reviewers' | 'audit' | 'clock'>

/** A working day; after it one signs in again. */
export const LONGEST_HOURS = 12
/** A console left open over lunch is closed. */
const IDLE_MINUTES = 60
const TOUCH_EVERY_MS = 60_000

export interface SignedIn {
  /** 256 random bits, which only the browser keeps. */
  id: string
  reviewer: Reviewer
}

/** Signs somebody in to the console, or says why not; both are recorded. */
export async function signIn(
  ports: Needs,
  check: ReviewerCheck,
  { username, password, code }: { username: string; password: string; code?: string | undefined },
): Promise<Result<SignedIn, CheckRefusal>> {
  const outcome = await check(username, password, code)
  if (!outcome.ok) {
    const isFailure = outcome.refusal !== 'SECOND_FACTOR_NEEDED'
    // Only of accounts that exist: what else is typed as a name may be a password.
    if (isFailure && (await ports.reviewers.byUsername(username)))
      await record(ports, username, 'console.sign-in.refused')
    return refuse(outcome.refusal)
  }
  const signedIn = await beginSignIn(ports, outcome.examiner.username)
  await record(ports, signedIn.reviewer.username, 'console.sign-in')
  return accept(signedIn)
}

/** Begins a sign-in for somebody who has shown who she is: at the door, or with a new password. */
export async function beginSignIn(
  ports: Pick<Needs, 'signIns' | 'reviewers' | 'clock'>,
  username: string,
): Promise<SignedIn> {
  const reviewer = await ports.reviewers.byUsername(username)
  if (!reviewer) throw new Error('there is no such account any more')
  const now = ports.clock()
  await ports.signIns.prune(ago(now, LONGEST_HOURS * 60), ago(now, IDLE_MINUTES))
  const id = randomBytes(32).toString('base64url')
  await ports.signIns.create({
    idSha256: sha256(id),
    username: reviewer.username,
    passwordMark: sha256(reviewer.passwordHash),
    createdAt: now,
    seenAt: now,
  })
  return { id, reviewer }
}

/**
 * Who is signed in. The account is read every time: one that was disabled, or got another password or role, feels it
 * with the next click. Only what a person asks for renews the hour.
 */
export async function findSignedIn(
  ports: Pick<Needs, 'signIns' | 'reviewers' | 'clock'>,
  id: string,
  renew = true,
): Promise<Reviewer | undefined> {
  const signIn = await ports.signIns.find(sha256(id))
  const now = ports.clock()
  if (!signIn || signIn.createdAt < ago(now, LONGEST_HOURS * 60) || signIn.seenAt < ago(now, IDLE_MINUTES)) {
    return undefined
  }
  const reviewer = await ports.reviewers.byUsername(signIn.username)
  if (!reviewer || reviewer.disabledAt || sha256(reviewer.passwordHash) !== signIn.passwordMark) return undefined
  if (renew && now.getTime() - signIn.seenAt.getTime() > TOUCH_EVERY_MS) await ports.signIns.touch(signIn.idSha256, now)
  return reviewer
}

export async function signOut(ports: Needs, id: string, username: string): Promise<void> {
  await ports.signIns.remove(sha256(id))
  await record(ports, username, 'console.sign-out')
}

const record = ({ audit, clock }: Needs, username: string, action: AuditAction) =>
  audit.record({ at: clock(), tenant: '*', actor: `reviewer:${username}`, action })

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
