/** What each tenant asks of the workers, and has had of them lately. */
interface TenantShares {
  /** It sent something. */
  saw(tenant: string, now: number): void
  /** A worker spent so much CPU time for it. */
  spent(tenant: string, cpuMs: number, now: number): void
  /** CPU time that it has had lately; what was a minute ago counts half. */
  recent(tenant: string, now: number): number
  /** May a tenant have one more worker, when it holds so many of all? Where others send too, some are left for them even before they come. */
  mayHaveMore(held: number, workers: number): boolean
  /** Does it press on others: asks for more than one worker at a time, or has had far more than another lately? */
  isFlooding(tenant: string, wanted: number, now: number): boolean
}

/** A tenant is about for so long after its last picture. */
const ABOUT_MS = 5 * 60_000
const HALF_LIFE_MS = 60_000
/** So much more than the lightest other one, and a second in addition, is far more. */
const TIMES = 2
const GRACE_MS = 1_000

interface Tenant {
  seenAt: number
  cpuMs: number
  /** When `cpuMs` was counted. */
  at: number
}

export function openTenantShares(): TenantShares {
  /** In the order of use. */
  const parties = new Map<string, Tenant>()
  const decayed = ({ cpuMs, at }: Tenant, now: number) => cpuMs * 2 ** (-Math.max(0, now - at) / HALF_LIFE_MS)
  const recent = (tenant: string, now: number) => {
    const known = parties.get(tenant)
    return known ? decayed(known, now) : 0
  }
  return {
    recent,
    saw(tenant, now) {
      const known = parties.get(tenant) ?? { cpuMs: 0, at: now }
      parties.delete(tenant)
      parties.set(tenant, { ...known, seenAt: now })
      for (const [other, { seenAt }] of parties) {
        if (now - seenAt <= ABOUT_MS) break
        parties.delete(other)
      }
    },
    spent(tenant, cpuMs, now) {
      const known = parties.get(tenant)
      if (known) Object.assign(known, { cpuMs: decayed(known, now) + cpuMs, at: now })
    },
    mayHaveMore: (held, workers) => parties.size < 2 || held < Math.max(1, Math.floor(workers / 2)),
    isFlooding(tenant, wanted, now) {
      const others = [...parties].filter(([other]) => other !== tenant)
      if (!others.length) return false
      const lightest = Math.min(...others.map(([, other]) => decayed(other, now)))
      return wanted > 1 || recent(tenant, now) > TIMES * lightest + GRACE_MS
    },
  }
}

/**
 * How many times the places that are still free one party may hold. With 3 a party alone gets three quarters of all
 * places, two get three sevenths each, and some are always left for whoever comes next (dynamic thresholds, as switches
 * share their buffers: Choudhury and Hahne 1998).
 */
export const TIMES_FREE = 3

/** Is there a place for one more of a party that holds `own`, when `taken` of all places are? */
export function hasRoom(own: number, taken: number, places: number): boolean {
  return own < TIMES_FREE * (places - taken)
}
