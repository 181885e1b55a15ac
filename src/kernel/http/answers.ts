import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../../platform/unavailable.ts'
import { PROBLEMS, type ProblemCode } from '../contract/problem.ts'
import type { Metrics } from '../operations/metrics.ts'
import { BadCall, badCallOf, EnrolmentClosed, sendEnrolmentError, sendProblem } from './problems.ts'

/** Answers any thrown error, in the style of its route. A fault of ours is logged once and shows no detail. */
export function answerError(metrics: Metrics, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const call =
    error instanceof EnrolmentClosed
      ? error
      : (badCallOf(error, mediaTypesOf(request)) ?? fault(metrics, error, request))
  if (error instanceof Unavailable) request.log.warn({ err: error }, 'unavailable')
  const hasError = request.routeOptions.config.errors === 'hasError'
  if (hasError || call instanceof EnrolmentClosed) sendEnrolmentError(reply, call)
  else sendProblem(request, reply, call)
}

/** The media types that an address accepts: a picture may be the body itself, everything else is JSON. */
function mediaTypesOf({ routeOptions }: FastifyRequest): string[] {
  const { content } = (routeOptions.schema?.body ?? {}) as { content?: object }
  return content ? Object.keys(content) : ['application/json']
}

/** An unknown address is 404; a known one with another method is 405. */
export function answerUnknown(
  methodsOf: (path: string) => string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const methods = methodsOf(request.url.split('?')[0] ?? '')
  if (methods.length) reply.header('allow', methods.join(', '))
  sendProblem(request, reply, new BadCall(methods.length ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'))
}

/** Remembers the routes as they are added, and says which methods an address answers. */
export function collectMethods(app: Pick<FastifyInstance, 'addHook'>): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, '[^/]+')
        .replace(/\*$/, '.*')}$`,
    )
    routes.push({ pattern, methods: [method].flat() })
  })
  return (path) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    return [...new Set(methods)].sort()
  }
}

/** Bytes that are not HTTP at all never reach a route; they get a problem too, and the connection is closed. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { code, line, detail } = brokenRequests[error.code ?? ''] ?? NO_HTTP
  const requestId = randomUUID()
  const [status, title] = PROBLEMS[code]
  const body = JSON.stringify({
    type: `/docs#${code}`,
    title,
    status: Number(line.slice(0, 3)) || status,
    code,
    detail,
    requestId,
  })
  // If only ended, the connection would stay half open for as long as the caller likes, with its resources.
  setTimeout(() => socket.destroy(), PARTING_MS).unref()
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Enough time to send the answer. */
const PARTING_MS = 1_000

interface BrokenRequest {
  code: ProblemCode
  line: string
  detail: string
}

const NO_HTTP: BrokenRequest = {
  code: 'BAD_REQUEST',
  line: '400 Bad Request',
  detail: 'The request is not valid HTTP/1.1.',
}

const brokenRequests: Record<string, BrokenRequest> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    code: 'REQUEST_TIMEOUT',
    line: '408 Request Timeout',
    detail: 'The request did not arrive in time.',
  },
  HPE_HEADER_OVERFLOW: {
    code: 'BAD_REQUEST',
    line: '431 Request Header Fields Too Large',
    detail: 'The header fields are too large.',
  },
}

function fault(metrics: Metrics, error: unknown, request: FastifyRequest): BadCall {
  request.log.error({ err: error as FastifyError }, 'fault')
  metrics.fault(request.routeOptions.url ?? 'unknown')
  return new BadCall('INTERNAL_ERROR')
}
