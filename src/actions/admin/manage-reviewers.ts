import { randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../domain/result.ts'
import { findGuessable } from '../../domain/text/guessable.ts'
import type { AuditAction } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import type { Reviewer } from '../ports/reviewers.ts'
import type { ReviewerCheck, Shown } from '../review/check-reviewer.ts'
import { hashPassword } from '../review/hash-password.ts'
import { type NoSuchTenant, refuseStrangers } from './known-tenant.ts'

type Needs = Pick<Ports, 'reviewers' | 'tenants' | 'audit' | 'clock'>

/** 2 to 64 characters; the contract of the console says the same. */
const NAME = /^[a-z0-9][a-z0-9._-]{1,63}$/

export interface NewReviewer extends Pick<Reviewer, 'username' | 'role' | 'tenants'> {
  actor: string
}

/** Creates an account with a password of its own, which whoever asked sees once. */
export async function createReviewer(
  ports: Needs,
  { username, role, tenants, actor }: NewReviewer,
): Promise<Result<{ username: string; password: string }, 'BAD_NAME' | 'NAME_IN_USE'> | NoSuchTenant> {
  if (!NAME.test(username)) return refuse('BAD_NAME')
  const stranger = await refuseStrangers(ports, tenants ?? [])
  if (stranger) return stranger
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  if (!(await ports.reviewers.create({ username, passwordHash, role, ...(tenants && { tenants }) })))
    return refuse('NAME_IN_USE')
  await record(ports, actor, 'reviewer.create', { reviewer: username })
  return accept({ username, password })
}

/** The first account of all, an admin under a name that nobody can guess. Undefined when there are accounts already. */
export async function ensureFirstAdmin(
  ports: Needs & Pick<Ports, 'secrets'>,
): Promise<{ username: string; password: string } | undefined> {
  if ((await ports.reviewers.list()).length) return undefined
  // From a secret of the installation, so that of nodes that start together one makes it.
  const name = Buffer.from(await ports.secrets.get('first-admin')).toString('hex', 0, 4)
  const created = await createReviewer(ports, {
    username: `admin-${name}`,
    role: 'admin',
    actor: 'system',
  })
  return created.ok ? created.value : undefined
}

export interface ReviewerChange {
  role?: Reviewer['role']
  disabled?: boolean
  /** Whose sessions she sees from now on; `all` takes the binding away. */
  tenants?: readonly string[] | 'all'
  /** True gives a new password and takes the second factor away: for somebody who lost either. */
  reset?: boolean
}

/** Changes an account. The last admin can be neither disabled nor made a reviewer: somebody must hold the keys. */
export async function changeReviewer(
  ports: Needs,
  username: string,
  { role, disabled, tenants, reset }: ReviewerChange,
  actor: string,
): Promise<Result<{ password?: string }, 'NOT_FOUND' | 'LAST_ADMIN'> | NoSuchTenant> {
  const { reviewers } = ports
  const stranger = await refuseStrangers(ports, tenants === undefined || tenants === 'all' ? [] : tenants)
  if (stranger) return stranger
  const all = await reviewers.list()
  const reviewer = all.find((each) => each.username === username)
  if (!reviewer) return refuse('NOT_FOUND')
  const admins = all.filter((each) => each.role === 'admin' && !each.disabledAt)
  const stepsDown = (role === 'reviewer' || disabled) && admins.every(({ id }) => id === reviewer.id)
  if (stepsDown && admins.length) return refuse('LAST_ADMIN')

  if (role !== undefined && role !== reviewer.role) {
    await reviewers.setRole(reviewer.id, role)
    await record(ports, actor, `reviewer.role.${role}`, { reviewer: username })
  }
  if (tenants !== undefined) {
    await reviewers.setTenants(reviewer.id, tenants === 'all' ? undefined : tenants)
    const detail = { reviewer: username, tenants: tenants === 'all' ? 'all' : tenants.join(', ') }
    await record(ports, actor, 'reviewer.tenants', detail)
  }
  if (disabled !== undefined) {
    await reviewers.setDisabled(reviewer.id, disabled)
    await record(ports, actor, disabled ? 'reviewer.disable' : 'reviewer.enable', { reviewer: username })
  }
  if (!reset) return accept({})
  const password = makePassword()
  await reviewers.setPassword(reviewer.id, await hashPassword(password))
  await reviewers.setTotp(reviewer.id, undefined)
  await record(ports, actor, 'reviewer.password', { reviewer: username })
  return accept({ password })
}

/** The contract of the console says the same. */
const SHORTEST_PASSWORD = 12

/** A present password that is wrong counts as a failed sign-in does; one that guessers try first is not taken. */
export async function changeOwnPassword(
  ports: Needs,
  check: ReviewerCheck,
  shown: Shown,
  next: string,
): Promise<{ ok: true } | { ok: false; refusal: 'WRONG' | 'WEAK'; problem?: string }> {
  const { username } = shown
  const reviewer = await ports.reviewers.byUsername(username)
  const outcome = await check(shown)
  const isRight = outcome.ok || outcome.refusal === 'SECOND_FACTOR_NEEDED'
  if (!reviewer || !isRight) return { ok: false, refusal: 'WRONG' }
  const problem = findGuessable(next, SHORTEST_PASSWORD, [username])
  if (problem) return { ok: false, refusal: 'WEAK', problem }
  await ports.reviewers.setPassword(reviewer.id, await hashPassword(next))
  await record(ports, `reviewer:${username}`, 'reviewer.password', { reviewer: username })
  return { ok: true }
}

/** 120 random bits in 20 characters that can be typed. */
const makePassword = (): string => randomBytes(15).toString('base64url')

const record = ({ audit, clock }: Needs, actor: string, action: AuditAction, detail: Record<string, string>) =>
  audit.record({ at: clock(), tenant: '*', actor, action, detail })
