import { availableParallelism } from 'node:os'
import {
  BadPicture,
  type Engine,
  EngineBusy,
  EngineFault,
  type FaceResult,
  type PageResult,
} from '../../actions/ports/engine.ts'
import type { Result } from '../../domain/result.ts'
import type { DocumentRefusal, FaceRefusal } from '../../domain/vocabulary.ts'
import { DEFAULT_SETTINGS, type EngineSettings } from '../settings.ts'
import type { StepTime } from '../workbench.ts'
import { type Child, type Done, type Job, startChild } from './child.ts'
import type { Outcome, Task, TaskResult } from './messages.ts'

export interface PoolOptions {
  /** One per core by default: a worker computes on one thread. */
  workers?: number
  /** Pictures that may wait for a worker. */
  queueLimit?: number
  /** From the moment a worker takes the picture; past it the worker is killed. */
  timeLimitMs?: number
  /** A worker that has grown beyond this is replaced after its picture: a HEIC decoder never gives memory back. */
  memoryLimitBytes?: number
  /** What is not set here keeps its default. */
  settings?: Partial<EngineSettings>
  onStep?(task: Task, step: StepTime): void
  onProblem?(message: string): void
}

export interface EnginePool extends Engine {
  /** Settles when the first worker is ready; rejects when the nets or their self-test fail. */
  started: Promise<void>
  state(): PoolState
}

export interface PoolState {
  workers: { pid: number | undefined; ready: boolean; busy: boolean }[]
  queued: number
}

/** Child processes behind a queue: a crash or a hang on a hostile picture costs that one request, not the service. */
export function openEngine(options: PoolOptions = {}): EnginePool {
  return new Pool(options)
}

interface Member {
  ready: boolean
  /** Was ready once, so that its end was no failed start. */
  served: boolean
  work?: Work
}

interface Waiting extends Job {
  resolve(result: TaskResult): void
  reject(error: Error): void
}

interface Work extends Waiting {
  since: number
  timer: NodeJS.Timeout
}

const FIRST_RESTART_MS = 500
const SLOWEST_RESTART_MS = 30_000

class Pool implements EnginePool {
  readonly #options: Required<PoolOptions>
  readonly #members = new Map<Child, Member>()
  readonly #queue: Waiting[] = []
  readonly #started = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()
  #closing = false
  /** Why no worker can ever serve: the nets are wrong, so restarting would not help. */
  #unfit: string | undefined
  #lastJob = 0
  #failedStarts = 0
  /** A running mean, for Retry-After. */
  #usualMs = 500

  constructor(options: PoolOptions) {
    this.#options = {
      workers: availableParallelism(),
      queueLimit: 64,
      timeLimitMs: 30_000,
      memoryLimitBytes: 1_500_000_000,
      settings: {},
      onStep: () => {},
      onProblem: () => {},
      ...options,
    }
    this.#started.promise.catch(() => {}) // whoever awaits `started` is told; nobody has to
    for (let i = 0; i < this.#options.workers; i++) this.#start()
  }

  get started(): Promise<void> {
    return this.#started.promise
  }

  readPage(picture: Uint8Array): Promise<Result<PageResult, DocumentRefusal>> {
    return this.#read('page', picture) as Promise<Result<PageResult, DocumentRefusal>>
  }

  readFace(picture: Uint8Array): Promise<Result<FaceResult, FaceRefusal>> {
    return this.#read('face', picture) as Promise<Result<FaceResult, FaceRefusal>>
  }

  ready(): boolean {
    return !this.#unfit && !this.#closing && [...this.#members.values()].some(({ ready }) => ready)
  }

  state(): PoolState {
    const workers = [...this.#members].map(([{ pid }, { ready, work }]) => ({ pid, ready, busy: work !== undefined }))
    return { workers, queued: this.#queue.length }
  }

  /** Takes nothing new, finishes what was accepted, then ends the workers. */
  async close(): Promise<void> {
    this.#closing = true
    this.#endIfIdle()
    return this.#closed.promise
  }

  #read(task: Task, picture: Uint8Array): Promise<TaskResult> {
    if (this.#unfit) return Promise.reject(new EngineFault(this.#unfit))
    if (this.#closing) return Promise.reject(new EngineBusy(5))
    if (this.#queue.length >= this.#options.queueLimit) return Promise.reject(new EngineBusy(this.#retryAfter()))
    return new Promise((resolve, reject) => {
      this.#queue.push({ id: ++this.#lastJob, task, picture, resolve, reject })
      this.#dispatch()
    })
  }

  /** How long the present queue will take, in whole seconds. */
  #retryAfter(): number {
    return Math.max(1, Math.ceil((this.#queue.length * this.#usualMs) / this.#options.workers / 1000))
  }

  #dispatch(): void {
    for (const [child, member] of this.#members) {
      if (!member.ready || member.work) continue
      const job = this.#queue.shift()
      if (!job) break
      const timer = setTimeout(() => child.kill(), this.#options.timeLimitMs)
      member.work = { ...job, since: performance.now(), timer }
      child.read(job)
    }
    this.#endIfIdle()
  }

  #start(): void {
    if (this.#closing && this.#queue.length === 0) return
    const child = startChild(
      { ...DEFAULT_SETTINGS, ...this.#options.settings },
      {
        onReady: (child) => this.#onReady(child),
        onUnfit: (child, message) => this.#onUnfit(child, message),
        onDone: (child, done) => this.#onDone(child, done),
        onExit: (child, how) => this.#onExit(child, how),
      },
    )
    this.#members.set(child, { ready: false, served: false })
  }

  #onReady(child: Child): void {
    const member = this.#members.get(child)
    if (!member) return
    member.ready = true
    member.served = true
    this.#failedStarts = 0
    this.#started.resolve()
    this.#dispatch()
  }

  #onUnfit(child: Child, message: string): void {
    this.#unfit = message
    this.#options.onProblem(`the engine cannot serve: ${message}`)
    const fault = new EngineFault(message)
    this.#started.reject(fault)
    for (const waiting of this.#queue.splice(0)) waiting.reject(fault)
    child.kill()
  }

  #onDone(child: Child, { job, outcome, times, residentBytes }: Done): void {
    const member = this.#members.get(child)
    const work = member?.work
    if (!member || work?.id !== job) return
    clearTimeout(work.timer)
    delete member.work
    this.#usualMs = 0.9 * this.#usualMs + 0.1 * (performance.now() - work.since)
    for (const time of times) this.#options.onStep(work.task, time)
    settle(work, outcome)
    if (residentBytes > this.#options.memoryLimitBytes) {
      member.ready = false
      child.kill()
    }
    this.#dispatch()
  }

  #onExit(child: Child, how: string): void {
    const member = this.#members.get(child)
    this.#members.delete(child)
    const work = member?.work
    if (work) {
      clearTimeout(work.timer)
      const late = performance.now() - work.since >= this.#options.timeLimitMs
      const reason = late ? `no answer within ${this.#options.timeLimitMs} ms` : `the worker was ${how}`
      this.#options.onProblem(`a picture was lost: ${reason}`)
      work.reject(new EngineFault(reason))
    }
    if (this.#closing) this.#endIfIdle()
    if (this.#unfit || (this.#closing && this.#queue.length === 0)) return

    const wait = member?.served ? 0 : Math.min(SLOWEST_RESTART_MS, FIRST_RESTART_MS * 2 ** this.#failedStarts++)
    setTimeout(() => this.#start(), wait)
  }

  #endIfIdle(): void {
    if (!this.#closing) return
    const idle = this.#queue.length === 0 && ![...this.#members.values()].some(({ work }) => work)
    if (!idle) return
    for (const child of this.#members.keys()) child.kill()
    if (this.#members.size === 0) this.#closed.resolve()
  }
}

function settle(work: Work, outcome: Outcome): void {
  if (outcome.kind === 'result') work.resolve(outcome.result)
  else if (outcome.kind === 'bad-picture') work.reject(new BadPicture(outcome.problem, outcome.message))
  else work.reject(new EngineFault(outcome.message))
}
