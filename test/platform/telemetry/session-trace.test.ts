import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { demonstrationPicture } from '../../../src/apps/demo/server/demo.ts'
import { readConfig } from '../../../src/kernel/config.ts'
import { defaultPolicy } from '../../../src/kernel/decision/change-policy.ts'
import { readTelemetrySettings } from '../../../src/kernel/storage/open-for-command.ts'
import { type Service, startService } from '../../../src/main.ts'
import { basic } from '../../support/app.ts'
import { type ReceivedSpan, type Receiver, startReceiver } from './receiver.ts'

const PASSWORD = 'a password of the integrator'
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`

/** Every attribute that a span may have: see platform/telemetry/tracing.ts. */
const FACTS = [
  'db.collection.name',
  'db.operation.name',
  'db.system.name',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'limen.cpu_ms',
  'limen.store',
  'limen.task',
]

describe('one session, as a collector receives it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'limen-trace-'))
  let collector: Receiver
  let service: Service | undefined
  let spans: ReceivedSpan[]
  /** What the session was about: none of it may have been sent. */
  const private_: string[] = []

  before(async () => {
    collector = await startReceiver()
    const running = await startService({
      policy: defaultPolicy(),
      telemetry: readTelemetrySettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'front desk' }),
      config: readConfig({
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        API_USERNAME: 'integrator',
        API_PASSWORD: PASSWORD,
        ENGINE_WORKERS: '1',
        ENGINE_WARM_UP: 'false',
        ENGINE_SECONDS: '120',
        LOG_LEVEL: 'silent',
      }),
    })
    service = running
    const call = async <Answer>(method: string, path: string, authorization: string, body?: object | Uint8Array) => {
      const picture = body instanceof Uint8Array
      const response = await fetch(`${running.address}/api/v1/${path}`, {
        method,
        headers: {
          authorization,
          traceparent: TRACEPARENT,
          ...(body && { 'content-type': picture ? 'image/jpeg' : 'application/json' }),
        },
        ...(body && { body: picture ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      assert.equal(response.status, 200, `${method} ${path}: ${response.status}`)
      return (await response.json()) as Answer & { hasError?: boolean }
    }

    const page = await demonstrationPicture('passport')
    const selfie = await demonstrationPicture('selfie')
    const api = basic('integrator', PASSWORD)
    const externalId = 'Doe, Joan, 1980-02-03'
    const { sessionId, accessToken } = await call<{ sessionId: string; accessToken: string }>(
      'POST',
      'enrolment/initialize',
      api,
      { externalId },
    )
    const bearer = `Bearer ${accessToken}`
    assert.ok(!(await call('POST', 'enrolment/document', bearer, page)).hasError)
    const imageBase = Buffer.from(selfie).toString('base64')
    assert.ok(!(await call('POST', 'enrolment/face', bearer, { imageBase })).hasError)
    await call('POST', 'enrolment/complete', bearer)
    const { applicant } = await call<{ applicant: Record<string, unknown> }>(
      'GET',
      `data/${sessionId}/document/result`,
      api,
    )
    const values = Object.values(applicant).filter((value) => typeof value === 'string' && value.length > 3)
    assert.ok(values.length > 3)
    private_.push(sessionId, accessToken, externalId, PASSWORD, 'integrator', ...(values as string[]))
    await running.close()
    service = undefined
    spans = collector.spans()
  })
  after(async () => {
    await service?.close()
    await collector.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const named = (name: string) => spans.filter((span) => span.name === name)
  const only = (name: string) => {
    const found = named(name)
    assert.equal(found.length, 1, `${name}: ${found.length}`)
    return found[0] as ReceivedSpan
  }
  const below = ({ spanId }: ReceivedSpan) => spans.filter((span) => span.parentSpanId === spanId)
  const factOf = ({ attributes }: ReceivedSpan, key: string) =>
    Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0]

  it('is part of the caller’s trace, every call of it', () => {
    const calls = ['initialize', 'document', 'face', 'complete'].map((path) => `POST /api/v1/enrolment/${path}`)
    for (const name of [...calls, 'GET /api/v1/data/:sessionId/document/result']) {
      const { traceId, parentSpanId, kind } = only(name)
      assert.deepEqual(
        { traceId, parentSpanId, kind },
        { traceId: CALLER.traceId, parentSpanId: CALLER.spanId, kind: 2 },
      )
    }
  })

  it('is whole: every part hangs on one that came too, and lies within its time', () => {
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    assert.equal(byId.size, spans.length)
    for (const span of spans.filter(({ traceId }) => traceId === CALLER.traceId)) {
      assert.ok(BigInt(span.startTimeUnixNano) <= BigInt(span.endTimeUnixNano), span.name)
      if (span.parentSpanId === CALLER.spanId) continue
      const parent = byId.get(span.parentSpanId ?? '')
      assert.ok(parent, `${span.name} hangs on nothing`)
      // Times of the database are whole microseconds apart from ours.
      assert.ok(BigInt(span.startTimeUnixNano) + 1_000_000n >= BigInt(parent.startTimeUnixNano), span.name)
      assert.ok(BigInt(span.endTimeUnixNano) - 1_000_000n <= BigInt(parent.endTimeUnixNano), span.name)
    }
  })

  it('goes through queue, worker and steps to pictures and database', () => {
    for (const [path, task, steps] of [
      ['document', 'page', ['page.decode', 'page.read-mrz']],
      ['face', 'face', ['face.decode', 'face.judge-liveness']],
    ] as const) {
      const request = only(`POST /api/v1/enrolment/${path}`)
      const parts = below(request)
      const names = parts.map(({ name }) => name)
      for (const name of ['wait for a worker', `read ${task}`, 'put picture', 'UPDATE session', 'COMMIT'])
        assert.ok(names.includes(name), `${path}: no ${name} among ${names.join(', ')}`)
      const reading = parts.find(({ name }) => name === `read ${task}`) as ReceivedSpan
      const found = below(reading).map(({ name }) => name)
      for (const step of steps) assert.ok(found.includes(step), `${step} is not among ${found.join(', ')}`)
      assert.ok(below(reading).some((step) => Number(factOf(step, 'limen.cpu_ms')) > 0))
      assert.equal(factOf(request, 'http.response.status_code'), 200)
    }
  })

  it('says nothing about anybody', () => {
    const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    assert.deepEqual([...keys].sort(), FACTS)
    const sent = collector.received.map(({ text }) => text).join('\n')
    for (const text of private_) assert.ok(!sent.includes(text), `${text} was sent`)
  })

  it('is counted in the metrics that come next to it, under the names of /metrics', () => {
    const body = collector.received.findLast(({ path }) => path === '/v1/metrics')?.text ?? ''
    const { resource, scopeMetrics } = JSON.parse(body).resourceMetrics[0]
    const name = resource.attributes.find((each: { key: string }) => each.key === 'service.name')
    assert.equal(name.value.stringValue, 'front desk')
    const { histogram } = scopeMetrics[0].metrics.find(
      (metric: { name: string }) => metric.name === 'limen_http_request_duration_seconds',
    )
    const routes = histogram.dataPoints.map(
      (point: { attributes: { key: string; value: { stringValue: string } }[] }) =>
        point.attributes.find(({ key }) => key === 'route')?.value.stringValue,
    )
    assert.ok(routes.includes('/api/v1/enrolment/complete'))
  })
})
