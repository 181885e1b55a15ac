import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

interface LogOutput extends DestinationStream {
  /** Lines that were not written since the process began. */
  dropped(): number
}

/** Some thousand lines: how far a slow reader may be behind. */
const MOST_BYTES = 1_000_000
/** How soon a slow reader is tried again. */
const RETRY_MS = 50
/** A write that takes longer is not waited for when the process ends. */
const STUCK_MS = 1_000
const LAST_WAIT_MS = 100

/**
 * Writes lines to a file or pipe without ever waiting for it. With a full disk, or a pipe that nobody reads or that is
 * closed, lines are dropped and counted, and the service is not affected.
 */
export function openLogOutput(fd = standardOutput(), mostBytes = MOST_BYTES): LogOutput {
  let waiting: string[] = []
  let bytes = 0
  let dropped = 0
  let reported = 0
  let writingSince: number | undefined
  let isCut = false

  function flush(): void {
    const lines = waiting
    const report = reportOf(dropped - reported)
    const batch = Buffer.from(`${isCut ? '\n' : ''}${report}${lines.join('')}`)
    const upTo = dropped
    waiting = []
    writingSince = performance.now()
    writeAll(fd, batch, 0, (error, written) => {
      writingSince = undefined
      bytes -= lengthOf(lines)
      if (error) {
        dropped += lines.length
        isCut ||= written > 0
      } else {
        reported = upTo
        isCut = false
      }
      if (waiting.length) flush()
    })
  }

  // Waiting lines are still written at the end, unless a write hangs: a synchronous one would hang as well, and nobody
  // could stop it.
  process.once('exit', () => {
    if (writingSince !== undefined && performance.now() - writingSince > STUCK_MS) return
    if (writingSince !== undefined) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WAIT_MS)
    try {
      writeSync(fd, waiting.join(''))
    } catch {
      // There is nowhere to report it.
    }
  })

  return {
    write(line) {
      if (bytes + line.length > mostBytes) {
        dropped += 1
        return
      }
      waiting.push(line)
      bytes += line.length
      if (writingSince === undefined) flush()
    },
    dropped: () => dropped,
  }
}

/**
 * Node makes a pipe non-blocking when it opens the stream. A write that blocked a thread would keep the process from
 * ending.
 */
function standardOutput(): number {
  const { stdout, stderr } = process
  // A reader that closes its end of a pipe must not end the service.
  for (const stream of [stdout, stderr]) if (!stream.listenerCount('error')) stream.on('error', () => {})
  return stdout.fd
}

type Done = (error: NodeJS.ErrnoException | null, written: number) => void

function writeAll(fd: number, batch: Buffer, from: number, done: Done): void {
  write(fd, batch, from, batch.length - from, null, (error, written = 0) => {
    const upTo = from + written
    if (error?.code === 'EAGAIN') setTimeout(() => writeAll(fd, batch, upTo, done), RETRY_MS).unref()
    else if (error || upTo === batch.length) done(error, upTo)
    else writeAll(fd, batch, upTo, done)
  })
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, { length }) => sum + length, 0)

/** A line of the log about the log, in pino's form. */
const reportOf = (count: number): string =>
  count > 0
    ? `${JSON.stringify({ level: 40, time: new Date().toISOString(), count, msg: 'lines of the log were dropped: they could not be written' })}\n`
    : ''
