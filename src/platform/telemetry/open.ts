import { randomUUID } from 'node:crypto'
import { composeMetrics, composeSpans, type ReadMetrics, sourceOf } from './otlp.ts'
import { createSender, openSpanQueue } from './sender.ts'
import type { TelemetrySettings } from './settings.ts'
import { createTracer } from './tracer.ts'
import type { Tracing } from './tracing.ts'

interface Telemetry {
  /** Absent if only metrics are sent. */
  tracing?: Tracing
  /** Sends what is left, as far as that is possible in a few seconds. */
  close(): Promise<void>
}

interface TelemetryParts {
  settings: TelemetrySettings
  version: string
  readMetrics: ReadMetrics
  /** Called when the collector becomes unreachable and when it is back, not for every batch. */
  warn(message: string): void
  /** Counts spans that were dropped. */
  lost(spans: number): void
}

const CLOSING_MS = 5_000

/** Sends traces and metrics to a collector, as configured by OpenTelemetry's variables. */
export function openTelemetry({ settings, version, readMetrics, warn, lost }: TelemetryParts): Telemetry {
  const { sampler, heedsCallers, spanDelayMs, spanQueue, spanBatch } = settings
  const source = sourceOf(version, {
    'service.version': version,
    'service.instance.id': randomUUID(),
    'telemetry.sdk.name': 'limen',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': version,
    ...settings.resource,
  })
  const ending = new AbortController()

  const report = reportOnce(warn)
  const post = settings.traces && createSender(settings.traces)
  const queue =
    post &&
    openSpanQueue({
      delayMs: spanDelayMs,
      limit: spanQueue,
      batch: spanBatch,
      send: (spans) => post(composeSpans(source, spans), ending.signal),
      sent: () => report('traces', undefined),
      lost(count, why) {
        lost(count)
        report('traces', why)
      },
    })
  const metrics = settings.metrics && startMetrics(settings, settings.metrics)

  function startMetrics({ metricIntervalMs }: TelemetrySettings, to: NonNullable<TelemetrySettings['metrics']>) {
    const send = createSender(to)
    const since = Date.now() - process.uptime() * 1000
    let sending: Promise<void> | undefined
    const sendOnce = () => {
      sending ??= readMetrics()
        .then((read) => send(composeMetrics(source, read, since, Date.now()), ending.signal))
        .then(
          () => report('metrics', undefined),
          (error: unknown) => report('metrics', error instanceof Error ? error.message : String(error)),
        )
        .finally(() => {
          sending = undefined
        })
      return sending
    }
    const timer = setInterval(sendOnce, metricIntervalMs).unref()
    return {
      async close() {
        clearInterval(timer)
        await sending
        await sendOnce()
      },
    }
  }

  return {
    ...(queue && { tracing: createTracer({ sampler, heedsCallers }, queue.add) }),
    async close() {
      const limit = setTimeout(() => ending.abort(), CLOSING_MS)
      await Promise.all([queue?.close(), metrics?.close()])
      clearTimeout(limit)
    },
  }
}

/** Reports each kind once when it fails and once when it works again. */
function reportOnce(warn: (message: string) => void) {
  const failing = new Map<string, string>()
  return (kind: 'traces' | 'metrics', problem: string | undefined): void => {
    if (problem === undefined) {
      if (failing.delete(kind)) warn(`${kind} are sent again`)
    } else if (failing.get(kind) !== problem) {
      failing.set(kind, problem)
      warn(`${kind} are lost: ${problem}`)
    }
  }
}
