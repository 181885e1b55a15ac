import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { type BoundedRecord, commonEntry, openBoundedRecord } from '../audit/audit-entries.ts'
import type { ProviderSignIn, Reviewer, SignIn } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import { type CheckRefusal, hashDevice, type ReviewerCheck, type Shown } from './check-reviewer.ts'

type Needs = Pick<Ports, 'signIns' | 'reviewers' | 'audit' | 'clock'>

/** A working day; after that one signs in again. */
export const LONGEST_HOURS = 12
/** A console that was left open over lunch is signed out. */
const IDLE_MINUTES = 60
const TOUCH_EVERY_MS = 60_000
/** How long a browser is recognised without a sign-in. */
export const DEVICE_DAYS = 90

/** From where somebody signs in. */
export interface Where {
  network: string
  /** What the browser calls itself. */
  agent: string
}

export interface SignedIn {
  /** 256 random bits, which only the browser keeps. */
  id: string
  /** The same, kept longer: it identifies the browser when it comes back. */
  device?: string
  reviewer: Reviewer
}

/** Signs somebody in to the console, or says why not; both are recorded. */
export async function signIn(
  ports: Needs,
  check: ReviewerCheck,
  refusals: BoundedRecord,
  shown: Shown & Where,
): Promise<Result<SignedIn, CheckRefusal>> {
  const outcome = await check(shown)
  if (!outcome.ok) {
    // Only of accounts that exist: anything else typed as a name may be a password.
    if (outcome.refusal === 'WRONG' && (await ports.reviewers.byUsername(shown.username)))
      await refusals(shown.username, { tenant: '*', actor: `reviewer:${shown.username}` })
    return refuse(outcome.refusal)
  }
  const signedIn = await beginSignIn(ports, outcome.examiner.username, shown)
  const device = shown.device ?? randomBytes(32).toString('base64url')
  const now = ports.clock()
  await ports.signIns.pruneDevices(ago(now, DEVICE_DAYS * 24 * 60))
  await ports.signIns.rememberDevice(hashDevice(device), signedIn.reviewer.username, now)
  await ports.audit.record(commonEntry(ports, `reviewer:${signedIn.reviewer.username}`, 'console.sign-in'))
  return accept({ ...signedIn, device })
}

/** The record of refused sign-ins; see openBoundedRecord. */
export const openSignInRefusals = (ports: Pick<Ports, 'audit' | 'clock'>): BoundedRecord =>
  openBoundedRecord(ports, 'console.sign-in.refused')

/** Begins a sign-in for somebody who has proved who they are: at sign-in, or with a new password. */
export async function beginSignIn(
  ports: Pick<Needs, 'signIns' | 'reviewers' | 'clock'>,
  username: string,
  { network, agent }: Where,
  provider?: ProviderSignIn,
): Promise<SignedIn> {
  const reviewer = await ports.reviewers.byUsername(username)
  if (!reviewer) throw new Error('the account no longer exists')
  const now = ports.clock()
  await ports.signIns.prune(ago(now, LONGEST_HOURS * 60), ago(now, IDLE_MINUTES))
  const id = randomBytes(32).toString('base64url')
  await ports.signIns.create({
    idSha256: sha256(id),
    username: reviewer.username,
    passwordMark: sha256(reviewer.passwordHash),
    network,
    agent,
    ...(provider && { provider }),
    createdAt: now,
    seenAt: now,
  })
  return { id, reviewer }
}

/**
 * Who is signed in. The account is read every time: a disabled account, or a change of password or role, takes effect
 * with the next click. Only requests that a person makes renew the hour.
 */
export async function findSignedIn(
  ports: Pick<Needs, 'signIns' | 'reviewers' | 'clock'>,
  id: string,
  renew = true,
): Promise<Reviewer | undefined> {
  const signIn = await ports.signIns.find(sha256(id))
  const now = ports.clock()
  if (!signIn || isOver(signIn, now)) return undefined
  const reviewer = await ports.reviewers.byUsername(signIn.username)
  if (!reviewer || reviewer.disabledAt || sha256(reviewer.passwordHash) !== signIn.passwordMark) return undefined
  if (renew && now.getTime() - signIn.seenAt.getTime() > TOUCH_EVERY_MS) await ports.signIns.touch(signIn.idSha256, now)
  return reviewer
}

/**
 * Whether it has lasted a working day, or an hour without a click. One that seems to begin in the future began under a
 * wrong clock.
 */
const isOver = ({ createdAt, seenAt }: Pick<SignIn, 'createdAt' | 'seenAt'>, now: Date): boolean =>
  createdAt < ago(now, LONGEST_HOURS * 60) || seenAt < ago(now, IDLE_MINUTES) || createdAt > ago(now, -IDLE_MINUTES)

/** The id of a sign-in in the list; the cookie cannot be derived from it. */
export const hashSignIn = (id: string): string => sha256(id)

/** Ends every other sign-in of the account. */
export const endOtherSignIns = (ports: Pick<Needs, 'signIns'>, username: string, id: string): Promise<void> =>
  ports.signIns.removeOthers(username, sha256(id))

export async function signOut(ports: Needs, id: string, username: string): Promise<void> {
  await ports.signIns.remove(sha256(id), commonEntry(ports, `reviewer:${username}`, 'console.sign-out'))
}

const ago = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Who is signed in and from where, newest first: everybody, or one person in all their browsers. */
export async function listSignIns(
  { signIns, clock }: Pick<Needs, 'signIns' | 'clock'>,
  username?: string,
): Promise<SignIn[]> {
  const all = await signIns.list()
  const now = clock()
  return all.filter((each) => !isOver(each, now) && (username === undefined || each.username === username))
}

/** Ends one sign-in, with effect from the next click; `own` limits it to those of one person. */
export async function endSignIn(
  ports: Pick<Needs, 'signIns' | 'clock'>,
  idSha256: string,
  actor: string,
  own?: string,
): Promise<Result<void, 'NOT_FOUND'>> {
  const found = await ports.signIns.find(idSha256)
  if (!found || (own !== undefined && found.username !== own)) return refuse('NOT_FOUND')
  await ports.signIns.remove(idSha256, commonEntry(ports, actor, 'console.sign-in.end', { reviewer: found.username }))
  return accept(undefined)
}
