import { accessOf, type GroupRoles } from '../../kernel/accounts/group-roles.ts'
import { createAccount, followGroups, makeMark } from '../../kernel/accounts/sign-in-with-provider.ts'
import { commonEntry } from '../../kernel/audit/audit-entries.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import { groupsOfUser } from './directory.ts'
import type { ScimUser } from './domain/resources.ts'

type Needs = Pick<Ports, 'scim' | 'reviewers' | 'signIns' | 'clock'>

interface Rules {
  issuer: string
  roles: GroupRoles
  /** Who asks: the token. */
  actor: string
}

/** In place of a password of an account that the directory has ended: what an admin ended stays ended. */
const ENDED = 'directory'

/**
 * Makes the account of a user what the directory says. It can be repeated: a directory that got no answer sends again.
 */
export async function followUser(ports: Needs, rules: Rules, user: ScimUser): Promise<void> {
  const groups = await groupsOfUser(ports, user)
  const access = groups && accessOf(rules.roles, groups)
  if (groups && !access) return endAccount(ports, rules, user.externalId)
  const subject = subjectOf(rules, user.externalId)
  const by: Parameters<typeof followGroups>[3] = (needs, action, detail) =>
    commonEntry(needs, rules.actor, action, { ...detail, by: 'scim' })
  const known = await ports.reviewers.bySubject(subject)
  if (!known) {
    if (access) await createAccount(ports, { subject, name: user.userName }, access, by)
    return
  }
  if (known.disabledAt && known.passwordHash.startsWith(`${ENDED}:`)) {
    const entry = by(ports, 'reviewer.enable', { reviewer: known.username })
    await ports.reviewers.change(known.id, { disabled: false, passwordHash: makeMark(), byProvider: true }, entry)
  }
  if (access) await followGroups(ports, known, access, by)
}

/** Ends what somebody may do here, with effect from their next click; the account stays, for the audit log. */
export async function endAccount(
  ports: Pick<Needs, 'reviewers' | 'signIns' | 'clock'>,
  rules: Rules,
  externalId: string,
): Promise<void> {
  const known = await ports.reviewers.bySubject(subjectOf(rules, externalId))
  if (!known) return
  if (!known.disabledAt) {
    const entry = commonEntry(ports, rules.actor, 'reviewer.disable', { reviewer: known.username, by: 'scim' })
    const change = { disabled: true, passwordHash: makeMark(ENDED), byProvider: true } as const
    await ports.reviewers.change(known.id, change, entry)
  }
  await ports.signIns.removeAll(known.username)
}

const subjectOf = ({ issuer }: Pick<Rules, 'issuer'>, externalId: string): string => `${issuer} ${externalId}`
