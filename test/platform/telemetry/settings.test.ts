import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { readTelemetrySettings } from '../../../src/kernel/storage/open-for-command.ts'
import { readTelemetry } from '../../../src/platform/telemetry/settings.ts'
import { formatTraceParent, isSampled, parseTraceParent, SAMPLERS } from '../../../src/platform/telemetry/tracer.ts'

const read = (environment: Record<string, string>) => {
  const { settings, problems } = readTelemetry(environment)
  assert.deepEqual(problems, [])
  return settings
}

describe('OpenTelemetry’s variables', () => {
  it('send nothing unless a collector is named or asked for', () => {
    assert.equal(read({}), undefined)
    assert.equal(read({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' }), undefined)
    const on = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    assert.equal(read({ ...on, OTEL_SDK_DISABLED: 'true' }), undefined)
    assert.equal(read({ ...on, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }), undefined)
    assert.equal(read({ ...on, OTEL_TRACES_EXPORTER: 'none' })?.traces, undefined)
    assert.equal(read({ OTEL_TRACES_EXPORTER: 'otlp' })?.traces?.url, 'http://localhost:4318/v1/traces')
  })

  it('put the path after the common address, and leave that of one kind as it is', () => {
    const settings = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://numbers.example/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc,x-scope=a=b',
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: 'x-other=1',
      OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    })
    const common = { timeoutMs: 500, gzip: true }
    assert.deepEqual(settings?.traces, {
      url: 'https://collector.example/otlp/v1/traces',
      headers: { authorization: 'Bearer abc', 'x-scope': 'a=b' },
      ...common,
    })
    assert.deepEqual(settings?.metrics, { url: 'https://numbers.example/in', headers: { 'x-other': '1' }, ...common })
  })

  it('name the service and its node', () => {
    const on = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_RESOURCE_ATTRIBUTES: 'service.name=a,host.name=one%2Ctwo' }
    assert.deepEqual(read(on)?.resource, { 'service.name': 'a', 'host.name': 'one,two' })
    assert.equal(read({ ...on, OTEL_SERVICE_NAME: 'b' })?.resource['service.name'], 'b')
    assert.equal(read({ OTEL_TRACES_EXPORTER: 'otlp' })?.resource['service.name'], 'limen')
  })

  it('are refused all at once, each by its name, and never with what they hold', () => {
    const wrong = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
      OTEL_BSP_MAX_QUEUE_SIZE: '-1',
    }
    assert.throws(
      () => readTelemetrySettings(wrong),
      ({ message }: Error) =>
        Object.keys(wrong).every((name) => message.includes(`${name}:`)) && !/hunter2/.test(message),
    )
  })

  it('stand in docs/monitoring.md, and no others do', () => {
    const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8')
    const listed = [...page.matchAll(/^\| `(OTEL_\w+)`/gm)].map(([, name = '']) => name)
    const asked = new Set<string>()
    const on: Record<string, string> = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_METRICS_EXPORTER: 'otlp' }
    readTelemetry(
      new Proxy(on, {
        get(values, name: string) {
          asked.add(name.replace(/_OTLP_(TRACES|METRICS)_/, '_OTLP_'))
          return values[name]
        },
      }),
    )
    assert.deepEqual([...asked].sort(), listed.sort())
  })
})

describe('which requests are traced', () => {
  const some = Array.from(
    { length: 2000 },
    (_, at) => `${'0'.repeat(18)}${((at + 0.5) / 2000).toString(16).slice(2).padEnd(14, '0').slice(0, 14)}`,
  )
  const share = (name: string, ratio: number, byCaller?: boolean) => {
    const sampler = SAMPLERS[name]?.(ratio)
    assert.ok(sampler)
    return some.filter((traceId) => isSampled(sampler, traceId, byCaller)).length / some.length
  }

  it('is what the sampler says: all, none or a share', () => {
    assert.equal(share('always_on', 0), 1)
    assert.equal(share('always_off', 1), 0)
    assert.ok(Math.abs(share('traceidratio', 0.25) - 0.25) < 0.01)
    assert.equal(share('traceidratio', 0.25, true), share('traceidratio', 0.25))
  })

  it('is left to the caller where the sampler asks him', () => {
    assert.equal(share('parentbased_always_on', 1, false), 0)
    assert.equal(share('parentbased_always_off', 1, true), 1)
    assert.ok(Math.abs(share('parentbased_traceidratio', 0.5) - 0.5) < 0.01)
  })
})

describe('a traceparent header', () => {
  const good = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  it('is read and written as W3C Trace Context says', () => {
    const parsed = parseTraceParent(good)
    assert.deepEqual(parsed, {
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: 'b7ad6b7169203331',
      sampled: true,
    })
    assert.equal(parsed && formatTraceParent(parsed), good)
    assert.equal(parseTraceParent(good.replace(/01$/, '02'))?.sampled, false)
    assert.ok(parseTraceParent(good.replace(/^00/, 'cc').concat('-what-the-future-brings')))
  })

  it('is left alone when it is anything else', () => {
    for (const header of [
      undefined,
      '',
      'x',
      good.toUpperCase(),
      `${good}-more`,
      good.replace(/^00/, 'ff'),
      good.replace('b7ad6b7169203331', '0'.repeat(16)),
      good.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32)),
    ])
      assert.equal(parseTraceParent(header), undefined, header)
  })
})
