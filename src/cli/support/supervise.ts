import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { programOf } from '../../resources.ts'

/** If it crashes more often than this, another start will not help. */
const MOST_RESTARTS = 5
const WINDOW_MS = 60_000
/** The pause between starts that did not get as far as listening: what the service needs may come back. */
const PAUSE_MS = 1_000
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

  const restarted: number[] = []
  let isFirst = true
  for (;;) {
    service = start(restarted.length)
    const end = await endOf(service)
    const code = end.code ?? 1
    if (stopped.signal.aborted || code === 0 || code === WRONGLY_CALLED || (isFirst && !end.hasListened)) return code
    isFirst = false
    const how = end.signal ? `was killed by ${end.signal}` : `ended with ${code}`
    const lately = restarted.filter((at) => performance.now() - at < WINDOW_MS).length
    if (lately >= MOST_RESTARTS) {
      say(`the service ${how}; it was started again ${lately} times within a minute, and will not be started again`)
      return code || 1
    }
    say(`the service ${how}; it is started again`)
    if (!end.hasListened) await sleep(PAUSE_MS, undefined, { signal: stopped.signal }).catch(() => {})
    if (stopped.signal.aborted) return 0
    restarted.push(performance.now())
  }
}

/** Detached from the terminal: its signals come through the supervisor, once. */
function start(restarts: number): ChildProcess {
  const child = fork(programOf('src/cli/cli.ts'), ['serve'], {
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
