import { randomUUID } from 'node:crypto'
import { type IncomingMessage, maxHeaderSize } from 'node:http'
import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { DemoInbox } from './apps/demo/server/demo.ts'
import { demoRoutes } from './apps/demo/server/routes.ts'
import { openapiOptions } from './apps/docs-site/openapi.ts'
import { docsRoutes } from './apps/docs-site/routes.ts'
import { pageRoutes, rootRoute, sendUnknownPage } from './apps/pages.ts'
import { createPasswordCheck } from './kernel/accounts/api-password.ts'
import { limitRate, makeRoomForCallers } from './kernel/accounts/auth/auth.ts'
import { loginGuard, networkOf, rateLimit } from './kernel/accounts/auth/login-guard.ts'
import { createTokens } from './kernel/accounts/auth/tokens.ts'
import { createReviewerCheck } from './kernel/accounts/check-reviewer.ts'
import { consoleProviderRoutes } from './kernel/accounts/routes/console-sign-in.ts'
import { openBoundedRecord } from './kernel/audit/audit-entries.ts'
import { components } from './kernel/contract/components.ts'
import { pictureRoutes } from './kernel/evidence/picture-routes.ts'
import { keepBodiesInBudget, openBodyBudget } from './kernel/evidence/upload-gate.ts'
import type { Feature } from './kernel/feature.ts'
import type { Services } from './kernel/feature-types.ts'
import { answerBrokenRequest, answerError, answerUnknown, collectMethods } from './kernel/http/answers.ts'
import { consoleRoutes } from './kernel/http/console.ts'
import type { HttpContext, HttpSettings } from './kernel/http/context.ts'
import { refuseOddBody, refuseOddPath, refuseOddQuery } from './kernel/http/odd-input.ts'
import type { ErrorStyle } from './kernel/http/problems.ts'
import {
  closeLinesWhenStopping,
  keepLeastRate,
  LONGEST_BODY_MS,
  stayForTheRest,
} from './kernel/operations/connections.ts'
import { record } from './kernel/operations/logger.ts'
import type { Metrics } from './kernel/operations/metrics.ts'
import type { LoadingFaces, Readiness } from './kernel/operations/readiness.ts'
import { operationsRoutes } from './kernel/operations/routes/operations.ts'
import { traceRequests } from './kernel/operations/trace-requests.ts'
import type { Watchdog } from './kernel/operations/watchdog.ts'
import type { Ports } from './kernel/ports/ports.ts'
import { dataRoutes, evidenceRoutes } from './kernel/results/routes/data.ts'
import { reviewRoutes } from './kernel/review/routes/review.ts'
import { completeRoute } from './kernel/session/routes/complete.ts'
import { consentRoutes } from './kernel/session/routes/consent.ts'
import { handOverRoutes } from './kernel/session/routes/hand-over.ts'
import { hostedRoutes } from './kernel/session/routes/hosted.ts'
import { initializeRoute } from './kernel/session/routes/initialize.ts'
import { type Guard, guardWebhooks } from './platform/http/fetch-guarded.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { validateLazily, writeLazily } from './platform/http/validate-lazily.ts'
import type { Tracing } from './platform/telemetry/tracing.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How this route answers errors; problem+json unless it says otherwise. */
    errors?: ErrorStyle
    /** Exempt from the rate limit. */
    unlimited?: boolean
    /** Reserves memory for its body itself. */
    holdsOwnBody?: boolean
  }
}

export interface AppParts {
  ports: Ports
  /** What a session can have in addition to document and selfie. */
  features: readonly Feature[]
  services?: Services
  settings: HttpSettings
  logger: FastifyBaseLogger
  metrics: Metrics
  webhooks?: HttpContext['webhooks']
  /** The demo's receiver of webhooks, if there is a demo. */
  demo?: DemoInbox | undefined
  /** The checks of /healthz. */
  readiness: Readiness
  /** The faces that are still being loaded. */
  loadingFaces?: () => LoadingFaces | undefined
  /** How often a supervisor has started the service again. */
  restarts?: number
  watchdog?: Watchdog | undefined
  /** Resolver and time limit of what is fetched or sent, for tests that need their own. */
  guard?: Omit<Guard, 'allowedHosts' | 'kind'>
  tracing?: Tracing | undefined
}

export type App = Awaited<ReturnType<typeof buildApp>>

const JSON_LIMIT = 65_536 // only pictures are larger, and they have a limit of their own
const HEADERS_MS = 15_000
const CHECK_MS = 5_000 // how late a time-out is noticed at most; with Node's default of 30 s, headers would have 45
const KEEP_ALIVE_MS = 65_000 // longer than the 60 s of common balancers, so that they close first

/** The HTTP side of the service, ready to listen. Closing it finishes what was accepted. */
export async function buildApp({
  ports,
  features,
  services = {},
  settings,
  logger,
  metrics,
  webhooks,
  demo,
  readiness,
  loadingFaces,
  restarts,
  watchdog,
  guard,
  tracing,
}: AppParts) {
  const headers = securityHeaders(settings.baseUrl.startsWith('https:'))
  const app = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: settings.trustProxy.length ? [...settings.trustProxy] : false,
    bodyLimit: JSON_LIMIT,
    requestTimeout: LONGEST_BODY_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // As long as an address can be: an id or a name that is too long counts as unknown.
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength: maxHeaderSize },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false } },
    schemaController: { compilersFactory: { buildSerializer: writeLazily, buildValidator: validateLazily } },
    genReqId: requestId,
    /** Raised before any hook runs, so the work of the hooks is done here. */
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      answerError(metrics, error, request, reply)
    },
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<TypeBoxTypeProvider>()

  // A connection that cannot be accepted is lost; the others continue.
  app.server.on('error', (error) => logger.error({ err: error }, 'the server failed'))

  const context: HttpContext = {
    ...services,
    ports,
    settings,
    metrics,
    readiness,
    loadingFaces,
    restarts,
    webhooks,
    tokens: createTokens(ports.signingKeys, ports.clock, {
      issuer: settings.baseUrl,
      minutes: settings.tokenMinutes,
      renewHours: settings.tokenRenewHours,
    }),
    logins: loginGuard(ports.loginFailures),
    checkReviewer: createReviewerCheck(ports),
    refusedLogins: openBoundedRecord(ports, 'credential.refused'),
    passwords: createPasswordCheck(),
    limit: rateLimit(settings.rateLimit),
    bodies: openBodyBudget(settings.uploadMegabytes * 1_000_000, settings.maxUploads),
    guard: { kind: 'picture address', ...guard, allowedHosts: settings.pictureHosts },
    webhookGuard: { ...guard, ...guardWebhooks(settings.allowedHosts, webhooks?.url) },
  }

  watchdog?.follow(app)
  const traceIdOf = traceRequests(app, tracing)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.routeOptions.config.unlimited !== true) limitRate(context, `address ${networkOf(request.ip)}`)
    done()
  })
  app.addHook('onRequest', async (request) => refuseOddQuery(request.url))
  app.addHook('preHandler', async (request) => refuseOddPath(request.url))
  app.addHook('preValidation', async (request) => refuseOddBody(request.body))
  const { held, waiting } = context.bodies
  metrics.watch('limen_bodies_waiting', 'Large request bodies that wait for memory and are not read yet.', waiting)
  metrics.watch('limen_bodies_bytes', 'Memory reserved for request bodies.', held)
  keepBodiesInBudget(app, context.bodies)
  keepLeastRate(app, settings.leastUploadRate)
  makeRoomForCallers(app)
  stayForTheRest(app)
  closeLinesWhenStopping(app)
  app.addHook('onResponse', (request, reply, done) => {
    record(metrics, request, reply, traceIdOf(request))
    done()
  })

  // Fastify reads text/plain by default, and passes it on as a string; here JSON is sent, or pictures if a route says
  // so.
  app.removeContentTypeParser('text/plain')
  const methodsOf = collectMethods(app)
  app.setErrorHandler((error, request, reply) => answerError(metrics, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (!sendUnknownPage(request, reply, settings.demo)) answerUnknown(methodsOf, request, reply)
  })

  for (const schema of components()) app.addSchema(schema)
  await app.register(swagger, openapiOptions(settings.baseUrl))
  await app.register(initializeRoute(context), { prefix: '/api/v1/enrolment' })
  await app.register(pictureRoutes(context, features), { prefix: '/api/v1/enrolment' })
  await app.register(completeRoute(context), { prefix: '/api/v1/enrolment' })
  for (const feature of features)
    for (const { plugin, prefix = '' } of (await feature.routes?.(context)) ?? [])
      await app.register(plugin, { prefix })
  await app.register(hostedRoutes(context), { prefix: '/api/v1/enrolment' })
  await app.register(handOverRoutes(context), { prefix: '/api/v1/enrolment' })
  await app.register(consentRoutes(context), { prefix: '/api/v1/enrolment' })
  await app.register(dataRoutes(context, features), { prefix: '/api/v1/data' })
  await app.register(evidenceRoutes(context), { prefix: '/api/v1/data' })
  await app.register(reviewRoutes(context, features), { prefix: '/api/v1/review' })
  await app.register(consoleRoutes(context, features), { prefix: '/api/v1/console' })
  await app.register(consoleProviderRoutes(context))
  await app.register(operationsRoutes(context))
  await app.register(docsRoutes(context))
  await app.register(demoRoutes(context, demo))
  await app.register(rootRoute(context))
  await app.register(pageRoutes(context))
  return app
}

/** A caller's own id is used if it cannot contain anything else. */
function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[0-9a-f][0-9a-f-]{7,63}$/i.test(given) ? given : randomUUID()
}
