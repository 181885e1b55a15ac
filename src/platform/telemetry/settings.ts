import { SAMPLERS, type Sampler } from './tracer.ts'

/** The settings from OpenTelemetry's own variables. */
export interface TelemetrySettings {
  /** Absent: nothing of this kind is sent. */
  traces?: Destination
  metrics?: Destination
  sampler: Sampler
  /** Whether a caller's `traceparent` makes a request part of the caller's trace. */
  heedsCallers: boolean
  resource: Record<string, string>
  spanDelayMs: number
  spanQueue: number
  spanBatch: number
  metricIntervalMs: number
}

export interface Destination {
  url: string
  headers: Record<string, string>
  timeoutMs: number
  gzip: boolean
}

type Environment = Record<string, string | undefined>

/**
 * See docs/monitoring.md. Undefined if nothing is to be sent, which is the default. All problems are reported at once.
 */
export function readTelemetry(environment: Environment): {
  settings: TelemetrySettings | undefined
  problems: string[]
} {
  const problems: string[] = []
  const reader = readerOf(environment, problems)
  if (reader.oneOf('OTEL_SDK_DISABLED', ['false', 'true']) === 'true') return { settings: undefined, problems }
  const traces = readDestination(environment, reader, 'TRACES')
  const metrics = readDestination(environment, reader, 'METRICS')
  if (!traces && !metrics) return { settings: undefined, problems }
  const sampler = reader.oneOf('OTEL_TRACES_SAMPLER', ['parentbased_always_on', ...Object.keys(SAMPLERS)])
  const settings: TelemetrySettings = {
    traces,
    metrics,
    sampler: (SAMPLERS[sampler] ?? (() => ({ ratio: 1, parentBased: true })))(
      reader.number('OTEL_TRACES_SAMPLER_ARG', 1, 0, 1),
    ),
    heedsCallers: !(environment.OTEL_PROPAGATORS ?? '').split(',').includes('none'),
    resource: {
      ...reader.pairs('OTEL_RESOURCE_ATTRIBUTES'),
      'service.name':
        environment.OTEL_SERVICE_NAME || reader.pairs('OTEL_RESOURCE_ATTRIBUTES')['service.name'] || 'limen',
    },
    spanDelayMs: reader.number('OTEL_BSP_SCHEDULE_DELAY', 5_000, 1, 3_600_000),
    spanQueue: reader.number('OTEL_BSP_MAX_QUEUE_SIZE', 2_048, 1, 1_000_000),
    spanBatch: reader.number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512, 1, 100_000),
    metricIntervalMs: reader.number('OTEL_METRIC_EXPORT_INTERVAL', 60_000, 100, 86_400_000),
  }
  return { settings, problems }
}

type Reader = ReturnType<typeof readerOf>

function readDestination(
  environment: Environment,
  reader: Reader,
  kind: 'TRACES' | 'METRICS',
): Destination | undefined {
  const own = (name: string) => {
    const special = `OTEL_EXPORTER_OTLP_${kind}_${name}`
    return environment[special] ? special : `OTEL_EXPORTER_OTLP_${name}`
  }
  const chosen = reader.oneOf(`OTEL_${kind}_EXPORTER`, ['', 'otlp', 'none'])
  const endpoint = own('ENDPOINT')
  if (chosen === 'none' || (chosen === '' && !environment[endpoint])) return undefined
  const base = reader.url(endpoint, 'http://localhost:4318')
  reader.oneOf(own('PROTOCOL'), ['http/json', 'http/protobuf'])
  return {
    url: endpoint.includes(kind) ? base : `${base.replace(/(?<!\/)\/+$/, '')}/v1/${kind.toLowerCase()}`,
    headers: reader.pairs(own('HEADERS')),
    timeoutMs: reader.number(own('TIMEOUT'), 10_000, 1, 600_000),
    gzip: reader.oneOf(own('COMPRESSION'), ['none', 'gzip']) === 'gzip',
  }
}

function readerOf(environment: Environment, problems: string[]) {
  const problem = <Value>(name: string, wants: string, instead: Value): Value => {
    problems.push(`${name}: wants ${wants}`)
    return instead
  }
  return {
    /** The first is the default. */
    oneOf(name: string, words: readonly string[]): string {
      const value = environment[name] || (words[0] ?? '')
      return words.includes(value) ? value : problem(name, `one of ${words.filter(Boolean).join(', ')}`, words[0] ?? '')
    },
    number(name: string, fallback: number, lowest: number, highest: number): number {
      const value = environment[name] ? Number(environment[name]) : fallback
      return value >= lowest && value <= highest
        ? value
        : problem(name, `a number from ${lowest} to ${highest}`, fallback)
    },
    url(name: string, fallback: string): string {
      const value = environment[name] || fallback
      return /^https?:\/\//.test(value) && URL.canParse(value) ? value : problem(name, 'an http or https URL', fallback)
    },
    /** `name=value` pairs separated by commas, with special characters percent-encoded. */
    pairs(name: string): Record<string, string> {
      const parts = (environment[name] ?? '').split(',').filter((part) => part.trim())
      try {
        return Object.fromEntries(
          parts.map((part) => {
            const [key = '', ...value] = part.split('=')
            if (!key.trim() || !value.length) throw new Error('no pair')
            return [decodeURIComponent(key.trim()), decodeURIComponent(value.join('=').trim())]
          }),
        )
      } catch {
        return problem(name, 'name=value pairs, separated by commas', {})
      }
    },
  }
}
