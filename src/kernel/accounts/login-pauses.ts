/** A person who mistypes, or a deployment that briefly has the old password, is not slowed down. */
export const FREE_TRIES = 5

/** At one guess a minute 256 random bits outlast the universe; a longer pause would only punish mistakes. */
export const LONGEST_PAUSE_MS = 60_000

export const FORGET_FAILURES_MS = 15 * 60_000

/** The pause after this many failures: none after the free ones, then it doubles with each. */
export const pauseAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(LONGEST_PAUSE_MS, 2 ** (failures - FREE_TRIES) * 1000)
