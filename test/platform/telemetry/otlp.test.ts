import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createMetrics } from '../../../src/kernel/operations/metrics.ts'
import { composeMetrics, composeSpans, sourceOf } from '../../../src/platform/telemetry/otlp.ts'

/** What the official exporter (@opentelemetry/exporter-trace-otlp-http and -metrics-otlp-http 0.301.0) sent of the same. */
const official = JSON.parse(
  readFileSync(new URL('../../fixtures/otlp/official-0.301.json', import.meta.url), 'utf8'),
) as Record<string, unknown>

const source = sourceOf('0.1.0', { 'service.name': 'unknown_service:node', 'telemetry.sdk.language': 'nodejs' })

/** Paths at which `ours` has a field that `theirs` has not, or of another kind; 64-bit numbers may be text. */
function strangers(ours: unknown, theirs: unknown, path = ''): string[] {
  if (Array.isArray(ours)) {
    if (!Array.isArray(theirs)) return [path]
    return ours.flatMap((each, at) => strangers(each, theirs[Math.min(at, theirs.length - 1)], `${path}[${at}]`))
  }
  if (typeof ours === 'object' && ours !== null) {
    if (typeof theirs !== 'object' || theirs === null) return [path]
    return Object.entries(ours).flatMap(([key, value]) =>
      key in theirs ? strangers(value, (theirs as Record<string, unknown>)[key], `${path}.${key}`) : [`${path}.${key}`],
    )
  }
  const isCount = typeof ours === 'string' && /^\d+$/.test(ours) && typeof theirs === 'number'
  return typeof ours === typeof theirs || isCount ? [] : [path]
}

describe('what is sent', () => {
  it('has the form of the official exporter’s, span for span', () => {
    const ours = composeSpans(source, [
      {
        traceId: 'ae1e6001a21636a74fbbf287f6333c37',
        spanId: 'f139df6d5fe5459d',
        name: 'parent',
        kind: 'server',
        startMs: 1794786299794,
        endMs: 1794786299796.749,
        facts: { 'http.request.method': 'GET', 'http.response.status_code': 500 },
        failed: true,
      },
    ])
    assert.deepEqual(strangers(ours, official['/v1/traces']), [])
    const [span] = ours.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
    assert.equal(span?.startTimeUnixNano, '1794786299794000000')
    assert.equal(span?.endTimeUnixNano, '1794786299796749000')
    assert.deepEqual(span?.status, { code: 2 })
  })

  it('has the form of the official exporter’s, number for number', async () => {
    const registry = new Registry()
    const registers = [registry]
    new Counter({ name: 'requests_total', help: 'Counted.', labelNames: ['status'], registers }).inc({ status: 200 }, 3)
    const histogram = new Histogram({
      name: 'duration_seconds',
      help: 'h',
      labelNames: ['step'],
      buckets: [0.1, 1],
      registers,
    })
    for (const seconds of [0.05, 0.5, 0.6, 7]) histogram.observe({ step: 'a' }, seconds)
    new Gauge({ name: 'queue', help: 'g', registers }).set(2)
    const ours = composeMetrics(source, await registry.getMetricsAsJSON(), 1794786300368, 1794786300374)
    assert.deepEqual(strangers(ours, official['/v1/metrics']), [])
    const [, durations] = ours.resourceMetrics[0]?.scopeMetrics[0]?.metrics ?? []
    assert.ok(durations && 'histogram' in durations)
    const [point] = durations.histogram.dataPoints
    const { bucketCounts, explicitBounds, count, sum } = point ?? {}
    assert.deepEqual(
      { bucketCounts, explicitBounds, count },
      { bucketCounts: ['1', '2', '1'], explicitBounds: [0.1, 1], count: '4' },
    )
    assert.ok(Math.abs((sum ?? 0) - 8.15) < 1e-9)
  })

  it('has every metric of the service', async () => {
    const metrics = createMetrics()
    metrics.watch('queue_length', 'Pictures that wait.', () => 1)
    metrics.watch('sessions', 'Sessions.', async () => [{ labels: { mode: 'test' }, value: 1 }], ['mode'])
    metrics.watch('backlog_total', 'Webhooks.', async () => 0)
    metrics.request({ route: '/x', method: 'GET', status: 200 }, 0.1)
    const read = await metrics.registry.getMetricsAsJSON()
    const [sent] = composeMetrics(source, read, 0, 1).resourceMetrics[0]?.scopeMetrics ?? []
    assert.equal(sent?.metrics.length, read.length)
  })
})
