import { createHash, randomBytes } from 'node:crypto'
import type { Ports } from '../ports/ports.ts'
import type { Reviewer } from '../ports/reviewers.ts'

type Needs = Pick<Ports, 'signIns' | 'reviewers' | 'clock'>

/** A working day; after it one signs in again. */
export const LONGEST_HOURS = 12
/** A console left open over lunch is closed. */
const IDLE_MINUTES = 60
const TOUCH_EVERY_MS = 60_000

/** Signs somebody in and answers the id of the sign-in: 256 random bits, which only the browser keeps. */
export async function beginSignIn(ports: Needs, username: string): Promise<string> {
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
  return id
}

/**
 * Who is signed in. The account is read every time: one that was disabled, or got another password or
 * role, feels it with the next click. Only what a person asks for renews the hour.
 */
export async function findSignedIn(ports: Needs, id: string, renew = true): Promise<Reviewer | undefined> {
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

export const endSignIn = ({ signIns }: Needs, id: string): Promise<void> => signIns.remove(sha256(id))

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
