import type { FastifyReply, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Metrics } from './metrics.ts'

/**
 * The only logger. It removes everything from `req` and `err` that could hold a token, a password, a picture or
 * personal data: only the method and the route pattern of a request are kept, never its address or its headers.
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

/** A text without anything that looks like a token, a credential, a picture or the query of an address. */
export function scrub(text: string): string {
  return text
    .replace(/(?<![\w-])[\w-]+(?:\.[\w-]+)+/g, withoutToken)
    .replace(/\b(Basic|Bearer)\s+\S+/gi, '$1 [removed]')
    .replace(/\bdata:[\w/+.-]*;base64,\S*/g, '[picture]')
    .replace(/[A-Za-z0-9+/_=-]{48,}/g, '[removed]')
    .replace(/\?[^\s'"]*/g, '?[removed]')
    .replace(/\/\/[^\s/@]+@/g, '//[removed]@')
}

/** A token has three parts between dots, and its first one begins as `{"` does in Base64. */
function withoutToken(dotted: string): string {
  const start = dotted.search(/\beyJ[\w-]/)
  return start >= 0 && dotted.includes('.', start) ? `${dotted.slice(0, start)}[token]` : dotted
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

/** One line and one count per answer. The route pattern replaces the address, which may contain a token or an id. */
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
