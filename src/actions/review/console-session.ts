import { createHash, randomBytes } from 'node:crypto'
import type { Reviewer } from '../console-ports.ts'
import type { Ports } from '../ports.ts'

type Needs = Pick<Ports, 'consoleSessions' | 'reviewers' | 'clock'>

/** A working day; after it one signs in again. */
export const LONGEST_HOURS = 12
/** A console left open over lunch is closed. */
const IDLE_MINUTES = 60
const TOUCH_EVERY_MS = 60_000

/** Begins a console session and answers its id: 256 random bits, which only the browser keeps. */
export async function beginConsoleSession(ports: Needs, username: string): Promise<string> {
  const reviewer = await ports.reviewers.byUsername(username)
  if (!reviewer) throw new Error('there is no such account any more')
  const now = ports.clock()
  await ports.consoleSessions.prune(ago(now, LONGEST_HOURS * 60), ago(now, IDLE_MINUTES))
  const id = randomBytes(32).toString('base64url')
  await ports.consoleSessions.create({
    idSha256: sha256(id),
    username: reviewer.username,
    passwordMark: sha256(reviewer.passwordHash),
    createdAt: now,
    seenAt: now,
  })
  return id
}

/**
 * Whose console session this is. The account is read every time: one that was disabled, or got another password or
 * role, feels it with the next click. Only what a person asks for renews the hour.
 */
export async function findConsoleSession(ports: Needs, id: string, renew = true): Promise<Reviewer | undefined> {
  const session = await ports.consoleSessions.find(sha256(id))
  const now = ports.clock()
  if (!session || session.createdAt < ago(now, LONGEST_HOURS * 60) || session.seenAt < ago(now, IDLE_MINUTES)) {
    return undefined
  }
  const reviewer = await ports.reviewers.byUsername(session.username)
  if (!reviewer || reviewer.disabledAt || sha256(reviewer.passwordHash) !== session.passwordMark) return undefined
  if (renew && now.getTime() - session.seenAt.getTime() > TOUCH_EVERY_MS)
    await ports.consoleSessions.touch(session.idSha256, now)
  return reviewer
}

export const endConsoleSession = ({ consoleSessions }: Needs, id: string): Promise<void> =>
  consoleSessions.remove(sha256(id))

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
