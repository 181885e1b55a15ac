import type { AccountDirectory } from '../../kernel/accounts/account-directory.ts'
import type { Ports } from '../../kernel/ports/ports.ts'
import type { ScimUser } from './domain/resources.ts'

/** Whom the company's directory has sent, with the groups that it has put them in. */
export const scimDirectory: AccountDirectory = {
  async groupsOf({ scim }: Pick<Ports, 'scim'>, subject: string) {
    const externalId = subject.slice(subject.indexOf(' ') + 1)
    const [user] = await scim.findUsers({ externalId })
    return user && groupsOfUser({ scim }, user)
  },
}

/**
 * Names and external ids of the groups of a user; none of one who is not active. Undefined if the directory sends no
 * groups at all: then those of the sign-in count.
 */
export async function groupsOfUser(
  { scim }: Pick<Ports, 'scim'>,
  { id, active }: ScimUser,
): Promise<string[] | undefined> {
  if (!active) return []
  const groups = await scim.findGroups({})
  if (!groups.length) return undefined
  return groups
    .filter(({ members }) => members.includes(id))
    .flatMap(({ displayName, externalId }) => [displayName, ...(externalId === undefined ? [] : [externalId])])
}
