/** What a request for `verified_claims` may contain in place of a value (OpenID Connect for Identity Assurance 1.0, 6). */
interface Constraint {
  value?: unknown
  values?: unknown[]
  max_age?: number
}

/**
 * The part of `available` that was asked for; undefined if a constraint does not hold. What is null in the request is
 * given whole, what is not in it is left out, and of a list what fits one of its wanted entries.
 */
function selectAsked(wanted: unknown, available: unknown, now: Date): unknown {
  if (available === undefined) return undefined
  if (!isObject(wanted)) return Array.isArray(wanted) ? selectEntries(wanted, available, now) : available
  if (!meets(wanted, available, now)) return undefined
  if (Array.isArray(available)) return selectEntries([wanted], available, now)
  const members = Object.entries(wanted).filter(([name]) => !CONSTRAINTS.includes(name))
  if (!isObject(available) || !members.length) return available
  const chosen: Record<string, unknown> = {}
  for (const [name, part] of members) {
    const found = selectAsked(part, available[name], now)
    if (found === undefined && isConstrained(part)) return undefined
    if (found !== undefined) chosen[name] = found
  }
  return Object.keys(chosen).length ? chosen : undefined
}

/** `verified_claims` for one request; undefined if a constraint does not hold, or nothing of it is known. */
export function selectVerified(
  wanted: unknown,
  { verification, claims }: { verification: Record<string, unknown>; claims: Record<string, unknown> },
  now: Date,
): { verification: unknown; claims: unknown } | undefined {
  if (!isObject(wanted) || !isObject(wanted.claims)) return undefined
  // The trust framework is part of every answer (5.1).
  const asked = { trust_framework: null, ...(isObject(wanted.verification) ? wanted.verification : {}) }
  const chosen = selectAsked(asked, verification, now)
  const given = Object.entries(wanted.claims).flatMap(([name, part]) => {
    const value = selectAsked(part, claims[name], now)
    return value === undefined ? [] : [[name, value] as const]
  })
  const isUnmet = Object.entries(wanted.claims).some(
    ([name, part]) => isConstrained(part) && !given.some(([known]) => known === name),
  )
  return chosen === undefined || isUnmet || !given.length
    ? undefined
    : { verification: chosen, claims: Object.fromEntries(given) }
}

/** The names of the claims in requests for `verified_claims`, one or several. */
export function claimsInVerified(wanted: unknown): string[] {
  const all = Array.isArray(wanted) ? wanted : [wanted]
  return all.flatMap((each) => (isObject(each) && isObject(each.claims) ? Object.keys(each.claims) : []))
}

const CONSTRAINTS = ['value', 'values', 'max_age', 'essential', 'purpose']

function selectEntries(wanted: readonly unknown[], available: unknown, now: Date): unknown {
  if (!Array.isArray(available)) return undefined
  const chosen = available.flatMap((entry) => {
    for (const each of wanted) {
      const found = selectAsked(each, entry, now)
      if (found !== undefined) return [found]
    }
    return []
  })
  return chosen.length ? chosen : undefined
}

function meets({ value, values, max_age: maxAge }: Constraint, available: unknown, now: Date): boolean {
  if (value !== undefined && value !== available) return false
  if (values !== undefined && !(Array.isArray(values) && values.includes(available))) return false
  if (maxAge === undefined) return true
  const then = typeof available === 'string' ? Date.parse(available) : Number.NaN
  return now.getTime() - then <= maxAge * 1000
}

const isConstrained = (part: unknown): boolean => {
  if (Array.isArray(part)) return part.some(isConstrained)
  if (!isObject(part)) return false
  return (
    ['value', 'values', 'max_age'].some((name) => part[name] !== undefined) || Object.values(part).some(isConstrained)
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
