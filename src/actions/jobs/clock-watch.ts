import type { Clock, Settings } from '../ports/installation.ts'

/** More than this between two sweeps, by the clock and by a watch that only counts, is a jump. */
const JUMP_MS = 5 * 60_000
/** An installation that was off for longer than this waits too: its clock may be what is wrong. */
const LONG_OFF_MS = 7 * 86_400_000
/** Time for somebody to read the log. */
const WAIT_MS = 24 * 3_600_000

const NAME = 'last sweep'

/** Why nothing may be expired or erased by its age now; undefined when the clock can be relied on. */
export type ClockWatch = () => Promise<string | undefined>

/**
 * Notes what time it is with every call, and holds the clock against a watch that cannot be set. A clock that jumped a year
 * ahead would have every session erased within a minute. So after a jump nothing is, for a day of running, also over a restart.
 */
export function openClockWatch(
  settings: Settings,
  clock: Clock,
  watch: () => number = () => performance.now(),
): ClockWatch {
  let last: { wall: number; watch: number } | undefined
  let waiting: { until: number; why: string } | undefined

  async function begin(now: { wall: number; watch: number }): Promise<void> {
    const [noted, left = 0] = ((await settings.get(NAME)) ?? '').split(' ').filter(Boolean).map(Number)
    if (noted === undefined) return
    const away = now.wall - noted
    if (away > LONG_OFF_MS || away < -JUMP_MS)
      waiting = { until: now.watch + WAIT_MS, why: `it is ${spanOf(away)} since the last sweep, by the clock` }
    else if (left > 0) waiting = { until: now.watch + left, why: 'the clock has jumped' }
  }

  return async () => {
    const now = { wall: clock().getTime(), watch: watch() }
    if (!last) await begin(now)
    else {
      const jump = now.wall - last.wall - (now.watch - last.watch)
      if (Math.abs(jump) > JUMP_MS)
        waiting = { until: now.watch + WAIT_MS, why: `the clock has jumped by ${spanOf(jump)}` }
    }
    last = now
    if (waiting && now.watch >= waiting.until) waiting = undefined
    await settings.set(NAME, `${now.wall} ${waiting ? Math.ceil(waiting.until - now.watch) : 0}`)
    return waiting?.why
  }
}

const spanOf = (ms: number): string => {
  const hours = Math.round(ms / 3_600_000)
  return Math.abs(hours) < 48 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(hours / 24)} days`
}
