import type { FastifyReply, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/**
 * The one logger. What it is given as `req` or `err` loses everything that could hold a token, a password, a picture
 * or a person's data: of a request the method and the pattern of its route stay, never its address or its headers.
 */
export function createLogger(level: string, destination: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      req: requestFacts,
      request: requestFacts,
      res: replyFacts,
      reply: replyFacts,
      err: errorFacts,
      error: errorFacts,
    },
    redact: {
      paths: [
        'password',
        'token',
        'accessToken',
        'authorization',
        'headers',
        'body',
        'url',
        'imageBase',
        'secret',
      ].flatMap((name) => [name, `*.${name}`]),
      remove: true,
    },
  }
  return pino(options, destination)
}

/** A text without what looks like a token, a credential, a picture or the query of an address. */
export function scrub(text: string): string {
  return text
    .replace(/\beyJ[\w-]+(\.[\w-]+){1,2}/g, '[token]')
    .replace(/\b(Basic|Bearer)\s+\S+/gi, '$1 [removed]')
    .replace(/\bdata:[\w/+.-]*;base64,\S*/g, '[picture]')
    .replace(/[A-Za-z0-9+/_=-]{48,}/g, '[removed]')
    .replace(/\?[^\s'"]*/g, '?[removed]')
    .replace(/\/\/[^\s/@]+@/g, '//[removed]@')
}

interface RequestLike {
  id?: unknown
  method?: unknown
  routeOptions?: { url?: string }
}

function requestFacts(request: RequestLike | undefined) {
  return { id: request?.id, method: request?.method, route: request?.routeOptions?.url }
}

function replyFacts(reply: { statusCode?: unknown } | undefined) {
  return { statusCode: reply?.statusCode }
}

function errorFacts(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: scrub(error.message).slice(0, 500),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause instanceof Error ? { cause: scrub(error.cause.message).slice(0, 500) } : {}),
  }
}

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
      traceId,
      method,
      route,
      status,
      ms: Math.round(reply.elapsedTime),
    },
    'answered',
  )
}
