import { keepRecent } from '../../domain/keep-recent.ts'

/** Says whether one more request of this key is within its rate; when not, after how many seconds it will be. */
export type RateLimit = (key: string, now: number) => number

/** So many keys are remembered; a full bucket is forgotten first, since forgetting it changes nothing. */
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
