import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { deadlinesHit } from '../../deadline.ts'
import { type Effort, MOST_TRIES } from '../../domain/funnel.ts'
import { SECONDS_EDGES } from '../../domain/vocabulary.ts'

/** Where the gauges look when somebody reads /metrics. What is left out is not shown. */
interface MetricSources {
  /** How often a supervisor has started the service again. */
  restarts?: number
  engineQueue?: () => number
  /** Mode → status → how many. */
  sessionsByStatus?: () => Promise<Record<string, Record<string, number>>>
  webhookBacklog?: () => Promise<number>
  /** Lists of persons that are in use or fetched by themselves. */
  lists?: () => Promise<ListFigures[]>
  /** Memory for the bodies of requests. */
  bodies?: { held(): number; waiting(): number }
  /** When the certificate that wallets know the operator by ends. */
  walletCertificateEnd?: Date
  /** Seconds since the last backup; undefined where none was taken. */
  backupAge?: () => Promise<number | undefined>
  /** Since the process began. */
  logLinesDropped?: () => number
  /** Faces in memory for the duplicate check. */
  faceIndex?: () => { faces: number; total: number; bytes: number; isReady: boolean }
}

interface ListFigures {
  list: string
  persons?: number
  /** Since the version in force was imported. */
  ageSeconds?: number
  /** Approved people who were compared with it. */
  compared?: number
  /** Whether the last fetch failed; absent where it is not fetched. */
  hasFailed?: boolean
}

export interface Metrics {
  registry: Registry
  request(labels: { route: string; method: string; status: number }, seconds: number): void
  /** Time the engine spent in one of its steps. */
  engineStep(step: string, seconds: number): void
  /** A worker of the engine ended, and another took its place. */
  workerRestarted(): void
  fault(where: string): void
  /** Spans that no collector took. */
  spansLost(count: number): void
  /** Somebody came so far, with so many pictures and in so many seconds where that is known. */
  step(labels: { step: string; device: string; language: string }, effort: Effort): void
  refusedPicture(labels: { step: string; reason: string }): void
  /** Ties the gauges to what they show. */
  watch(sources: MetricSources): void
}

const COUNTS_KEPT_MS = 15_000 // one scrape interval: counting a million sessions is not free

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
    help: 'Requests that met a fault of the service.',
    labelNames: ['where'],
    registers,
  })

  new Counter({
    name: 'limen_deadlines_total',
    help: 'What was given up because it took too long, by what was waited for.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, times] of deadlinesHit()) this.inc({ kind }, times)
    },
  })
  const spans = new Counter({
    name: 'limen_spans_lost_total',
    help: 'Spans that were not taken by a collector.',
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
    watch: (sources) => watchSources(registry, sources),
  }
}

function watchSources(
  registry: Registry,
  {
    restarts,
    engineQueue,
    sessionsByStatus,
    webhookBacklog,
    lists,
    walletCertificateEnd,
    faceIndex,
    bodies,
    logLinesDropped,
    backupAge,
  }: MetricSources,
): void {
  const registers = [registry]
  if (restarts !== undefined)
    watchNumbers(registers, {
      limen_service_restarts_total: [
        'How often the supervisor has started the service again after a fault.',
        () => restarts,
      ],
    })
  if (engineQueue)
    new Gauge({
      name: 'limen_engine_queue_length',
      help: 'Pictures that wait for a worker.',
      registers,
      collect() {
        this.set(engineQueue())
      },
    })
  if (sessionsByStatus) {
    const count = keptFor(COUNTS_KEPT_MS, sessionsByStatus)
    new Gauge({
      name: 'limen_sessions',
      help: 'Sessions by mode and status.',
      labelNames: ['mode', 'status'],
      registers,
      async collect() {
        for (const [mode, counts] of Object.entries(await count()))
          for (const [status, number] of Object.entries(counts)) this.set({ mode, status }, number)
      },
    })
  }
  if (webhookBacklog)
    new Gauge({
      name: 'limen_webhook_backlog',
      help: 'Webhooks that are still to be delivered.',
      registers,
      async collect() {
        this.set(await webhookBacklog())
      },
    })
  if (backupAge)
    new Gauge({
      name: 'limen_backup_age_seconds',
      help: 'Time since the last backup without a fault was taken.',
      registers,
      async collect() {
        const age = await backupAge()
        // One that is not set shows 0, which would be a backup of this moment.
        if (age === undefined) this.remove()
        else this.set(age)
      },
    })
  if (logLinesDropped)
    new Counter({
      name: 'limen_log_lines_dropped_total',
      help: 'Lines of the log that could not be written.',
      registers,
      collect() {
        this.reset()
        this.inc(logLinesDropped())
      },
    })
  if (lists) watchLists(registers, keptFor(COUNTS_KEPT_MS, lists))
  if (walletCertificateEnd)
    watchNumbers(registers, {
      limen_wallet_certificate_end_seconds: [
        'When the certificate that wallets are asked with ends, in seconds since 1970.',
        () => walletCertificateEnd.getTime() / 1000,
      ],
    })
  if (bodies)
    watchNumbers(registers, {
      limen_bodies_waiting: ['Large bodies of requests that wait for memory, and are not read yet.', bodies.waiting],
      limen_bodies_bytes: ['Memory kept for bodies of requests.', bodies.held],
    })
  if (faceIndex)
    watchNumbers(registers, {
      limen_face_index_faces: ['Faces that were read from the database into memory.', () => faceIndex().faces],
      limen_face_index_total: ['Faces that were there when reading began.', () => faceIndex().total],
      limen_face_index_bytes: ['Memory that they take.', () => faceIndex().bytes],
      limen_face_index_ready: [
        '1 once all were read; until then everybody is compared with.',
        () => Number(faceIndex().isReady),
      ],
    })
}

function watchLists(registers: Registry[], lists: NonNullable<MetricSources['lists']>): void {
  const gauges = {
    limen_list_persons: ['Persons on a list in the version in force.', ({ persons }: ListFigures) => persons],
    limen_list_age_seconds: ['Time since the version in force was imported.', (list: ListFigures) => list.ageSeconds],
    limen_list_people_compared: ['Approved people compared with it.', ({ compared }: ListFigures) => compared],
    limen_list_fetch_failed: [
      '1 where the last fetch of a list failed and the version before is in use.',
      ({ hasFailed }: ListFigures) => (hasFailed === undefined ? undefined : Number(hasFailed)),
    ],
  } as const
  for (const [name, [help, read]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      labelNames: ['list'],
      registers,
      async collect() {
        this.reset()
        for (const figures of await lists()) {
          const value = read(figures)
          if (value !== undefined) this.set({ list: figures.list }, value)
        }
      },
    })
}

function watchNumbers(registers: Registry[], gauges: Record<string, [help: string, read: () => number]>): void {
  for (const [name, [help, read]] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
}

function keptFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | undefined
  return () => {
    const now = performance.now()
    if (!kept || now - kept.at > ms) {
      const value = read()
      kept = { value, at: now }
      value.catch(() => {
        kept = undefined // a failed count is asked again next time; its caller sees the error
      })
    }
    return kept.value
  }
}
