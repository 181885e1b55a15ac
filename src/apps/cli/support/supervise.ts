import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { programOf } from '../../../platform/resources.ts'

/** So many falls in a row are followed by another start at once; then each pause is twice as long as the last. */
const AT_ONCE = 5
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A service that stayed up for this long has recovered: the next fall is the first one of its row. */
const RECOVERED_MS = 60_000
/** The exit code of a wrong setting or call: another start would end in the same way. */
const WRONGLY_CALLED = 2
/**
 * A terminal signals every process of its group, and launchers forward the signal: within this time it is the same one.
 */
const SAME_SIGNAL_MS = 500

/** How many times the service was started again; the supervisor passes it in the environment. */
export const RESTARTS = 'LIMEN_RESTARTS'
/** What the service sends to its supervisor when it listens. */
export const LISTENING = 'listening'

interface End {
  code: number | null
  signal: NodeJS.Signals | null
  /** Whether it had begun to listen. */
  hasListened: boolean
}

/**
 * Runs the service in a process of its own, and restarts it when a fault has ended it. Answers the exit code of the
 * last one.
 */
export async function supervise(say: (text: string) => void): Promise<number> {
  let service: ChildProcess | undefined
  const stopped = new AbortController()
  let signalledAt = Number.NEGATIVE_INFINITY
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (performance.now() - signalledAt < SAME_SIGNAL_MS) return
      signalledAt = performance.now()
      stopped.abort()
      service?.kill(signal)
    })

  let restarts = 0
  let fallsInRow = 0
  for (;;) {
    const started = performance.now()
    service = start(restarts)
    const end = await endOf(service)
    // Asked to stop before it could listen for that.
    const isStopped = stopped.signal.aborted && (end.signal === 'SIGTERM' || end.signal === 'SIGINT')
    const code = end.code ?? (isStopped ? 0 : 1)
    if (stopped.signal.aborted || code === 0 || code === WRONGLY_CALLED || (restarts === 0 && !end.hasListened))
      return code
    const how = end.signal ? `was killed by ${end.signal}` : `ended with ${code}`
    fallsInRow = end.hasListened && performance.now() - started >= RECOVERED_MS ? 1 : fallsInRow + 1
    const pauseMs = pauseAfter(fallsInRow, end.hasListened)
    const when = pauseMs ? `; after ${fallsInRow} falls in a row it is started again in ${pauseMs / 1_000} s` : ''
    say(`the service ${how}${when || '; it is started again'}`)
    await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {})
    if (stopped.signal.aborted) return 0
    restarts += 1
  }
}

/** It is never given up: what the service needs may come back. */
export function pauseAfter(fallsInRow: number, hasListened: boolean): number {
  const least = hasListened ? 0 : FIRST_PAUSE_MS
  if (fallsInRow <= AT_ONCE) return least
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (fallsInRow - AT_ONCE - 1))
}

/** Detached from the terminal: its signals come through the supervisor, once. */
function start(restarts: number): ChildProcess {
  const child = fork(programOf('src/apps/cli/cli.ts'), ['serve'], {
    execArgv: [...new Set([...process.execArgv, '--disable-warning=ExperimentalWarning'])],
    env: { ...process.env, [RESTARTS]: String(restarts) },
    detached: true,
  })
  child.on('error', () => {}) // a child that cannot be started exits as well
  return child
}

function endOf(service: ChildProcess): Promise<End> {
  let hasListened = false
  service.on('message', (message) => {
    hasListened ||= message === LISTENING
  })
  return new Promise((resolve) => {
    service.on('error', () => service.pid === undefined && resolve({ code: 1, signal: null, hasListened }))
    service.on('exit', (code, signal) => resolve({ code, signal, hasListened }))
  })
}
