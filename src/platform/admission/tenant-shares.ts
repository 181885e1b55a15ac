/** What each tenant requests from the workers, and how much of them it has recently used. */
interface TenantShares {
  /** The tenant sent something. */
  saw(tenant: string, now: number): void
  /** A worker spent this much CPU time for the tenant. */
  spent(tenant: string, cpuMs: number, now: number): void
  /** The CPU time that the tenant has recently used; what is a minute old counts half. */
  recent(tenant: string, now: number): number
  /**
   * May a tenant have one more worker when it already has `held` of all `workers`? While others are active, some
   * workers stay free for them in advance.
   */
  mayHaveMore(held: number, workers: number): boolean
  /**
   * Does it crowd out others: by requesting more than one worker at a time, or by having recently used far more than
   * another?
   */
  isFlooding(tenant: string, wanted: number, now: number): boolean
}

/** A tenant counts as active for this long after its last picture. */
const ABOUT_MS = 5 * 60_000
const HALF_LIFE_MS = 60_000
/** Far more means this many times the use of the lightest other tenant, plus a second. */
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
 * How many times the number of free places one party may hold. With 3, a single party gets three quarters of all
 * places, two get three sevenths each, and some always stay free for the next party (dynamic thresholds for shared
 * switch buffers: Choudhury and Hahne 1998).
 */
const TIMES_FREE = 3

/** Is there a place for one more of a party that holds `own`, when `taken` of all places are in use? */
export function hasRoom(own: number, taken: number, places: number): boolean {
  return own < TIMES_FREE * (places - taken)
}

/** A queue for each party: a party that sends a hundred items waits behind its own. */
export interface FairQueue<Item> {
  size(): number
  /** False if there is no room for one more item of this party. */
  add(party: string, item: Item): boolean
  /** The number of waiting items of a party. */
  waiting(party: string): number
  /**
   * The next item of the allowed parties: from the party that has used least, and among equals from the one whose turn
   * it is.
   */
  take(may?: (party: string) => boolean, used?: (party: string) => number): Item | undefined
  /** The same item, which stays in the queue. */
  peek(may?: (party: string) => boolean, used?: (party: string) => number): Item | undefined
  /** False if it is no longer in the queue. */
  remove(party: string, item: Item): boolean
  /** Empties all queues. */
  clear(): Item[]
}

export function openFairQueue<Item>(places: number): FairQueue<Item> {
  /** In the order of turns: a party that was served moves to the end. */
  const lines = new Map<string, Item[]>()
  let size = 0

  const next = (may: (party: string) => boolean = () => true, used: (party: string) => number = () => 0) => {
    let found: { party: string; line: Item[]; used: number } | undefined
    for (const [party, line] of lines) {
      if (!may(party)) continue
      const own = used(party)
      if (!found || own < found.used) found = { party, line, used: own }
    }
    return found
  }

  return {
    size: () => size,
    add(party, item) {
      const line = lines.get(party)
      if (!hasRoom(line?.length ?? 0, size, places)) return false
      if (line) line.push(item)
      else lines.set(party, [item])
      size++
      return true
    },
    waiting: (party) => lines.get(party)?.length ?? 0,
    peek: (may, used) => next(may, used)?.line[0],
    take(may, used) {
      const found = next(may, used)
      if (!found) return undefined
      const { party, line } = found
      lines.delete(party)
      const item = line.shift()
      if (line.length) lines.set(party, line)
      size--
      return item
    },
    remove(party, item) {
      const line = lines.get(party)
      const at = line?.indexOf(item) ?? -1
      if (!line || at < 0) return false
      line.splice(at, 1)
      if (!line.length) lines.delete(party)
      size--
      return true
    },
    clear() {
      const all = [...lines.values()].flat()
      lines.clear()
      size = 0
      return all
    },
  }
}

/** A number of places that parties share: no party can take all of them, however many it requests. */
interface Places {
  /** False if there is none for this party now. */
  take(party: string): boolean
  free(party: string): void
}

export function openPlaces(places: number): Places {
  const held = new Map<string, number>()
  let taken = 0
  return {
    take(party) {
      const own = held.get(party) ?? 0
      if (!hasRoom(own, taken, places)) return false
      held.set(party, own + 1)
      taken++
      return true
    },
    free(party) {
      const own = held.get(party) ?? 0
      if (own > 1) held.set(party, own - 1)
      else held.delete(party)
      taken--
    },
  }
}

/**
 * Bytes that parties share. Each body takes them as it arrives; what it announced is only what it will take at most. A
 * body waits until there is room for its next piece, and no party can hold all of them.
 */
export interface ByteBudget {
  /** Opens an account for at most this many bytes, and takes none; undefined when too many wait already. */
  open(party: string, most: number): BytesHeld | undefined
  held(): number
  waiting(): number
}

interface BytesHeld {
  /**
   * Calls `begin` when there is room for this many more bytes, now or later. The party that holds least comes first,
   * and of one party the body that came first. One piece at a time.
   */
  grow(bytes: number, begin: () => void): void
  /** Reduces the reservation to this many bytes; no more will be asked for. */
  shrink(bytes: number): void
  /** No more will be asked for. */
  settle(): void
  /** Releases all of the bytes, or stops waiting. */
  release(): void
}

interface Account {
  party: string
  most: number
  held: number
  /** The next piece, if it is waiting. */
  asked?: { bytes: number; begin(): void }
}

/** `places` is how many bodies may wait. A body of more than `total` counts as `total`. */
export function openByteBudget(total: number, places: number): ByteBudget {
  /** In the order in which they came. */
  const accounts = new Set<Account>()
  const byParty = new Map<string, number>()
  const ownOf = (party: string) => byParty.get(party) ?? 0
  let taken = 0

  const change = (account: Account, bytes: number) => {
    account.held += bytes
    taken += bytes
    const own = ownOf(account.party) + bytes
    if (own > 0) byParty.set(account.party, own)
    else byParty.delete(account.party)
  }

  /**
   * Whether every body that has begun could still arrive, one after the other, if this one took so much more: otherwise
   * all of them might wait for each other (the banker's algorithm: Dijkstra 1965, EWD 108).
   */
  const isSafe = (growing: Account, more: number): boolean => {
    let free = total - taken - more
    if (free < 0) return false
    const begun: { held: number; rest: number }[] = []
    for (const account of accounts) {
      const held = account.held + (account === growing ? more : 0)
      if (held > 0) begun.push({ held, rest: account.most - held })
    }
    for (const { held, rest } of begun.sort((a, b) => a.rest - b.rest)) {
      if (rest > free) return false
      free += held
    }
    return true
  }

  /** Its first body, and the one that needs least to be complete, count as within the share of a party. */
  const isWithinShare = ({ party }: Account): boolean => ownOf(party) === 0 || hasRoom(ownOf(party), taken, total)
  const isNearestToItsEnd = (account: Account): boolean => {
    if (account.held === 0) return false
    for (const { party, most, held } of accounts)
      if (party === account.party && held > 0 && most > held && most - held < account.most - account.held) return false
    return true
  }

  const next = (): Account | undefined => {
    const waiting = [...accounts].filter(
      (account) => account.asked && (isWithinShare(account) || isNearestToItsEnd(account)),
    )
    // While one has to wait, those that have not begun wait behind it: otherwise small bodies would starve a large one.
    let mayBegin = true
    for (const account of waiting.sort((a, b) => ownOf(a.party) - ownOf(b.party))) {
      if ((mayBegin || account.held > 0) && isSafe(account, account.asked?.bytes ?? 0)) return account
      mayBegin = false
    }
    return undefined
  }

  const serve = () => {
    for (let account = next(); account?.asked; account = next()) {
      const { bytes, begin } = account.asked
      delete account.asked
      change(account, bytes)
      begin()
    }
  }

  const waitingOf = (party?: string): number => {
    let count = 0
    for (const account of accounts) if (account.asked && (party === undefined || account.party === party)) count++
    return count
  }

  return {
    open(party, most) {
      if (!hasRoom(waitingOf(party), waitingOf(), places)) return undefined
      const account: Account = { party, most: Math.min(most, total), held: 0 }
      accounts.add(account)
      const shrink = (bytes: number) => {
        if (!accounts.has(account) || bytes >= account.most) return
        if (bytes < account.held) change(account, bytes - account.held)
        account.most = Math.max(bytes, account.held)
        serve()
      }
      return {
        grow(bytes, begin) {
          if (!accounts.has(account) || account.asked) throw new Error('this body is over, or waits already')
          account.asked = { bytes: Math.min(bytes, account.most - account.held), begin }
          serve()
        },
        shrink,
        settle: () => shrink(account.held),
        release() {
          if (!accounts.delete(account)) return
          delete account.asked
          change(account, -account.held)
          serve()
        },
      }
    },
    held: () => taken,
    waiting: () => waitingOf(),
  }
}
