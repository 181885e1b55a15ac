import { type FairQueue, openFairQueue, openTenantShares } from '../../platform/admission/tenant-shares.ts'
import { countDeadline } from '../../platform/deadline.ts'
import type { EarlyReading } from '../document/early-reading.ts'
import {
  type Asked,
  type AskedOfPage,
  BadPicture,
  CallerAborted,
  type Engine,
  EngineBusy,
  EngineFault,
  type Lesson,
  type PageLook,
  type Trial,
} from '../engine.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import type { DocumentModel } from '../taught/model.ts'
import { type Child, cpuMsOf, type Done, lowerPriority, residentBytesOf, startChild } from './child.ts'
import type { Answers, Request, TaskResult } from './messages.ts'
import { type FullOptions, type PoolOptions, withDefaults } from './pool-options.ts'
import { findSandbox, readableFor, type Sandbox } from './sandbox.ts'
import {
  isCostlier,
  isStarved,
  lossOf,
  type Member,
  settle,
  traceWait,
  traceWork,
  type Waiting,
  type Work,
} from './work.ts'

export interface EnginePool extends Engine {
  /**
   * Settles when the first worker is ready; rejects when the nets or their self-test fail on the first attempt. The
   * start is then retried.
   */
  started: Promise<void>
  /** The sandbox of its workers. */
  sandbox: Sandbox
  state(): PoolState
}

interface PoolState {
  workers: { pid: number | undefined; ready: boolean; busy: boolean }[]
  queued: number
}

/** Child processes behind a queue: a crash or a hang on a hostile picture costs that request, not the service. */
export function openEngine(options: PoolOptions): EnginePool {
  return new Pool(options)
}

const FIRST_RESTART_MS = 500
/** A self-test takes one or two seconds of CPU time. */
const SLOWEST_RESTART_MS = 15_000
/** How often busy workers are checked: a decoder fills some hundred megabytes in this time. */
const WATCH_MS = 200
/** A second worker decodes the picture once more; 12 megapixels take 100 to 450 ms. */
const MOST_SHARED_MS = 500
/** A worker waits for another worker's part of the page up to this share of the limit; then it does that itself. */
const MAX_WAIT_SHARE = 1 / 3
/** When callers may retry after the nets were found to be wrong: about when the start is retried. */
const UNFIT_SECONDS = 10
const UNFIT = 'No worker of the engine could start; the log of the service says why.'

class Pool implements EnginePool {
  readonly sandbox: Sandbox
  readonly #options: FullOptions
  readonly #members = new Map<Child, Member>()
  readonly #queue: FairQueue<Waiting>
  readonly #shares = openTenantShares()
  /** When the last picture of a session will have been answered. */
  readonly #turns = new Map<string, Promise<void>>()
  readonly #started = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<void>()
  #closing = false
  readonly #watch: NodeJS.Timeout
  /** Why the last worker that started could not serve. */
  #unfit: string | undefined
  #models: readonly DocumentModel[] = []
  #lastJob = 0
  #failedStarts = 0
  /** A running mean of the time per picture, for Retry-After. */
  #usualMs = 500

  constructor({ sandbox, ...options }: PoolOptions) {
    const settings = { ...DEFAULT_SETTINGS, ...options.settings }
    this.sandbox = sandbox ?? findSandbox(readableFor(settings))
    this.#options = withDefaults(options)
    this.#queue = openFairQueue(this.#options.queueLimit)
    this.#start()
    // The other workers start after the first one, because they would compete with it for the cores: on its own it is
    // ready in half the time.
    const others = () => {
      for (let i = 1; i < this.#options.workers && !this.#closing; i++) this.#start()
    }
    this.#started.promise.then(others, others)
    this.#watch = setInterval(() => this.#killOvergrown(), WATCH_MS).unref()
  }

  get started(): Promise<void> {
    return this.#started.promise
  }

  readPage(picture: Uint8Array, asked?: AskedOfPage): Promise<Answers['page']> {
    const { film, codes, corners, ofUnnamed } = asked ?? {}
    const wanted = {
      ...(film && { film }),
      ...(codes && { codes }),
      ...(corners && { corners }),
      ...(ofUnnamed && { ofUnnamed }),
    }
    return this.#ask({ task: 'page', picture, ...wanted }, asked)
  }

  readFace(picture: Uint8Array, asked?: Asked): Promise<Answers['face']> {
    return this.#ask({ task: 'face', picture }, asked)
  }

  readChallenge(frames: readonly Uint8Array[], asked?: Asked): Promise<Answers['challenge']> {
    return this.#ask({ task: 'challenge', frames }, asked)
  }

  rewritePicture(picture: Uint8Array, asked?: Asked): Promise<Answers['rewrite']> {
    return this.#ask({ task: 'rewrite', picture }, asked)
  }

  readStoredPortrait(picture: Uint8Array, asked?: Asked): Promise<Answers['chip']> {
    return this.#ask({ task: 'chip', picture }, asked)
  }

  lookAtPages(pictures: readonly Uint8Array[]): Promise<PageLook[]> {
    return Promise.all(pictures.map((picture) => this.#ask({ task: 'look', picture })))
  }

  learnDocument(lesson: Lesson): Promise<Answers['learn']> {
    return this.#ask({ task: 'learn', lesson })
  }

  tryDocument(trial: Trial): Promise<Answers['try']> {
    return this.#ask({ task: 'try', trial })
  }

  useDocumentModels(models: readonly DocumentModel[]): void {
    this.#models = models
    for (const child of this.#members.keys()) child.useModels(models)
  }

  ready(): boolean {
    return !this.#closing && this.#hasReady()
  }

  state(): PoolState {
    const workers = [...this.#members].map(([{ pid }, { ready, work }]) => ({ pid, ready, busy: work !== undefined }))
    return { workers, queued: this.#queue.size() }
  }

  /** Accepts no new pictures, finishes those that were accepted, then ends the workers. */
  async close(): Promise<void> {
    this.#closing = true
    this.#endIfIdle()
    return this.#closed.promise
  }

  #ask<Of extends Request>(request: Of, asked: Asked = { tenant: '' }): Promise<Answers[Of['task']]> {
    const { session } = asked
    if (session === undefined) return this.#askNow(request, asked)
    const answer = (this.#turns.get(session) ?? Promise.resolve()).then(() => this.#askNow(request, asked))
    const turn = answer
      .catch(() => {}) // the caller has it
      .then(() => {
        if (this.#turns.get(session) === turn) this.#turns.delete(session)
      })
    this.#turns.set(session, turn)
    return answer
  }

  async #askNow<Of extends Request>(request: Of, { tenant, signal }: Asked): Promise<Answers[Of['task']]> {
    if (this.#unfit && !this.#hasReady()) throw new EngineBusy(UNFIT_SECONDS, UNFIT)
    if (this.#closing) throw new EngineBusy(5, 'The service is stopping.')
    if (signal?.aborted) throw new CallerAborted()
    const { promise, resolve, reject } = Promise.withResolvers<TaskResult>()
    const place = { span: this.#options.tracing?.here(), asked: performance.now() }
    const waiting: Waiting = { id: ++this.#lastJob, request, tenant, ...place, resolve, reject }
    if (!this.#queue.add(tenant, waiting)) throw new EngineBusy(this.#retryAfter())
    const leave = () => {
      // A picture that a worker has taken is read to the end: starting a new worker would cost more than finishing it.
      if (this.#queue.remove(tenant, waiting)) reject(new CallerAborted())
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#shares.saw(tenant, performance.now())
    this.#dispatch()
    const answer = promise.finally(() => signal?.removeEventListener('abort', leave))
    return answer as Promise<Answers[Of['task']]>
  }

  #heldBy(tenant: string): number {
    return [...this.#members.values()].filter(({ work, owedBy }) => (work?.tenant ?? owedBy) === tenant).length
  }

  #mayHaveWorker(tenant: string): boolean {
    return this.#shares.mayHaveMore(this.#heldBy(tenant), this.#options.workers)
  }

  #isFlooding(tenant: string, wanted: number): boolean {
    return this.#shares.isFlooding(tenant, wanted, performance.now())
  }

  /** How long the current queue will take, in whole seconds. */
  #retryAfter(): number {
    return Math.max(1, Math.ceil((this.#queue.size() * this.#usualMs) / this.#options.workers / 1000))
  }

  #dispatch(): void {
    for (;;) {
      const free = [...this.#members].filter(([, { ready, work }]) => ready && !work)
      if (!free.length) break
      const now = performance.now()
      const job = this.#queue.take(
        (tenant) => this.#mayHaveWorker(tenant),
        (tenant) => this.#shares.recent(tenant, now),
      )
      if (!job) break
      const { tenant } = job
      // Nobody waits for a stored portrait as they do for the answer about a picture.
      const low =
        job.request.task === 'chip' || this.#isFlooding(tenant, 1 + this.#heldBy(tenant) + this.#queue.waiting(tenant))
      const [child, member] = (free.find(([, each]) => each.low === low) ?? free[0]) as [Child, Member]
      this.#give(child, member, job)
      traceWait(job, performance.now())
      child.read(job)
    }
    this.#endIfIdle()
  }

  #give(child: Child, member: Member, job: Waiting): void {
    const timer = setTimeout(() => this.#giveUp(child, member), this.#options.timeLimitMs)
    member.work = { ...job, job, since: performance.now(), timer, cpuMs: cpuMsOf(child.pid) }
  }

  /** Ends a worker that exceeded the time limit, and records whether it had enough CPU time. */
  #giveUp(child: Child, { work }: Member): void {
    if (!work) return
    countDeadline('engine')
    work.starved = isStarved(work, cpuMsOf(child.pid), this.#options.timeLimitMs)
    child.kill()
  }

  /** Puts a picture back into the queue once if the machine had no CPU time for it; then the caller must retry. */
  #putBack({ job, tenant, reject }: Work): void {
    if (!job.putBack && this.#queue.add(tenant, Object.assign(job, { putBack: true }))) return
    reject(new EngineBusy(this.#retryAfter()))
  }

  #onDecoding(child: Child, job: number, budgetMs: number): void {
    const work = this.#workOf(child, job)
    if (work) work.decoding = { since: performance.now(), cpuMs: cpuMsOf(child.pid), budgetMs }
  }

  /** Only a picture that could be decoded is worth the time of a second worker. */
  #onDecoded(child: Child, job: number, asksShare: boolean): void {
    const work = this.#workOf(child, job)
    if (!work) return
    const isCheap = !isCostlier(work, cpuMsOf(child.pid), performance.now(), MOST_SHARED_MS)
    work.decoding = undefined
    if (!asksShare) return
    const other = work.request.task === 'page' && isCheap ? this.#findIdle(work.tenant) : undefined
    child.share(job, other !== undefined)
    if (other) this.#shareWith(other, { child, job: work.job })
  }

  #workOf(child: Child, job: number): Work | undefined {
    const work = this.#members.get(child)?.work
    return work?.id === job ? work : undefined
  }

  /** An idle worker for this tenant; undefined while pictures wait, or when the tenant is flooding the pool. */
  #findIdle(tenant: string): [Child, Member] | undefined {
    if (this.#queue.size() > 0 || !this.#mayHaveWorker(tenant) || this.#isFlooding(tenant, 1)) return undefined
    return [...this.#members].find(([, { ready, work }]) => ready && !work)
  }

  /** An idle worker does a part of another worker's page. Whatever the result, that worker continues. */
  #shareWith([helper, member]: [Child, Member], { child, job }: { child: Child; job: Waiting }): void {
    const { request, tenant, asked } = job
    if (request.task !== 'page') return
    // A helper that hangs would only end at its own time limit, which is also that of the page.
    const late = setTimeout(() => child.tell(job.id, undefined), this.#options.timeLimitMs * MAX_WAIT_SHARE)
    const tell = (seen: EarlyReading | undefined) => {
      clearTimeout(late)
      child.tell(job.id, seen)
    }
    const part: Waiting = {
      id: ++this.#lastJob,
      // A separate copy: the page may be answered, and its picture released, before this one is sent.
      request: { task: 'parallel', picture: new Uint8Array(request.picture), corners: request.corners },
      tenant,
      asked,
      span: job.span,
      resolve: (seen) => tell(seen as EarlyReading),
      reject: () => tell(undefined),
    }
    this.#give(helper, member, part)
    helper.read(part)
  }

  #start(owedBy?: string): void {
    if (this.#closing && this.#queue.size() === 0) return
    const { program, settings } = this.#options
    const events = {
      onReady: (child: Child) => this.#onReady(child),
      onUnfit: (child: Child, message: string) => this.#onUnfit(child, message),
      onDecoding: (child: Child, job: number, budgetMs: number) => this.#onDecoding(child, job, budgetMs),
      onDecoded: (child: Child, job: number, asksShare: boolean) => this.#onDecoded(child, job, asksShare),
      onDone: (child: Child, done: Done) => this.#onDone(child, done),
      onExit: (child: Child, how: string) => this.#onExit(child, how),
    }
    let child: Child
    try {
      child = startChild({ ...DEFAULT_SETTINGS, ...settings }, this.sandbox, events, program)
    } catch (error) {
      this.#refuseAll(error instanceof Error ? error.message : String(error))
      this.#startLater(owedBy)
      return
    }
    if (this.#models.length) child.useModels(this.#models)
    this.#members.set(child, { ready: false, served: false, low: this.#lowerPriority(child), owedBy })
  }

  /** Lowers the priority of a new worker once half of the workers have the normal one; false if it keeps that. */
  #lowerPriority({ pid }: Child): boolean {
    const others = [...this.#members.values()].filter(({ low }) => !low).length
    if (pid === undefined || others < Math.ceil(this.#options.workers / 2)) return false
    return lowerPriority(pid)
  }

  #onReady(child: Child): void {
    const member = this.#members.get(child)
    if (!member) return
    Object.assign(member, { ready: true, served: true, owedBy: undefined })
    this.#failedStarts = 0
    this.#unfit = undefined
    this.#started.resolve()
    this.#dispatch()
  }

  #onUnfit(child: Child, message: string): void {
    const member = this.#members.get(child)
    if (member) Object.assign(member, { ready: false, served: false })
    this.#refuseAll(message)
    child.kill()
  }

  /** Workers that are ready continue. If none is ready, nobody waits for one that may never start. */
  #refuseAll(message: string): void {
    if (this.#unfit !== message) this.#options.onProblem(`a worker of the engine cannot serve: ${message}`)
    this.#unfit = message
    this.#started.reject(new EngineFault(message))
    if (this.#hasReady()) return
    for (const waiting of this.#queue.clear()) waiting.reject(new EngineBusy(UNFIT_SECONDS, UNFIT))
  }

  /** Restarts with a longer delay after every failed start in a row. */
  #startLater(owedBy: string | undefined): void {
    const wait = Math.min(SLOWEST_RESTART_MS, FIRST_RESTART_MS * 2 ** this.#failedStarts++)
    setTimeout(() => this.#start(owedBy), wait).unref()
  }

  #onDone(child: Child, { job, outcome, times, residentBytes }: Done): void {
    const member = this.#members.get(child)
    const work = member?.work
    if (!member || work?.id !== job) return
    clearTimeout(work.timer)
    delete member.work
    this.#count(child, work)
    if (work.request.task !== 'parallel') this.#usualMs = 0.9 * this.#usualMs + 0.1 * (performance.now() - work.since)
    for (const time of times) this.#options.onStep(work.request.task, time)
    traceWork(work, work.since, times)
    settle(work, outcome)
    if (residentBytes > this.#options.memoryLimitBytes) {
      Object.assign(member, { ready: false, owedBy: work.tenant })
      child.kill()
    }
    this.#dispatch()
  }

  /** Counts CPU time; if it is unknown or the worker is gone, elapsed time. */
  #count({ pid }: Child, { tenant, cpuMs, since }: Work): void {
    const [now, cpuNow] = [performance.now(), cpuMsOf(pid)]
    this.#shares.spent(tenant, cpuMs !== undefined && cpuNow !== undefined ? cpuNow - cpuMs : now - since, now)
  }

  #onExit(child: Child, how: string): void {
    const member = this.#members.get(child)
    this.#members.delete(child)
    const work = member?.work
    if (work) {
      clearTimeout(work.timer)
      const late = !work.isCostly && performance.now() - work.since >= this.#options.timeLimitMs
      const reason = work.isCostly
        ? `decoding it took more than ${work.decoding?.budgetMs} ms of CPU time`
        : late
          ? `no answer within ${this.#options.timeLimitMs} ms`
          : `the worker was ${how}`
      this.#options.onProblem(`${lossOf(work)}: ${reason}`)
      this.#count(child, work)
      traceWork(work, work.since, [], 'EngineFault')
      if (work.isCostly) work.reject(new BadPicture('damaged', 'decoding the picture takes too long'))
      else if (work.starved && work.request.task !== 'parallel') this.#putBack(work)
      else work.reject(new EngineFault(reason, late))
    }
    if (this.#closing) this.#endIfIdle()
    if (this.#closing && this.#queue.size() === 0) return

    this.#options.onRestart()
    const owedBy = work?.tenant ?? member?.owedBy
    if (member?.served) setTimeout(() => this.#start(owedBy), 0).unref()
    else this.#startLater(owedBy)
  }

  #hasReady(): boolean {
    return [...this.#members.values()].some(({ ready }) => ready)
  }

  #killOvergrown(): void {
    for (const [child, { work }] of this.#members) {
      if (!work) continue
      if (residentBytesOf(child.pid) > this.#options.hardMemoryLimitBytes) child.kill()
      else if (work.decoding && isCostlier(work, cpuMsOf(child.pid), performance.now())) {
        countDeadline('engine')
        work.isCostly = true
        child.kill()
      }
    }
  }

  #endIfIdle(): void {
    if (!this.#closing) return
    const idle = this.#queue.size() === 0 && ![...this.#members.values()].some(({ work }) => work)
    if (!idle) return
    for (const child of this.#members.keys()) child.kill()
    clearInterval(this.#watch)
    if (this.#members.size === 0) this.#closed.resolve()
  }
}
