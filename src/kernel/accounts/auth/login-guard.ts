import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { keepRecent } from '../../../platform/keep-recent.ts'
import type { LoginFailures } from '../../ports/accounts.ts'
import type { Where } from '../sign-in.ts'

/** Slows down password guessing, by address and by name. */
export interface LoginGuard {
  /** Whether this address has logged in under this name before. */
  isKnown(name: string, address: string, now: number): boolean
  /**
   * Makes one try, which counts as a failure until it is known to be none; or says for how many seconds to wait. `judge`
   * says what the outcome was: `neither` if nothing was guessed.
   */
  attempt<Outcome>(
    who: LoginKeys,
    now: number,
    act: () => Promise<Outcome>,
    judge: (outcome: Outcome) => 'right' | 'wrong' | 'neither',
  ): Promise<{ wait: number; outcome?: never } | { wait: 0; outcome: Outcome }>
  /** Of a password that cannot be guessed, which nobody had to wait for. */
  succeeded(who: LoginKeys, now: number): Promise<void>
}

interface LoginKeys {
  name: string
  address: string
  /** A browser that has signed in before has a count of its own: what others try does not slow it down. */
  device?: string | undefined
}

const KNOWN_FOR_MS = 24 * 3_600_000
const REMEMBER_EVERY_MS = 60_000 // every request of an integrator is a login
const MOST_ENTRIES = 50_000

/**
 * The wait doubles with every failure after the free ones. An address that has logged in under a name before is not
 * slowed down by what others try under that name: otherwise anybody could lock an integrator out.
 */
export function loginGuard(failures: LoginFailures): LoginGuard {
  const known = new Map<string, number>()
  /** Keys that failed here, so that not every login of an integrator asks the database. */
  const failed = new Map<string, true>()
  const turns = new Map<string, Promise<unknown>>()

  const isKnown = (name: string, address: string, now: number) =>
    now - (known.get(`${name} ${address}`) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR_MS

  const keysOf = ({ name, address, device }: LoginKeys): { name: string; address: string } | { device: string } =>
    device === undefined ? { name: `name ${name}`, address: `address ${address}` } : { device: `device ${device}` }

  const remember = (name: string, address: string, now: number) => {
    const pair = `${name} ${address}`
    if (now - (known.get(pair) ?? Number.NEGATIVE_INFINITY) > REMEMBER_EVERY_MS)
      keepRecent(known, pair, now, MOST_ENTRIES)
  }

  /** Tries of one key are made one after the other: those of a client that begins with many at once all succeed. */
  const inTurn = async <Value>([key, ...others]: readonly string[], act: () => Promise<Value>): Promise<Value> => {
    if (key === undefined) return act()
    const turn = (turns.get(key) ?? Promise.resolve()).then(() => inTurn(others, act))
    const settled = turn.then(
      () => {},
      () => {}, // its caller has the error
    )
    turns.set(key, settled)
    try {
      return await turn
    } finally {
      if (turns.get(key) === settled) turns.delete(key)
    }
  }

  return {
    isKnown,
    attempt(who, now, act, judge) {
      const keys = Object.values(keysOf(who)).sort().reverse() // a name before an address
      return inTurn(keys, async () => {
        const counted = isKnown(who.name, who.address, now) ? keys.filter((key) => !key.startsWith('name ')) : keys
        const tried = await failures.take(counted, new Date(now))
        if (!tried.giveBack) return { wait: tried.wait }
        const { giveBack } = tried
        const outcome = await act().catch(async (error: unknown) => {
          await giveBack()
          throw error
        })
        const judgement = judge(outcome)
        if (judgement === 'neither') await giveBack()
        else if (judgement === 'wrong') for (const key of keys) keepRecent(failed, key, true, MOST_ENTRIES)
        else {
          await failures.forget(keys)
          for (const key of keys) failed.delete(key)
          remember(who.name, who.address, now)
        }
        return { wait: 0, outcome }
      })
    },
    async succeeded(who, now) {
      const keys = Object.values(keysOf(who)).filter((key) => failed.delete(key))
      if (keys.length) await failures.forget(keys)
      remember(who.name, who.address, now)
    },
  }
}

/** Whether one more request of this key is within its rate; if not, after how many seconds it will be. */
export type RateLimit = (key: string, now: number) => number

/** This many keys are remembered; a full bucket is forgotten first, since that changes nothing. */
const MOST_KEYS = 100_000

/** A token bucket per key: `perMinute` requests at once, refilled evenly. 0 switches it off. */
export function rateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => 0
  const perMs = perMinute / 60_000
  const buckets = new Map<string, { left: number; at: number }>()

  return (key, now) => {
    const known = buckets.get(key)
    const left = known ? Math.min(perMinute, known.left + (now - known.at) * perMs) : perMinute
    if (left < 1) return Math.max(1, Math.ceil((1 - left) / perMs / 1000))

    keepRecent(buckets, key, { left: left - 1, at: now }, MOST_KEYS)
    return 0
  }
}

/** The network of a sign-in, as the list of sign-ins shows it. */
export const whereOf = (request: FastifyRequest): Where => ({
  network: networkOf(request.ip),
  agent: (request.headers['user-agent'] ?? '').slice(0, 256),
})

/**
 * The key under which an address is counted: IPv4 itself, IPv6 by its /64, since one household has all of its 2^64
 * addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address) // IPv4 that came as ::ffff:… is IPv4
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const first = parsed.toByteArray().slice(0, 8)
  return `${Buffer.from(first).toString('hex')}/64`
}
