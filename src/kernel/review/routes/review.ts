import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { reviewerAuth } from '../../accounts/auth/auth.ts'
import { ref } from '../../contract/schema.ts'
import { ExplanationResponse } from '../../decision/contract/decision.ts'
import type { Feature } from '../../feature.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { problems } from '../../http/responses.ts'
import { explainCase } from '../../results/explain.ts'
import { claimResponse, explanationResponse, queueResponse } from '../../results/present.ts'
import { idOf, sessionParams, withNumbers } from '../../results/routes/data.ts'
import { tenantsOf } from '../../tenants/tenant-scope.ts'
import { claimCase, releaseCase } from '../claim-case.ts'
import { ClaimResponse, QueueQuery, QueueResponse } from '../contract/review.ts'
import { caseActRoutes, settled } from './case-acts.ts'

/** What reviewers do: see the queue, take a case, settle it. HTTP basic with a reviewer's account. */
export const reviewRoutes = (context: HttpContext, features: readonly Feature[]): FastifyPluginAsyncTypebox =>
  async function review(app) {
    const { ports } = context
    const { authenticate, examinerOf } = reviewerAuth(context)
    const common = { tags: ['Review'], security: [{ basic: [] }] }
    app.addHook('onRequest', authenticate)

    app.get('/queue', {
      preValidation: async (request) => {
        request.query = withNumbers(request.query)
      },
      schema: {
        ...common,
        operationId: 'readReviewQueue',
        summary: 'Sessions that wait for a reviewer',
        description:
          'Of all tenants that the reviewer sees, with their claims: those whose deadline has passed first, then those that most speaks against, then those with the nearest deadline, then those that have waited longest. `x-total-count` has the total.',
        querystring: QueueQuery,
        response: { 200: ref(QueueResponse), ...problems(400, 401, 403, 429, 503) },
      },
      handler: async (request, reply) => {
        const page = { number: request.query.PageNumber, size: request.query.PageSize }
        const span = { offset: (page.number - 1) * page.size, limit: page.size }
        const scope = { tenants: tenantsOf(examinerOf(request)), mode: request.query.mode }
        const { total, cases } = await ports.reviews.waiting(ports.clock(), span, scope)
        reply.header('x-total-count', String(total))
        return queueResponse(page, cases)
      },
    })

    app.get('/:sessionId/explanation', {
      schema: {
        ...common,
        operationId: 'explainCase',
        summary: 'Why a session was referred',
        description:
          'The decision with the reasons of every Trust Factor, and earlier reviews. Also before a final state.',
        params: sessionParams,
        response: { 200: ref(ExplanationResponse), ...problems(401, 403, 404, 429, 503) },
      },
      handler: async (request) =>
        explanationResponse(settled(await explainCase(ports, examinerOf(request), idOf(request.params)))),
    })

    app.post('/:sessionId/claim', {
      schema: {
        ...common,
        operationId: 'claimCase',
        summary: 'Claim a case',
        description: 'Keeps other reviewers from settling it for 15 minutes. Claiming again renews the claim.',
        params: sessionParams,
        response: { 200: ref(ClaimResponse), ...problems(401, 403, 404, 409, 429, 503) },
      },
      handler: async (request) =>
        claimResponse(settled(await claimCase(ports, examinerOf(request), idOf(request.params)))),
    })

    app.delete('/:sessionId/claim', {
      schema: {
        ...common,
        operationId: 'releaseCase',
        summary: 'Release a case',
        description: 'Only your own claim; an admin can release anybody’s.',
        params: sessionParams,
        response: { 204: Type.Null({ description: 'Given back.' }), ...problems(401, 403, 404, 429, 503) },
      },
      handler: async (request, reply) => {
        if (!(await releaseCase(ports, examinerOf(request), idOf(request.params)))) throw new BadCall('NOT_FOUND')
        return reply.code(204).send(null)
      },
    })

    const routes = { path: { of: '', verdict: '' }, examinerOf, common }
    await app.register(caseActRoutes(context, routes))
    for (const { caseRoutes } of features) if (caseRoutes) await app.register(await caseRoutes(context, routes))
  }
