/** Access to the console: an admin may do everything, a reviewer may handle the sessions of some tenants or of all. */
export interface Access {
  role: 'reviewer' | 'admin'
  /** All when absent. */
  tenants?: readonly string[]
}

/** The access that each directory group gives its members. */
export type GroupRoles = ReadonlyMap<string, Access>

/**
 * Reads `group=role` or `group=reviewer:tenant+tenant`, separated by semicolons. The last `=` is the separator, since
 * directories name groups `CN=desk,OU=shop`, and so is the last `:` after it.
 */
export function readGroupRoles(text: string): GroupRoles {
  const entries = text
    .split(';')
    .map((entry) => entry.trim())
    .filter(Boolean)
  if (!entries.length) throw new Error(FORM)
  return new Map(entries.map(readEntry))
}

const FORM = 'wants group=admin, group=reviewer or group=reviewer:tenant+tenant, separated by semicolons'

function readEntry(entry: string): [string, Access] {
  const [, group, role, tenants] = /^(.+)=(admin|reviewer)(?::([^=:]+))?$/.exec(entry) ?? []
  if (!group || !role || (role === 'admin' && tenants !== undefined)) throw new Error(FORM)
  if (role === 'admin' || tenants === undefined) return [group, { role: role as Access['role'] }]
  return [group, { role: 'reviewer', tenants: tenants.split('+').map((tenant) => tenant.trim()) }]
}

/** The highest access that any of a person's groups gives; tenants add up. Undefined if no group gives access. */
export function accessOf(rules: GroupRoles, groups: readonly string[]): Access | undefined {
  const given = groups.map((group) => rules.get(group)).filter((access) => access !== undefined)
  if (!given.length) return undefined
  if (given.some(({ role }) => role === 'admin')) return { role: 'admin' }
  if (given.some(({ tenants }) => tenants === undefined)) return { role: 'reviewer' }
  return { role: 'reviewer', tenants: [...new Set(given.flatMap(({ tenants = [] }) => tenants))].sort() }
}
