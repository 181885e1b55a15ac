import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Where } from '../../actions/accounts/sign-in.ts'
import { keepRecent } from '../../domain/keep-recent.ts'

/** Slows down password guessing, by address and by name. */
export interface LoginGuard {
  /** Seconds that this caller has to wait before the next try; 0 when it may try now. */
  wait(name: string, address: string, now: number): number
  /** Whether this address has logged in under this name before. */
  isKnown(name: string, address: string, now: number): boolean
  failed(name: string, address: string, now: number): void
  succeeded(name: string, address: string, now: number): void
}

interface Failures {
  count: number
  last: number
}

const FREE_TRIES = 5 // a person who mistypes, or a deployment that briefly has the old password, is not slowed down
const LONGEST_WAIT_S = 60 // at one guess a minute 256 random bits outlast the universe; a longer wait would only punish mistakes
const FORGET_AFTER_MS = 15 * 60_000
const KNOWN_FOR_MS = 24 * 3_600_000
const REMEMBER_EVERY_MS = 60_000 // every request of an integrator is a login
const MOST_ENTRIES = 50_000

/**
 * The wait doubles with every failure after the free ones. An address that has logged in under a name before is not
 * slowed down by what others try under that name: otherwise anybody could lock an integrator out.
 */
export function loginGuard(): LoginGuard {
  const failures = new Map<string, Failures>()
  const known = new Map<string, number>()

  const waitFor = (key: string, now: number) => {
    const entry = failures.get(key)
    if (!entry || now - entry.last > FORGET_AFTER_MS || entry.count < FREE_TRIES) return 0
    const pause = Math.min(LONGEST_WAIT_S, 2 ** (entry.count - FREE_TRIES)) * 1000
    return Math.max(0, Math.ceil((entry.last + pause - now) / 1000))
  }

  const add = (key: string, now: number) => {
    const entry = failures.get(key)
    const count = entry && now - entry.last <= FORGET_AFTER_MS ? entry.count + 1 : 1
    keepRecent(failures, key, { count, last: now }, MOST_ENTRIES)
  }

  const isKnown = (name: string, address: string, now: number) =>
    now - (known.get(`${name} ${address}`) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR_MS

  return {
    isKnown,
    wait(name, address, now) {
      if (!failures.size) return 0
      const byAddress = waitFor(`address ${address}`, now)
      return isKnown(name, address, now) ? byAddress : Math.max(byAddress, waitFor(`name ${name}`, now))
    },
    failed(name, address, now) {
      add(`address ${address}`, now)
      add(`name ${name}`, now)
    },
    succeeded(name, address, now) {
      if (failures.size) {
        failures.delete(`address ${address}`)
        failures.delete(`name ${name}`)
      }
      const pair = `${name} ${address}`
      if (now - (known.get(pair) ?? Number.NEGATIVE_INFINITY) > REMEMBER_EVERY_MS)
        keepRecent(known, pair, now, MOST_ENTRIES)
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
