import { BadPicture, EngineFault } from '../../actions/ports/engine.ts'
import type { Facts, Span } from '../../actions/ports/tracing.ts'
import type { StepTime } from '../read-engine.ts'
import type { Job } from './child.ts'
import type { Request, TaskOutcome, TaskResult } from './messages.ts'

/** A worker of the pool, as the pool knows it. */
export interface Member {
  ready: boolean
  /** Was ready once, so that its end was no failed start. */
  served: boolean
  /** Runs with a lower priority: for pictures of tenants that press on others. */
  low: boolean
  work?: Work
  /** Whose picture ended it, or the one whose place it takes: until it is ready it counts as this tenant's. */
  owedBy?: string | undefined
}

/** A picture in the queue. */
export interface Waiting extends Job, TracedWork {
  tenant: string
  /** A worker had it, got too little of a processor to read it in time, and it was put back. */
  putBack?: boolean
  resolve(result: TaskResult): void
  reject(error: Error): void
}

/** A picture that a worker has. */
export interface Work extends Waiting {
  /** As it stood in the queue. */
  job: Waiting
  since: number
  timer: NodeJS.Timeout
  /** CPU time of the worker when it took the picture; undefined where the machine does not say. */
  cpuMs: number | undefined
  /** It was late, and the reason is the machine's load, not the picture. */
  starved?: boolean
}

/** A worker that used less of its time than this did not hang on the picture: other work, or a stopped process, held it up. */
const STARVED_SHARE = 0.5

/** Whether the worker of a picture that is late had too little of a processor to read it in time. */
export function isStarved({ cpuMs }: Work, now: number | undefined, timeLimitMs: number): boolean {
  const used = now !== undefined && cpuMs !== undefined ? now - cpuMs : 0
  return used < timeLimitMs * STARVED_SHARE
}

/** What is lost with a worker that ends, in words. */
export function lossOf({ request, starved }: Work): string {
  if (request.task === 'parallel') return 'a part of a page is read by one worker alone'
  return starved ? 'a picture could not be read for want of CPU time' : 'a picture was lost'
}

export function settle(work: Work, outcome: TaskOutcome): void {
  if (outcome.kind === 'result') work.resolve(outcome.result)
  else if (outcome.kind === 'bad-picture') work.reject(new BadPicture(outcome.problem, outcome.message))
  else work.reject(new EngineFault(outcome.message))
}

/** What a picture is part of, and since when it has waited. */
interface TracedWork {
  request: Request
  span: Span | undefined
  asked: number
}

export function traceWait({ span, request: { task }, asked }: TracedWork, since: number): void {
  span?.addPart('wait for a worker', { 'limen.task': task }, asked, since)
}

/** The worker's steps are put after the moment its work began; the way of the picture to it is part of the work. */
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
