import { accept } from '../../../formats/result.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Somebody in the directory. Of what it sends only this is kept. */
export interface ScimUser {
  id: string
  userName: string
  /** Identifies the person at the provider: the account here is found by it. */
  externalId: string
  displayName?: string
  active: boolean
  createdAt: Date
  changedAt: Date
}

/** A group of the directory. Its name or its external id gives rights, as OIDC_ROLES says. */
export interface ScimGroup {
  id: string
  displayName: string
  externalId?: string
  /** Ids of users. */
  members: readonly string[]
  createdAt: Date
  changedAt: Date
}

/** An error of RFC 7644, 3.12. */
export interface ScimProblem {
  status: number
  type?: 'invalidFilter' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'
  detail: string
}

export const LONGEST_TEXT = 256
export const MOST_MEMBERS = 10_000

export const invalidValue = (detail: string): ScimProblem => ({ status: 400, type: 'invalidValue', detail })

type Members = Record<string, unknown>

/** The attributes of a resource, by their names in small letters: names are compared without case (RFC 7643, 2.1). */
export function attributesOf(body: unknown): Read<Members> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuseWith({ status: 400, type: 'invalidSyntax', detail: 'The body is not a JSON object.' })
  return accept(Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value])))
}

type UserFields = Pick<ScimUser, 'userName' | 'externalId' | 'displayName' | 'active'>
type GroupFields = Pick<ScimGroup, 'displayName' | 'externalId' | 'members'>

/** What was read, or why it cannot be. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; refusal: ScimProblem }

export const refuseWith = (refusal: ScimProblem) => ({ ok: false, refusal }) as const

/** A user as the directory describes it whole, in POST and PUT; `wasActive` if it does not say whether it is. */
export function readUser(body: unknown, wasActive = true): Read<UserFields> {
  const found = attributesOf(body)
  if (!found.ok) return found
  const { username, externalid, displayname, active = wasActive } = found.value
  const userName = textIn(username)
  if (userName === undefined) return refuseWith(invalidValue('userName is a text of 1 to 256 characters.'))
  const externalId = textIn(externalid)
  if (externalId === undefined)
    return refuseWith(invalidValue('externalId is needed: it identifies the person at the sign-in.'))
  const isActive = flagIn(active)
  if (isActive === undefined) return refuseWith(invalidValue('active is true or false.'))
  const displayName = textIn(displayname)
  return accept({ userName, externalId, active: isActive, ...(displayName !== undefined && { displayName }) })
}

export function readGroup(body: unknown): Read<GroupFields> {
  const found = attributesOf(body)
  if (!found.ok) return found
  const { displayname, externalid, members = [] } = found.value
  const displayName = textIn(displayname)
  if (displayName === undefined) return refuseWith(invalidValue('displayName is a text of 1 to 256 characters.'))
  const ids = readMembers(members)
  if (!ids.ok) return ids
  const externalId = textIn(externalid)
  return accept({ displayName, members: ids.value, ...(externalId !== undefined && { externalId }) })
}

/** `[{ "value": id }]`, or one of them: each id once. */
export function readMembers(members: unknown): Read<string[]> {
  const all: unknown[] = Array.isArray(members) ? members : [members]
  const ids = all.map((member) => textIn((member as { value?: unknown } | null)?.value))
  if (ids.includes(undefined) || ids.length > MOST_MEMBERS)
    return refuseWith(invalidValue(`members are at most ${MOST_MEMBERS} objects with the id of a user as "value".`))
  return accept([...new Set(ids as string[])])
}

/** Without what no name has: a control character. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT && !/\p{Cc}/u.test(value)
    ? value
    : undefined

/** Entra ID sends the texts "True" and "False". */
export function flagIn(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return text === 'true' ? true : text === 'false' ? false : undefined
}

export const presentUser = ({ id, userName, externalId, displayName, active, ...times }: ScimUser, base: string) => ({
  schemas: [USER_SCHEMA],
  id,
  userName,
  externalId,
  ...(displayName !== undefined && { displayName }),
  active,
  meta: metaOf('User', `${base}/Users/${id}`, times),
})

export const presentGroup = (
  { id, displayName, externalId, members, ...times }: ScimGroup,
  base: string,
  withMembers = true,
) => ({
  schemas: [GROUP_SCHEMA],
  id,
  displayName,
  ...(externalId !== undefined && { externalId }),
  ...(withMembers && { members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })) }),
  meta: metaOf('Group', `${base}/Groups/${id}`, times),
})

const metaOf = (
  resourceType: string,
  location: string,
  { createdAt, changedAt }: Pick<ScimUser, 'createdAt' | 'changedAt'>,
) => ({ resourceType, created: createdAt.toISOString(), lastModified: changedAt.toISOString(), location })
