/** Limits work of one kind to a share of one processor in the long run, however much of it is requested. */
interface Duty {
  /** Milliseconds until the next piece may begin. */
  rest(now: number): number
  /** A piece that took this long has ended. */
  spent(ms: number, now: number): void
}

/** `burstMs` of work may run without a rest; anything beyond that is paid back at the rate of the share. */
export function openDuty({ share, burstMs }: { share: number; burstMs: number }): Duty {
  let owed = 0
  let at = Number.NEGATIVE_INFINITY
  const owedAt = (now: number) => Math.max(0, owed - Math.max(0, now - at) * share)
  return {
    rest: (now) => Math.max(0, (owedAt(now) - burstMs) / share),
    spent(ms, now) {
      owed = owedAt(now) + ms
      at = now
    },
  }
}
