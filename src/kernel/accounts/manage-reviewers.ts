import { randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import { findGuessable } from '../../formats/text/guessable.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { commonEntry } from '../audit/audit-entries.ts'
import type { AccountChange, Reviewer } from '../ports/accounts.ts'
import type { Ports } from '../ports/ports.ts'
import { type NoSuchTenant, refuseUnknownTenants } from '../tenants/tenant-scope.ts'
import type { ReviewerCheck, Shown } from './check-reviewer.ts'
import { hashPassword, isLeaked } from './passwords.ts'

type Needs = Pick<Ports, 'reviewers' | 'tenants' | 'clock'>

/** 2 to 64 characters; the contract of the console says the same. */
const NAME = /^[a-z0-9][a-z0-9._-]{1,63}$/

interface NewReviewer extends Pick<Reviewer, 'username' | 'role' | 'tenants'> {
  actor: string
}

/** Creates an account with a generated password, which the caller sees once. */
export async function createReviewer(
  ports: Needs,
  { username, role, tenants, actor }: NewReviewer,
): Promise<Result<{ username: string; password: string }, 'BAD_NAME' | 'NAME_IN_USE'> | NoSuchTenant> {
  if (!NAME.test(username)) return refuse('BAD_NAME')
  const unknownTenant = await refuseUnknownTenants(ports, tenants ?? [])
  if (unknownTenant) return unknownTenant
  const password = makePassword()
  const passwordHash = await hashPassword(password)
  const entry = commonEntry(ports, actor, 'reviewer.create', { reviewer: username })
  const isNew = await ports.reviewers.create({ username, passwordHash, role, ...(tenants && { tenants }) }, entry)
  return isNew ? accept({ username, password }) : refuse('NAME_IN_USE')
}

/** The first account, an admin with a name that nobody can guess. Undefined when there are accounts already. */
export async function ensureFirstAdmin(
  ports: Needs & Pick<Ports, 'secrets'>,
): Promise<{ username: string; password: string } | undefined> {
  if ((await ports.reviewers.list()).length) return undefined
  // Derived from a secret of the installation, so that only one of several nodes that start together creates it.
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
  /** Whose sessions they see from now on; `all` removes the restriction. */
  tenants?: readonly string[] | 'all'
  /** True sets a new password and removes the second factor, for somebody who lost either. */
  reset?: boolean
}

/**
 * Changes an account. The last admin can be neither disabled nor made a reviewer: there must always be one. An admin
 * who was disabled a moment ago can change nothing more. The role and tenants of an account from a provider follow its
 * groups, and its password is not ours.
 */
export async function changeReviewer(
  ports: Needs,
  username: string,
  { role, disabled, tenants, reset }: ReviewerChange,
  actor: string,
): Promise<Result<{ password?: string }, 'NOT_FOUND' | 'LAST_ADMIN' | 'NOT_ADMIN' | 'BY_PROVIDER'> | NoSuchTenant> {
  const unknownTenant = await refuseUnknownTenants(ports, tenants === undefined || tenants === 'all' ? [] : tenants)
  if (unknownTenant) return unknownTenant
  const reviewer = await ports.reviewers.byUsername(username)
  if (!reviewer) return refuse('NOT_FOUND')
  if (reviewer.subject !== undefined && (role ?? tenants ?? reset) !== undefined) return refuse('BY_PROVIDER')

  const password = reset ? makePassword() : undefined
  const by = REVIEWER.exec(actor)?.[1]
  const change: AccountChange = {
    ...(role !== undefined && { role }),
    ...(tenants !== undefined && { tenants }),
    ...(disabled !== undefined && { disabled }),
    ...(password !== undefined && { passwordHash: await hashPassword(password), totpSecret: 'none' }),
    ...(by !== undefined && { by }),
  }
  const auditEntry = (action: AuditAction, more = {}) =>
    commonEntry(ports, actor, action, { reviewer: username, ...more })
  const changed = await ports.reviewers.change(
    reviewer.id,
    change,
    ...(role !== undefined && role !== reviewer.role ? [auditEntry(`reviewer.role.${role}`)] : []),
    ...(tenants ? [auditEntry('reviewer.tenants', { tenants: tenants === 'all' ? 'all' : tenants.join(', ') })] : []),
    ...(disabled === undefined ? [] : [auditEntry(disabled ? 'reviewer.disable' : 'reviewer.enable')]),
    ...(password === undefined ? [] : [auditEntry('reviewer.password')]),
  )
  if (!changed.ok) return changed
  return accept(password === undefined ? {} : { password })
}

/** An admin in the console; the command line needs no account. */
const REVIEWER = /^reviewer:(.+)$/

/** The contract of the console says the same. */
const SHORTEST_PASSWORD = 12

/** A wrong present password counts as a failed sign-in. A new password that guessers try first is refused. */
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
  const problem =
    findGuessable(next, SHORTEST_PASSWORD, [username]) ?? (isLeaked(next) ? 'is a known leaked password' : undefined)
  if (problem) return { ok: false, refusal: 'WEAK', problem }
  const entry = commonEntry(ports, `reviewer:${username}`, 'reviewer.password', { reviewer: username })
  await ports.reviewers.change(reviewer.id, { passwordHash: await hashPassword(next) }, entry)
  return { ok: true }
}

/**
 * Whether the password of an account is the one that was made with it, or by a reset. Whoever made it has seen it, and
 * the audit log says so.
 */
export async function isPasswordGiven(
  { audit }: Pick<Ports, 'audit'>,
  { username, subject, createdAt }: Pick<Reviewer, 'username' | 'subject' | 'createdAt'>,
): Promise<boolean> {
  if (subject !== undefined) return false
  const own = `reviewer:${username}`
  const [chosen] = await audit.search({ actors: [own], actions: ['reviewer.password'] }, { limit: 1 })
  // The entry of an account is written a moment before the account.
  const from = new Date(chosen ? chosen.at.getTime() + 1 : createdAt.getTime() - MOMENT_MS)
  const given = await audit.search({ actions: ['reviewer.create', 'reviewer.password'], from }, { limit: RECENT })
  return given.some(({ actor, detail }) => actor !== own && detail?.reviewer === username)
}

const MOMENT_MS = 60_000
/** Passwords made since then, of all accounts. */
const RECENT = 1000

/** 120 random bits in 20 characters that can be typed. */
const makePassword = (): string => randomBytes(15).toString('base64url')
