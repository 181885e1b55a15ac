import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenSpan, Tracing } from '../../platform/telemetry/tracing.ts'
import type { Post } from '../events/deliver-webhooks.ts'

/** Called every few seconds by machines: they would bury everything else. */
const UNTRACED = new Set(['/healthz', '/healthz/live', '/metrics'])

/** Makes a span of every request, and answers the id of its trace, for the log. */
export function traceRequests(
  app: Pick<FastifyInstance, 'addHook'>,
  tracing: Tracing | undefined,
): (request: FastifyRequest) => string | undefined {
  if (!tracing) return () => undefined
  const spans = new WeakMap<FastifyRequest, OpenSpan>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const route = request.routeOptions.url ?? 'unknown'
    if (UNTRACED.has(route)) return done()
    const span = tracing.begin({
      name: `${method} ${route}`,
      kind: 'server',
      facts: { 'http.request.method': method, 'http.route': route },
      traceparent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
    })
    spans.set(request, span)
    span.run(done)
  })
  // The body arrives in events of the connection, which belong to no request: what follows them is attached to the
  // request's context again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode
    spans.get(request)?.end({ 'http.response.status_code': status }, status >= 500)
    done()
  })
  return (request) => spans.get(request)?.traceId
}

/** Makes a span of every webhook that is sent, and passes the trace to its receiver. */
export function tracePost(post: Post, tracing: Tracing | undefined): Post {
  if (!tracing) return post
  return async (url, headers, body) => {
    const span = tracing.begin({ name: 'POST webhook', kind: 'client', facts: { 'http.request.method': 'POST' } })
    try {
      const status = await span.run(() => post(url, { ...headers, traceparent: span.traceparent }, body))
      span.end({ 'http.response.status_code': status }, status >= 400)
      return status
    } catch (error) {
      span.end({ 'error.type': error instanceof Error ? error.name : typeof error }, true)
      throw error
    }
  }
}
