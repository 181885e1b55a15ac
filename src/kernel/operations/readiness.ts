import { withDeadline } from '../../platform/deadline.ts'
import type { Engine } from '../../vision/engine.ts'

/** One thing without which nobody can be served. `run` throws when it is missing; its message is for the log. */
export interface Check {
  name: string
  run(): Promise<void>
}

export interface Readiness {
  /**
   * What is missing, by the name of its check; at most about a second old, or a tenth of one if something is missing.
   */
  problems(): Promise<{ name: string; message: string }[]>
}

/** How far the faces of earlier sessions are loaded: the service answers meanwhile, and refers who it cannot search for. */
export interface LoadingFaces {
  loaded: number
  total: number
}

/** A probe every few seconds has its answer well within 5 s. */
const LIMIT_MS = 2_000
/** However many ask, the checks run about once in this time. */
const KEPT_MS = 1_000
/**
 * What was missing may be there a moment later: the result is kept only this long, so that a start does not seem half a
 * second longer.
 */
const MISSING_KEPT_MS = 100

/** How many runs of one check may hang at once: a disk that never answers blocks a thread of the process with each. */
const MOST_HANGING = 2

/** Runs the checks in parallel, each with a timeout. One that hangs is abandoned and started again. */
export function createReadiness(checks: Check[], { limitMs = LIMIT_MS, keptMs = KEPT_MS } = {}): Readiness {
  const hanging = new Map<Check, number>()
  const count = (check: Check, by: number) => hanging.set(check, (hanging.get(check) ?? 0) + by)
  let last: { until: number; found: ReturnType<Readiness['problems']> } | undefined

  async function look(check: Check): Promise<{ name: string; message: string }[]> {
    if ((hanging.get(check) ?? 0) >= MOST_HANGING)
      return [{ name: check.name, message: 'has not answered since it was last asked' }]
    count(check, 1)
    try {
      await withDeadline('readiness', limitMs, () => check.run().finally(() => count(check, -1)))
      return []
    } catch (error) {
      return [{ name: check.name, message: error instanceof Error ? error.message : String(error) }]
    }
  }

  return {
    problems() {
      const now = performance.now()
      if (last && now < last.until) return last.found
      const asked = { until: now + keptMs, found: Promise.all(checks.map(look)).then((each) => each.flat()) }
      last = asked
      void asked.found.then((problems) => {
        if (problems.length) asked.until = Math.min(asked.until, performance.now() + MISSING_KEPT_MS)
      })
      return asked.found
    },
  }
}

export const engineCheck = (engine: Pick<Engine, 'ready'>): Check => ({
  name: 'engine',
  run: async () => {
    if (!engine.ready()) throw new Error('no worker of the engine is ready')
  },
})
