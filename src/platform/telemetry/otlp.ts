import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'
import type { EndedSpan } from './tracer.ts'
import type { Facts } from './tracing.ts'

/** What spans and metrics share in OTLP's JSON. */
interface Source {
  resource: { attributes: KeyValue[] }
  scope: { name: string; version: string }
}

interface KeyValue {
  key: string
  value: { stringValue: string } | { intValue: number } | { doubleValue: number }
}

type Attributes = Record<string, string | number | undefined>

/** The sender: this process, from its start to its end. */
export function sourceOf(version: string, attributes: Attributes): Source {
  return { resource: { attributes: attributesOf(attributes) }, scope: { name: 'limen', version } }
}

function attributesOf(attributes: Attributes): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]): KeyValue[] => {
    if (value === undefined) return []
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }]
    return [{ key, value: Number.isInteger(value) ? { intValue: value } : { doubleValue: value } }]
  })
}

/** 64-bit numbers are strings in JSON; the clock is accurate to a microsecond. */
const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1000)) * 1000n}`

const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2
const SAMPLED = 1

/** The body of a request to /v1/traces: ExportTraceServiceRequest of OTLP 1.x, as JSON. */
export function composeSpans({ resource, scope }: Source, spans: readonly EndedSpan[]) {
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(composeSpan) }] }] }
}

function composeSpan({ traceId, spanId, parentSpanId, name, kind, startMs, endMs, facts, failed }: EndedSpan) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: factsOf(facts),
    status: failed ? { code: STATUS_ERROR } : {},
    flags: SAMPLED,
  }
}

const factsOf = (facts: Facts): KeyValue[] => attributesOf(facts as Attributes)

/** Values count from the start of the process, not since the last export. */
const CUMULATIVE = 2

export type ReadMetrics = () => Promise<MetricObjectWithValues<MetricValue<string>>[]>

/**
 * The body of a request to /v1/metrics: ExportMetricsServiceRequest of OTLP 1.x, as JSON. The numbers are those of
 * GET /metrics under the same names, so that one dashboard serves both ways.
 */
export function composeMetrics(
  { resource, scope }: Source,
  metrics: readonly MetricObjectWithValues<MetricValue<string>>[],
  since: number,
  now: number,
) {
  const times = { startTimeUnixNano: nanoseconds(since), timeUnixNano: nanoseconds(now) }
  return {
    resourceMetrics: [
      { resource, scopeMetrics: [{ scope, metrics: metrics.map((metric) => composeMetric(metric, times)) }] },
    ],
  }
}

interface Times {
  startTimeUnixNano: string
  timeUnixNano: string
}

function composeMetric({ name, help, type, values }: MetricObjectWithValues<MetricValue<string>>, times: Times) {
  const head = { name, description: help, unit: unitOf(name) }
  // The types of prom-client declare an enumeration, but its answers contain a string.
  switch (String(type)) {
    case 'counter':
      return {
        ...head,
        sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints: numbersOf(values, times) },
      }
    case 'gauge':
      return { ...head, gauge: { dataPoints: numbersOf(values, times) } }
    case 'histogram':
      return { ...head, histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramsOf(values, times) } }
    default:
      throw new Error(`${name} is a ${type}: it cannot be sent`)
  }
}

const unitOf = (name: string): string =>
  /_seconds(_total)?$/.test(name) ? 's' : /_bytes(_total)?$/.test(name) ? 'By' : ''

const numbersOf = (values: readonly MetricValue<string>[], times: Times) =>
  values.map(({ labels, value }) => ({ attributes: labelsOf(labels), ...times, asDouble: value }))

/** Prometheus buckets are cumulative, OTLP buckets are not. */
function histogramsOf(values: readonly MetricValue<string>[], times: Times) {
  const lines = Map.groupBy(values as MetricValueWithName<string>[], ({ labels: { le: _, ...labels } }) =>
    JSON.stringify(labels),
  )
  return [...lines.values()].map((line) => {
    const buckets = line.filter(({ metricName = '' }) => metricName.endsWith('_bucket'))
    const sum = line.find(({ metricName = '' }) => metricName.endsWith('_sum'))
    const upTo = buckets.map(({ value }) => value)
    const { le: _, ...labels } = line[0]?.labels ?? {}
    return {
      attributes: labelsOf(labels),
      ...times,
      count: `${upTo.at(-1) ?? 0}`,
      sum: sum?.value ?? 0,
      bucketCounts: upTo.map((count, at) => `${count - (upTo[at - 1] ?? 0)}`),
      explicitBounds: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
    }
  })
}

const labelsOf = (labels: Partial<Record<string, string | number>>): KeyValue[] =>
  attributesOf(Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)])))
