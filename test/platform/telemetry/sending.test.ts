import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openTelemetry } from '../../../src/platform/telemetry/open.ts'
import { createSender, openSpanQueue } from '../../../src/platform/telemetry/sender.ts'
import { readTelemetry } from '../../../src/platform/telemetry/settings.ts'
import type { EndedSpan } from '../../../src/platform/telemetry/tracer.ts'
import { startReceiver } from './receiver.ts'

const span = (name: string): EndedSpan => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name,
  kind: 'internal',
  startMs: 0,
  endMs: 1,
  facts: {},
  failed: false,
})

async function collectorFor(t: TestContext) {
  const collector = await startReceiver()
  t.after(() => collector.stop())
  return collector
}

const to = (url: string) => ({ url, headers: { 'x-key': 'secret' }, timeoutMs: 2_000, gzip: true })

describe('a body for the collector', () => {
  it('is compressed, carries its headers, and is sent again while the collector has no room', async (t) => {
    const collector = await collectorFor(t)
    collector.answers.push({ status: 503, headers: { 'retry-after': '0' } }, { status: 429 })
    await createSender(to(`${collector.url}/v1/traces`), 1)({ hello: 'there' })
    const [got] = collector.received
    assert.deepEqual([got?.text, got?.headers['x-key']], ['{"hello":"there"}', 'secret'])
    assert.equal(collector.received.length, 1)
  })

  it('is given up where trying again does not help', async (t) => {
    const collector = await collectorFor(t)
    const send = createSender(to(collector.url), 1)
    collector.answers.push({ status: 400 })
    await assert.rejects(send({}), /answered 400/)
    collector.answers.push({ status: 200, body: '{"partialSuccess":{"rejectedSpans":"3"}}' })
    await assert.rejects(send({}), /refused 3/)
    collector.answers.push(...Array.from({ length: 5 }, () => ({ status: 503 })))
    await assert.rejects(send({}), /answered 503/)
    assert.equal(collector.answers.length, 0, 'five attempts and no more')
  })
})

describe('spans on their way out', () => {
  it('wait for each other up to a batch, and are lost rather than kept without end', async () => {
    const batches: string[][] = []
    let lost = 0
    const slow = Promise.withResolvers<void>()
    const queue = openSpanQueue({
      delayMs: 60_000,
      limit: 3,
      batch: 2,
      send: async (spans) => {
        batches.push(spans.map(({ name }) => name))
        await slow.promise
      },
      sent: () => {},
      lost: (count) => {
        lost += count
      },
    })
    for (const name of 'abcdef') queue.add(span(name))
    assert.deepEqual(batches, [['a', 'b']])
    slow.resolve()
    await queue.close()
    assert.deepEqual(batches, [['a', 'b'], ['c', 'd'], ['e']])
    assert.equal(lost, 1)
  })

  it('are counted and told of once when the collector is away, and once when it is back', async (t) => {
    const collector = await collectorFor(t)
    const { settings } = readTelemetry({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1',
    })
    assert.ok(settings)
    const warnings: string[] = []
    let lost = 0
    const telemetry = openTelemetry({
      settings,
      version: '0',
      readMetrics: async () => [],
      warn: (message) => warnings.push(message),
      lost: (spans) => {
        lost += spans
      },
    })
    collector.answers.push({ status: 400 }, { status: 400 })
    for (let at = 0; at < 3; at++) telemetry.tracing?.begin({ name: 'x', kind: 'server', facts: {} }).end({}, false)
    await telemetry.close()
    assert.equal(lost, 2)
    assert.deepEqual(warnings, ['traces are lost: the collector answered 400', 'traces are sent again'])
  })
})
