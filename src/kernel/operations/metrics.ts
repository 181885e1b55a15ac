import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { deadlinesHit } from '../../platform/deadline.ts'
import { SECONDS_EDGES } from '../figures/counted-words.ts'
import { type Effort, MOST_TRIES } from '../figures/funnel.ts'

/** What /metrics shows: one number, or one for each set of labels. Undefined is not shown. */
type Reading = number | undefined | readonly { labels: Record<string, string>; value: number | undefined }[]

export interface Metrics {
  registry: Registry
  request(labels: { route: string; method: string; status: number }, seconds: number): void
  /** Time the engine spent in one of its steps. */
  engineStep(step: string, seconds: number): void
  /** A worker of the engine ended, and another took its place. */
  workerRestarted(): void
  fault(where: string): void
  /** Spans that no collector accepted. */
  spansLost(count: number): void
  /** Somebody reached a step, with the number of pictures and seconds if known. */
  step(labels: { step: string; device: string; language: string }, effort: Effort): void
  refusedPicture(labels: { step: string; reason: string }): void
  /** Adds a number that is read on each scrape: a counter if its name ends with `_total`, otherwise a gauge. */
  watch(name: string, help: string, read: () => Reading | Promise<Reading>, labelNames?: string[]): void
}

/** The service's numbers, in a registry of its own. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix: 'limen_' })

  const requests = new Histogram({
    name: 'limen_http_request_duration_seconds',
    help: 'Requests by route, method and status, with their duration.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const lines = new Map<string, { observe(seconds: number): void }>()
  const steps = new Histogram({
    name: 'limen_engine_step_duration_seconds',
    help: 'Time the engine spent, by step.',
    labelNames: ['step'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const restarts = new Counter({
    name: 'limen_engine_worker_restarts_total',
    help: 'Workers of the engine that ended and were replaced.',
    registers,
  })
  const faults = new Counter({
    name: 'limen_faults_total',
    help: 'Requests that failed because of a fault of the service.',
    labelNames: ['where'],
    registers,
  })

  const spans = new Counter({
    name: 'limen_spans_lost_total',
    help: 'Spans that no collector accepted.',
    registers,
  })
  const reached = new Counter({
    name: 'limen_enrolment_steps_total',
    help: 'Steps that people reached, by kind of device and language.',
    labelNames: ['step', 'device', 'language'],
    registers,
  })
  const took = new Histogram({
    name: 'limen_enrolment_step_seconds',
    help: 'Seconds that people took for a step, as the page says.',
    labelNames: ['step', 'device'],
    buckets: [...SECONDS_EDGES],
    registers,
  })
  const sent = new Histogram({
    name: 'limen_enrolment_step_pictures',
    help: 'Pictures that people sent for a step until one was taken, as the page says.',
    labelNames: ['step', 'device'],
    buckets: Array.from({ length: MOST_TRIES }, (_, at) => at + 1),
    registers,
  })
  const refused = new Counter({
    name: 'limen_pictures_refused_total',
    help: 'Pictures refused, by reason.',
    labelNames: ['step', 'reason'],
    registers,
  })

  const watch: Metrics['watch'] = (name, help, read, labelNames = []) => {
    const Kind = name.endsWith('_total') ? Counter : Gauge
    new Kind({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        this.reset()
        const found = await read()
        const rows = typeof found === 'object' ? found : [{ labels: {}, value: found }]
        for (const { labels, value } of rows) {
          if (value !== undefined) this.inc(labels, value)
          // A gauge that is not set shows 0, as if that had been counted.
          else if (!labelNames.length) this.remove()
        }
      },
    })
  }
  watch(
    'limen_deadlines_total',
    'Operations that timed out, by what they waited for.',
    () => [...deadlinesHit()].map(([kind, value]) => ({ labels: { kind }, value })),
    ['kind'],
  )

  return {
    registry,
    request({ route, method, status }, seconds) {
      const key = `${method} ${status} ${route}`
      let line = lines.get(key)
      if (!line) {
        line = requests.labels(route, method, String(status))
        lines.set(key, line)
      }
      line.observe(seconds)
    },
    engineStep: (step, seconds) => steps.observe({ step }, seconds),
    workerRestarted: () => restarts.inc(),
    fault: (where) => faults.inc({ where }),
    spansLost: (count) => spans.inc(count),
    step(labels, { tries, seconds }) {
      reached.inc(labels)
      const { step, device } = labels
      if (tries !== undefined) sent.observe({ step, device }, tries)
      if (seconds !== undefined) took.observe({ step, device }, seconds)
    },
    refusedPicture: (labels) => refused.inc(labels),
    watch,
  }
}

const KEPT_MS = 15_000 // one scrape interval: counting a million sessions is not free

/** Caches expensive reads for one scrape, however many metrics show them. */
export function keptForScrape<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (!kept || now - kept.at > KEPT_MS) {
      const value = read()
      kept = { value, at: now }
      value.catch(() => {
        kept = undefined // a failed count is repeated next time; its caller sees the error
      })
    }
    return kept.value
  }
}
