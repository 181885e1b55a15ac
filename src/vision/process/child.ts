import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { Writable } from 'node:stream'
import { programOf } from '../../platform/resources.ts'
import type { EarlyReading } from '../document/early-reading.ts'
import type { StepTime } from '../read-engine.ts'
import type { EngineSettings } from '../settings.ts'
import type { DocumentModel } from '../taught/model.ts'
import { type FromWorker, PICTURE_PIPE, type Request, type TaskOutcome, type ToWorker } from './messages.ts'
import { forkSandboxed, readableFor, type Sandbox } from './sandbox.ts'

/** One worker process, as the pool sees it. */
export interface Child {
  pid: number | undefined
  /** Reads one picture; at most one at a time. */
  read(job: Job): void
  /** Says whether another worker helps with a picture that it has decoded; if so, it gets that worker's result. */
  share(job: number, isShared: boolean): void
  tell(job: number, seen: EarlyReading | undefined): void
  /** Uses these documents from the next picture on. */
  useModels(models: readonly DocumentModel[]): void
  /** Ends it immediately, whatever it is doing. */
  kill(): void
}

export interface Job {
  id: number
  request: Request
}

interface ChildEvents {
  onReady(child: Child): void
  onUnfit(child: Child, message: string): void
  onDecoding(child: Child, job: number, budgetMs: number): void
  onDecoded(child: Child, job: number, asksShare: boolean): void
  onDone(child: Child, done: Done): void
  /** The process is gone: crashed, killed, or exited. */
  onExit(child: Child, how: string): void
}

export interface Done {
  job: number
  outcome: TaskOutcome
  times: StepTime[]
  residentBytes: number
}

const PROGRAM = programOf('src/vision/process/worker.ts')

/** Throws if the system has no process or pipe left for it. */
export function startChild(
  settings: EngineSettings,
  sandbox: Sandbox,
  events: ChildEvents,
  program: string = PROGRAM,
): Child {
  const process = forkSandboxed(program, sandbox, readableFor(settings))
  // Without free file descriptors there is neither a process nor a pipe.
  const pictures = process.stdio?.[PICTURE_PIPE]
  if (!(pictures instanceof Writable)) throw new Error('the system refuses another process or pipe')
  const child: Child = {
    pid: process.pid,
    read({ id, request }) {
      if (!('picture' in request)) return send(process, { kind: 'read', job: id, request })
      const { picture, ...others } = request
      send(process, { kind: 'read', job: id, request: { ...others, pictureBytes: picture.length } })
      pictures.write(picture)
    },
    share: (job, isShared) => send(process, { kind: 'share', job, isShared }),
    tell: (job, seen) => send(process, { kind: 'parallel', job, seen }),
    useModels: (models) => send(process, { kind: 'models', models }),
    kill: () => process.kill('SIGKILL'),
  }

  let over = false
  const end = (how: string) => {
    if (over) return
    over = true
    events.onExit(child, how)
  }
  process.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') events.onReady(child)
    else if (message.kind === 'unfit') events.onUnfit(child, message.message)
    else if (message.kind === 'decoding') events.onDecoding(child, message.job, message.budgetMs)
    else if (message.kind === 'decoded') events.onDecoded(child, message.job, message.asksShare)
    else events.onDone(child, message)
  })
  process.on('error', (error) => end(error.message))
  process.on('exit', (code, signal) => end(signal ? `killed by ${signal}` : `ended with ${code}`))
  send(process, { kind: 'open', settings })
  return child
}

/** A message to a process that has just died is lost; the exit event handles that. */
function send(process: ChildProcess, message: ToWorker): void {
  if (process.connected) process.send(message, () => {})
}

/** The nice value of half of the workers, so that the others come first on a busy core. It cannot be undone. */
const LOW_PRIORITY = 5

/** Gives a process a lower priority than this one's; returns false if the machine does not allow it. */
export function lowerPriority(pid: number): boolean {
  try {
    setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + LOW_PRIORITY))
    return true
  } catch {
    return false
  }
}

/** A process's resident memory, as reported by Linux; 0 if it is not reported, or the process is gone. */
export function residentBytesOf(pid: number | undefined): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

/** CPU time that a process has used, as reported by Linux; undefined if it is not reported, or the process is gone. */
export function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    // The name in parentheses may contain spaces; user and system time are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}
