import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A collector of OTLP over HTTP, as far as a test needs one. */
export interface Receiver {
  url: string
  /** Everything that came, as it came. */
  received: { path: string; headers: IncomingHttpHeaders; text: string }[]
  spans(): ReceivedSpan[]
  /** What it answers next; 200 when there is nothing here. */
  answers: { status: number; headers?: Record<string, string>; body?: string }[]
  stop(): Promise<void>
}

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = []
  const answers: Receiver['answers'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    const { status, headers = {}, body = '{}' } = answers.shift() ?? { status: 200 }
    if (status === 200) received.push({ path: request.url ?? '', headers: request.headers, text })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    spans: () =>
      received
        .filter(({ path }) => path.endsWith('/v1/traces'))
        .flatMap(({ text }) => (JSON.parse(text) as TracesBody).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface TracesBody {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
}
