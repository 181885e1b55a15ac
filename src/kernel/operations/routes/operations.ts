import { timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { problems } from '../../http/responses.ts'

const Health = Type.Object({
  status: Type.String({ examples: ['ready'] }),
  restarts: Type.Optional(
    Type.Integer({
      description: 'How often the supervisor has started the service again after a fault; absent if never.',
    }),
  ),
  loadingFaces: Type.Optional(
    Type.Object(
      { loaded: Type.Integer(), total: Type.Integer() },
      {
        description:
          'Faces of earlier sessions that were loaded since the start; absent once all were. Until then the level of `duplicateCheck` may be UNKNOWN.',
      },
    ),
  ),
})

/** For those who run the service. */
export const operationsRoutes = ({
  settings,
  metrics,
  readiness,
  loadingFaces,
  restarts = 0,
}: HttpContext): FastifyPluginAsyncTypebox =>
  async function operations(app) {
    app.get('/healthz', {
      config: { unlimited: true },
      schema: {
        operationId: 'health',
        tags: ['Operations'],
        security: [],
        summary: 'Readiness',
        description:
          'Answers 200 when the database accepts a write, the master key fits, the picture store answers, the disk has space, every model is present and the engine is ready to read pictures; otherwise 503, which names what is missing. Each check has two seconds; an answer may be a second old.',
        response: { 200: Health, ...problems(503) },
      },
      handler: async () => {
        const problems = await readiness.problems()
        tell(problems)
        if (!problems.length) {
          const faces = loadingFaces?.()
          return { status: 'ready', ...(restarts > 0 && { restarts }), ...(faces && { loadingFaces: faces }) }
        }
        const missing = problems.map(({ name }) => name).join(', ')
        throw new BadCall('SERVICE_UNAVAILABLE', `Not ready: ${missing}.`, { retryAfterSeconds: 2 })
      },
    })

    app.get('/healthz/live', {
      config: { unlimited: true },
      schema: {
        operationId: 'liveness',
        tags: ['Operations'],
        security: [],
        summary: 'Liveness',
        description:
          'Answers 200 as long as the process accepts calls, whatever is missing. Use it for a probe that restarts a node; a load balancer uses `/healthz`.',
        response: { 200: Type.Object({ status: Type.String({ examples: ['live'] }) }) },
      },
      handler: async () => ({ status: 'live' }),
    })

    app.get('/metrics', {
      config: { unlimited: true },
      schema: {
        operationId: 'metrics',
        tags: ['Operations'],
        security: [{}, { metrics: [] }],
        summary: 'Metrics',
        description:
          'Prometheus text. Needs `Authorization: Bearer <METRICS_TOKEN>`; without that setting, only the machine itself may read it.',
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

    let lastLogged: string | undefined
    let wasReady = false
    /** Logged when something fails or recovers: not at every probe. */
    function tell(problems: { name: string; message: string }[]): void {
      const names = problems.map(({ name }) => name).join(', ')
      if (names === lastLogged) return
      lastLogged = names
      if (!problems.length) app.log.info(wasReady ? 'ready again' : 'ready')
      // Its workers take a few seconds to load the models: at the start that is not a fault.
      else if (!wasReady && names === 'engine') app.log.info('starting: the engine is not ready yet')
      else app.log.error({ problems }, `not ready: ${names}`)
      wasReady ||= !problems.length
    }
  }

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return isLoopback(request)
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** From this machine itself, not through a load balancer running on it. */
function isLoopback({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded ?? headers.via
  return forwarded === undefined && /^(::1|127\.|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
