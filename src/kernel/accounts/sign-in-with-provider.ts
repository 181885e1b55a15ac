import { createHash, randomBytes } from 'node:crypto'
import { accept, type Result, refuse } from '../../formats/result.ts'
import type { AuditAction } from '../audit/audit-actions.ts'
import { type BoundedRecord, commonEntry } from '../audit/audit-entries.ts'
import type { ProviderSignIn, Reviewer } from '../ports/accounts.ts'
import type { AuditEntry } from '../ports/audit.ts'
import type { Ports } from '../ports/ports.ts'
import { type Access, accessOf, type GroupRoles } from './group-roles.ts'
import { beginSignIn, type SignedIn, type Where } from './sign-in.ts'

type Needs = Pick<Ports, 'signIns' | 'reviewers' | 'audit' | 'clock'>
type AccountNeeds = Pick<Ports, 'reviewers' | 'clock'>

/** Somebody that an OpenID provider has vouched for. */
export interface Vouched {
  /** The issuer and its id of the person: together they are never given to somebody else. */
  subject: string
  /** The name at the provider; it may change, and two people may have the same one. */
  name: string
  groups: readonly string[]
  /** Where the sign-in came from, so that the provider can end it. */
  provider: ProviderSignIn
}

/**
 * Signs in somebody that the company's provider vouches for. Role and tenants follow their groups, every time: without
 * a group that gives any they are refused, and their open sign-ins end.
 */
export async function signInWithProvider(
  ports: Needs,
  rules: GroupRoles,
  refusals: BoundedRecord,
  vouched: Vouched,
  where: Where,
): Promise<Result<SignedIn, 'NO_ROLE' | 'DISABLED'>> {
  const access = accessOf(rules, vouched.groups)
  const known = await ports.reviewers.bySubject(vouched.subject)
  if (!access || known?.disabledAt) {
    if (known) {
      // The mark of a disabled account says who disabled it.
      if (!known.disabledAt) await ports.reviewers.change(known.id, { passwordHash: makeMark() })
      await refusals(known.username, { tenant: '*', actor: `reviewer:${known.username}` }, { by: 'provider' })
    }
    return refuse(access ? 'DISABLED' : 'NO_ROLE')
  }
  if (known) await followGroups(ports, known, access)
  const username = known?.username ?? (await createAccount(ports, vouched, access))
  const signedIn = await beginSignIn(ports, username, where, vouched.provider)
  await ports.audit.record({ ...entryOf(ports, 'console.sign-in'), actor: `reviewer:${username}` })
  return accept(signedIn)
}

/** Gives an account the role and the tenants of its groups. */
export async function followGroups(
  ports: AccountNeeds,
  { id, username: reviewer, role, tenants }: Reviewer,
  access: Access,
  by: By = BY_PROVIDER,
): Promise<void> {
  const isOther = JSON.stringify(tenants) !== JSON.stringify(access.tenants)
  if (role === access.role && !isOther) return
  await ports.reviewers.change(
    id,
    { role: access.role, tenants: access.tenants ?? 'all', byProvider: true },
    ...(role === access.role ? [] : [by(ports, `reviewer.role.${access.role}`, { reviewer })]),
    ...(isOther ? [by(ports, 'reviewer.tenants', { reviewer, tenants: access.tenants?.join(', ') ?? 'all' })] : []),
  )
}

/** A name that is in use belongs to another person, however similar: they get one with a suffix of their own. */
export async function createAccount(
  ports: AccountNeeds,
  { subject, name }: Pick<Vouched, 'subject' | 'name'>,
  access: Access,
  by: By = BY_PROVIDER,
): Promise<string> {
  const plain = nameOf(name)
  const marked = `${plain.slice(0, 55)}-${createHash('sha256').update(subject).digest('hex').slice(0, 8)}`
  for (const username of [plain, marked]) {
    const entry = by(ports, 'reviewer.create', { reviewer: username })
    if (await ports.reviewers.create({ username, passwordHash: makeMark(), subject, ...access }, entry)) return username
  }
  const made = await ports.reviewers.bySubject(subject) // by the same person in another window, just now
  if (!made) throw new Error('no name is free for this person')
  return made.username
}

/** In the characters allowed in an account's name. */
function nameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/@.*/s, '')
    .replace(/[^a-z0-9._-]+/g, '')
    .replace(/^[._-]+/, '')
    .slice(0, 64)
  return plain.length >= 2 ? plain : `person-${plain}`.replace(/-$/, '')
}

/** In place of a password hash: no password matches it, and a new one ends the sign-ins. */
export const makeMark = (source = 'provider'): string => `${source}:${randomBytes(16).toString('base64url')}`

type By = (ports: Pick<Ports, 'clock'>, action: AuditAction, detail?: Record<string, string>) => AuditEntry

const entryOf = (ports: Pick<Ports, 'clock'>, action: AuditAction, detail: Record<string, string> = {}): AuditEntry =>
  commonEntry(ports, 'system', action, { ...detail, by: 'provider' })

const BY_PROVIDER: By = entryOf
