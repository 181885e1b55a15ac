import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from './metrics.ts'

/** One line and one count per answer. The pattern of the route stands for its address, which may hold a token or an id. */
export function record(
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
  traceId: string | undefined,
): void {
  const { method } = request
  const route = request.routeOptions.url ?? 'unknown'
  const status = reply.statusCode
  metrics.request({ route, method, status }, reply.elapsedTime / 1000)
  request.server.log.info(
    {
      requestId: request.id,
      ...(traceId !== undefined && { traceId }),
      method,
      route,
      status,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  )
}
