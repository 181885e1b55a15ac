import { write } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

/** The program of the watchdog's thread. */

export interface WatchdogOrders {
  /** The beat of the event loop, the number of the last route, and how many requests to each route are in progress. */
  shared: SharedArrayBuffer
  routes: string[]
  isSilent: boolean
}

/** Where the counts of the routes begin. */
export const HEADER = 2
export const BEAT_MS = 500
/** An ordinary request holds the loop for some milliseconds; the largest ones for less than a second. */
const STILL_MS = 10_000
/** The log goes there; in a thread process.stdout is another stream. */
const STANDARD_OUTPUT = 1
/** A log that takes no line does not keep the process alive. */
const LAST_LINE_MS = 1_000

if (!isMainThread) watch(workerData as WatchdogOrders)

/**
 * Counts its own looks and not the time: a process that was suspended as a whole, or a machine that slept, has missed
 * one look and not twenty.
 */
function watch({ shared, routes, isSilent }: WatchdogOrders): void {
  const state = new Int32Array(shared)
  let [last, looks] = [Atomics.load(state, 0), 0]
  setInterval(() => {
    const beat = Atomics.load(state, 0)
    looks = beat === last ? looks + 1 : 0
    last = beat
    if (looks * BEAT_MS !== STILL_MS) return
    const end = () => process.kill(process.pid, 'SIGKILL')
    if (isSilent) return end()
    setTimeout(end, LAST_LINE_MS)
    write(STANDARD_OUTPUT, lineOf(state, routes), end)
  }, BEAT_MS)
}

/** A line in pino's form: route patterns, which contain nothing of a person. */
function lineOf(state: Int32Array, routes: string[]): string {
  const counts = routes.map((route, index) => [route, Atomics.load(state, HEADER + index)] as const)
  return `${JSON.stringify({
    level: 60,
    time: new Date().toISOString(),
    lastRoute: routes[Atomics.load(state, 1)],
    inProgress: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    msg: `the event loop has stood still for ${STILL_MS / 1_000} s: the process ends`,
  })}\n`
}
