import type { Facts, Span } from '../../platform/telemetry/tracing.ts'
import { BadPicture, EngineFault } from '../engine.ts'
import type { StepTime } from '../read-engine.ts'
import type { Job } from './child.ts'
import type { Request, TaskOutcome, TaskResult } from './messages.ts'

/** A worker of the pool, with what the pool knows about it. */
export interface Member {
  ready: boolean
  /** It was ready once, so its end does not count as a failed start. */
  served: boolean
  /** Runs with a lower priority: for pictures of tenants that flood the pool. */
  low: boolean
  work?: Work
  /** The tenant whose picture ended it, or the worker it replaces: until it is ready, it counts as this tenant's. */
  owedBy?: string | undefined
}

/** A picture in the queue. */
export interface Waiting extends Job, TracedWork {
  tenant: string
  /** A worker had it but got too little CPU time to read it within the limit, so it was put back. */
  putBack?: boolean
  resolve(result: TaskResult): void
  reject(error: Error): void
}

/** A picture that a worker is reading. */
export interface Work extends Waiting {
  /** Its entry from the queue. */
  job: Waiting
  since: number
  timer: NodeJS.Timeout
  /** CPU time of the worker when it took the picture; undefined if the machine does not report it. */
  cpuMs: number | undefined
  /** While a picture is decoded: since when, the CPU time of the worker then, and how much more of it is enough. */
  decoding?: { since: number; cpuMs: number | undefined; budgetMs: number } | undefined
  /** Decoding exceeded its budget. */
  isCostly?: boolean
  /** It exceeded the limit because of the machine's load, not because of the picture. */
  starved?: boolean
}

/** A worker that used less of its time than this did not hang on the picture: other load, or a stop, delayed it. */
const STARVED_SHARE = 0.5

/** Whether the worker of an overdue picture had too little CPU time to read it within the limit. */
export function isStarved({ cpuMs }: Work, now: number | undefined, timeLimitMs: number): boolean {
  const used = now !== undefined && cpuMs !== undefined ? now - cpuMs : 0
  return used < timeLimitMs * STARVED_SHARE
}

/** Whether decoding has taken more CPU time than this, by default its budget; where that is not known, more time. */
export function isCostlier({ decoding }: Work, cpuNow: number | undefined, now: number, ms?: number): boolean {
  if (!decoding) return false
  const { since, cpuMs, budgetMs } = decoding
  return (cpuNow !== undefined && cpuMs !== undefined ? cpuNow - cpuMs : now - since) > (ms ?? budgetMs)
}

/** A description of what is lost when a worker ends. */
export function lossOf({ request, starved, isCostly }: Work): string {
  if (isCostly) return 'a picture was refused'
  if (request.task === 'parallel') return 'a part of a page is read by one worker alone'
  return starved ? 'a picture could not be read for lack of CPU time' : 'a picture was lost'
}

export function settle(work: Work, outcome: TaskOutcome): void {
  if (outcome.kind === 'result') work.resolve(outcome.result)
  else if (outcome.kind === 'bad-picture') work.reject(new BadPicture(outcome.problem, outcome.message))
  else work.reject(new EngineFault(outcome.message))
}

/** The trace that a picture belongs to, and since when it has waited. */
interface TracedWork {
  request: Request
  span: Span | undefined
  asked: number
}

export function traceWait({ span, request: { task }, asked }: TracedWork, since: number): void {
  span?.addPart('wait for a worker', { 'limen.task': task }, asked, since)
}

/** The worker's steps are placed relative to when its work began; transferring the picture is part of the work. */
export function traceWork(
  { span, request: { task } }: TracedWork,
  since: number,
  times: readonly StepTime[],
  failure?: string,
): void {
  const facts: Facts = { 'limen.task': task, ...(failure !== undefined && { 'error.type': failure }) }
  const reading = span?.addPart(`read ${task}`, facts, since, performance.now())
  for (const { step, afterMs, wallMs, cpuMs } of times) {
    const from = since + afterMs
    reading?.addPart(`${task}.${step}`, { 'limen.task': task, 'limen.cpu_ms': cpuMs }, from, from + wallMs)
  }
}
