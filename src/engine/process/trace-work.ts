import type { Facts, Span } from '../../actions/ports/tracing.ts'
import type { StepTime } from '../read-engine.ts'
import type { Request } from './messages.ts'

/** What a picture is part of, and since when it has waited. */
export interface TracedWork {
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
