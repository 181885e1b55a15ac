import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Runs inside the sandbox: tries what a hostile picture would make a worker do, and reports what succeeded. */

interface TrialOrders {
  /** A file that only the service may read. */
  secret: string
  /** A port of this machine with a listening server. */
  port: number
}

export interface TrialReport {
  readSecret: boolean
  readEnvironment: boolean
  openedSocket: boolean
  wroteFile: boolean
  startedProcess: boolean
  user: number | undefined
  /** The flags that Node was started with. */
  flags: string[]
}

/** Then `allocate` allocates memory piece by piece until it has this number of bytes or is stopped. */
process.on('message', (orders: TrialOrders | { allocate: number }) => {
  if ('allocate' in orders) allocate(orders.allocate)
  else void attempt(orders).then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit(0))

async function attempt({ secret, port }: TrialOrders): Promise<TrialReport> {
  return {
    readSecret: works(() => readFileSync(secret)),
    readEnvironment: works(() => readFileSync(`/proc/${process.ppid}/environ`)),
    openedSocket: await connects(port),
    wroteFile: works(() => writeFileSync(path.join(tmpdir(), `limen-trial-${process.pid}`), '')),
    startedProcess: works(() => spawn(process.execPath, ['--version']).on('error', () => {})),
    user: process.getuid?.(),
    flags: process.execArgv,
  }
}

function works(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 })
    const end = (worked: boolean) => {
      socket.destroy()
      resolve(worked)
    }
    socket.on('connect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}

const PIECE = 64 * 1024 * 1024

/** Allocates outside the JavaScript heap, as a decoder would, and writes to the memory so that it counts. */
function allocate(bytes: number): void {
  const held: Buffer[] = []
  const more = () => {
    if (!works(() => held.push(Buffer.alloc(PIECE, 1)))) process.exit(1)
    if (held.length * PIECE < bytes) setImmediate(more)
    else process.send?.({ allocated: held.length * PIECE })
  }
  more()
}
