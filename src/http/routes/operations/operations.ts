import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { HttpContext } from '../../context.ts'
import { docsStyle, renderDocs } from '../../docs/page.ts'
import { BadCall } from '../../present/problems.ts'
import { pagePolicy } from '../../security-headers.ts'
import { problems } from '../problem-responses.ts'

/** For those who run the service, and for those who read its documentation. */
export const operationsRoutes = ({ ports, settings, metrics }: HttpContext): FastifyPluginAsyncTypebox =>
  async function operations(app) {
    app.get('/healthz', {
      config: { unlimited: true },
      schema: {
        operationId: 'health',
        tags: ['Operations'],
        summary: 'Readiness',
        description: 'Answers 200 when the database answers and the engine is ready to read pictures, else 503.',
        response: { 200: Type.Object({ status: Type.String({ examples: ['ready'] }) }), ...problems(503) },
      },
      handler: async () => {
        if (!ports.engine.ready())
          throw new BadCall('SERVICE_UNAVAILABLE', 'The engine is starting.', { retryAfterSeconds: 2 })
        if (!(await databaseAnswers()))
          throw new BadCall('SERVICE_UNAVAILABLE', 'The database does not answer.', { retryAfterSeconds: 5 })
        return { status: 'ready' }
      },
    })

    app.get('/metrics', {
      config: { unlimited: true },
      schema: {
        operationId: 'metrics',
        tags: ['Operations'],
        summary: 'Metrics',
        description:
          'Prometheus text. Wants `Authorization: Bearer <METRICS_TOKEN>`; without that setting, only the machine itself may read it.',
        response: {
          200: { description: 'Prometheus text.', content: { 'text/plain': { schema: Type.String() } } },
          ...problems(404),
        },
      },
      handler: async (request, reply) => {
        if (!mayReadMetrics(request, settings.metricsToken)) throw new BadCall('NOT_FOUND')
        return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
      },
    })

    app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())

    /** Rendered once, when all routes are known. */
    let page: string | undefined
    app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
      page ??= renderDocs(app.swagger())
      return reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(page)
    })
    app.get('/docs/style.css', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(docsStyle),
    )

    async function databaseAnswers(): Promise<boolean> {
      try {
        await ports.sessions.peek('', NO_SESSION)
        return true
      } catch (error) {
        app.log.error({ err: error }, 'the database does not answer')
        return false
      }
    }
  }

const NO_SESSION = '00000000-0000-0000-0000-000000000000'

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isLoopback(request)
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** From this machine itself, not through a balancer running on it. */
function isLoopback({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  return forwarded === undefined && /^(::1|127\.|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
