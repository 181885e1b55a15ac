import { accept } from '../../../formats/result.ts'
import {
  attributesOf,
  flagIn,
  invalidValue,
  MOST_MEMBERS,
  type Read,
  readMembers,
  refuseWith,
  type ScimGroup,
  type ScimProblem,
  type ScimUser,
  textIn,
} from './resources.ts'

interface Operation {
  op: 'add' | 'replace' | 'remove'
  path?: string
  value?: unknown
}

const MOST_OPERATIONS = 1_000

/** An attribute, possibly one of a part or of a chosen value: `name.givenName`, `emails[type eq "work"].value`. */
const PATH = /^(?:urn:[\w.:-]{1,120}:)?([A-Za-z][\w$-]{0,40})(?:\[[^\]]{1,300}\])?(?:\.[A-Za-z][\w$-]{0,40})?$/

/** `members[value eq "…"]`, for taking one out. */
const ONE_MEMBER = /^members\[\s*value\s+eq\s+"([^"\\]{1,256})"\s*\]$/i

const READ_ONLY = ['id', 'meta', 'schemas']

/** The operations of a PATCH (RFC 7644, 3.5.2). */
export function readOperations(body: unknown): Read<Operation[]> {
  const found = attributesOf(body)
  if (!found.ok) return found
  const { operations } = found.value
  const all: unknown[] = Array.isArray(operations) ? operations : []
  if (!all.length || all.length > MOST_OPERATIONS)
    return refuseWith({
      status: 400,
      type: 'invalidSyntax',
      detail: `Operations is a list of 1 to ${MOST_OPERATIONS}.`,
    })
  const read: Operation[] = []
  for (const each of all) {
    const attributes = attributesOf(each)
    if (!attributes.ok) return attributes
    const { op, path, value } = attributes.value
    const verb = typeof op === 'string' ? op.toLowerCase() : ''
    if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
      return refuseWith({ status: 400, type: 'invalidSyntax', detail: 'op is add, replace or remove.' })
    if (path !== undefined && typeof path !== 'string') return refuseWith(badPath('path is a text'))
    if (verb === 'remove' && path === undefined)
      return refuseWith({ status: 400, type: 'noTarget', detail: 'remove needs a path.' })
    read.push({ op: verb, ...(path !== undefined && { path }), value })
  }
  return accept(read)
}

export function patchUser(user: ScimUser, operations: readonly Operation[]): Read<ScimUser> {
  let next = user
  for (const operation of operations) {
    const changes = assignmentsOf(operation)
    if (!changes.ok) return changes
    for (const [name, value] of changes.value) {
      const changed = setOfUser(next, name, operation.op, value)
      if (!changed.ok) return changed
      next = changed.value
    }
  }
  return accept(next)
}

export function patchGroup(group: ScimGroup, operations: readonly Operation[]): Read<ScimGroup> {
  let next = group
  for (const operation of operations) {
    const one = operation.path === undefined ? undefined : ONE_MEMBER.exec(operation.path.trim())?.[1]
    if (one !== undefined && operation.op === 'remove') {
      next = { ...next, members: next.members.filter((id) => id !== one) }
      continue
    }
    const changes = assignmentsOf(operation)
    if (!changes.ok) return changes
    for (const [name, value] of changes.value) {
      const changed = setOfGroup(next, name, operation.op, value)
      if (!changed.ok) return changed
      next = changed.value
    }
  }
  return accept(next)
}

/** What an operation sets: one attribute, or without a path each of its value. */
function assignmentsOf({ path, value }: Operation): Read<[name: string, value: unknown][]> {
  if (path === undefined) {
    const all = attributesOf(value)
    return all.ok ? accept(Object.entries(all.value)) : all
  }
  const [whole, name = ''] = PATH.exec(path.trim()) ?? []
  if (whole === undefined) return refuseWith(badPath(`${path.slice(0, 100)} is not a path`))
  // A part of an attribute is none of those that are kept, except that it would take the whole one with it.
  const isPart = /[[.]/.test(whole.replace(/^urn:.*:/, ''))
  return accept([[isPart ? `${name.toLowerCase()}.` : name.toLowerCase(), value]])
}

/** Attributes that are not kept are ignored: directories send all they have. */
function setOfUser(user: ScimUser, name: string, op: Operation['op'], value: unknown): Read<ScimUser> {
  if (READ_ONLY.includes(name)) return name === 'schemas' ? accept(user) : refuseWith(readOnly(name))
  const isRemoved = op === 'remove'
  switch (name) {
    case 'active': {
      // Without the attribute a user is as one who was never sent it.
      const active = isRemoved ? false : flagIn(value)
      return active === undefined ? refuseWith(invalidValue('active is true or false.')) : accept({ ...user, active })
    }
    case 'username':
    case 'externalid': {
      const text = isRemoved ? undefined : textIn(value)
      if (text === undefined) return refuseWith(invalidValue(`${name} is a text of 1 to 256 characters.`))
      return accept(name === 'username' ? { ...user, userName: text } : { ...user, externalId: text })
    }
    case 'displayname': {
      const { displayName: _, ...rest } = user
      const text = isRemoved ? undefined : textIn(value)
      return accept({ ...rest, ...(text !== undefined && { displayName: text }) })
    }
    default:
      return accept(user)
  }
}

function setOfGroup(group: ScimGroup, name: string, op: Operation['op'], value: unknown): Read<ScimGroup> {
  if (READ_ONLY.includes(name)) return name === 'schemas' ? accept(group) : refuseWith(readOnly(name))
  switch (name) {
    case 'members': {
      if (op === 'remove' && value === undefined) return accept({ ...group, members: [] })
      const ids = readMembers(value)
      if (!ids.ok) return ids
      const given = ids.value
      const members =
        op === 'replace'
          ? given
          : op === 'add'
            ? [...new Set([...group.members, ...given])]
            : group.members.filter((id) => !given.includes(id))
      if (members.length > MOST_MEMBERS) return refuseWith(invalidValue(`A group has at most ${MOST_MEMBERS} members.`))
      return accept({ ...group, members })
    }
    case 'members.':
      return refuseWith(badPath('a member is named by its id: members[value eq "…"], with remove'))
    case 'displayname': {
      const text = op === 'remove' ? undefined : textIn(value)
      if (text === undefined) return refuseWith(invalidValue('displayName is a text of 1 to 256 characters.'))
      return accept({ ...group, displayName: text })
    }
    case 'externalid': {
      const { externalId: _, ...rest } = group
      const text = op === 'remove' ? undefined : textIn(value)
      return accept({ ...rest, ...(text !== undefined && { externalId: text }) })
    }
    default:
      return accept(group)
  }
}

const badPath = (detail: string): ScimProblem => ({ status: 400, type: 'invalidPath', detail: `${detail}.` })

const readOnly = (name: string): ScimProblem => ({ status: 400, type: 'mutability', detail: `${name} cannot be set.` })
