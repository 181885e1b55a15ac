import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import { openInvitations } from '../../accounts/auth/invite.ts'
import { ASKED_BY, CONSOLE_HEADER } from '../../contract/console-words.ts'
import { ref } from '../../contract/schema.ts'
import { deleteSession } from '../../erasure/erase.ts'
import type { Feature } from '../../feature.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers, answersFile, noContent } from '../../http/responses.ts'
import type { QueueFilter as Wanted } from '../../ports/review.ts'
import { bundleEvidence } from '../../results/evidence-bundle.ts'
import { claimResponse, queueResponse } from '../../results/present.ts'
import type { Reader } from '../../results/read-results.ts'
import { asBuffer, found, idOf, sessionParams } from '../../results/routes/data.ts'
import { findCase } from '../../tenants/tenant-scope.ts'
import { claimCase, releaseCase } from '../claim-case.ts'
import { type CaseView, caseViewSchema } from '../contract/console-case.ts'
import {
  NextCase,
  nextRequestSchema,
  PictureLink,
  Queue,
  type QueueFilter,
  queueFilterSchema,
} from '../contract/console-queue.ts'
import { ClaimResponse } from '../contract/review.ts'
import { lookAtQueue } from '../look-at.ts'
import { claimNextCase, openCase, openCaseImage } from '../open-case.ts'
import { caseView } from '../present-case.ts'
import { takePictureLink } from '../take-picture-link.ts'
import { caseActRoutes, settled } from './case-acts.ts'

/** The queue, a case with its pictures, the verdict, the evidence, and the deletion. */
export const consoleCaseRoutes = (
  context: HttpContext,
  auth: ConsoleAuth,
  features: readonly Feature[],
): FastifyPluginAsyncTypebox =>
  async function cases(app) {
    const { ports } = context
    const { personOf, actorOf } = auth
    const done = { schema: { params: sessionParams, ...noContent } }
    const readerOf = async (request: FastifyRequest, id: string): Promise<Reader> => {
      const seen = await findCase(ports, personOf(request), id)
      if (!seen) throw new BadCall('NOT_FOUND')
      return { tenant: seen.tenant, mode: seen.mode, actor: actorOf(request) }
    }

    app.get(
      '/queue',
      { schema: { querystring: queueFilterSchema(), ...answers(Queue) } },
      async (request): Promise<Queue> => {
        const person = personOf(request)
        const mode = request.query.mode ?? 'live'
        const filter = filterOf(request.query, person.username)
        // A screen that refreshes itself shows what the person has already looked at.
        const isLook = request.headers[CONSOLE_HEADER] === ASKED_BY.person
        const { total, cases, tally } = await lookAtQueue(ports, person, { mode, filter, limit: SHOWN, isLook })
        return { total, cases: queueResponse({ number: 1, size: SHOWN }, cases).data, tally }
      },
    )

    app.post(
      '/queue/next',
      { schema: { body: nextRequestSchema(), ...answers(NextCase) } },
      async (request): Promise<NextCase> => {
        const { except, mode = 'live', ...filter } = request.body
        const person = personOf(request)
        const wanted = { except, mode, filter: filterOf(filter, person.username) }
        const id = await claimNextCase(ports, person, wanted)
        return { id: id ?? null }
      },
    )

    app.get(
      '/cases/:sessionId',
      { schema: { params: sessionParams, ...answers(caseViewSchema()) } },
      async (request): Promise<CaseView> =>
        caseView(found(await openCase(ports, personOf(request), idOf(request.params))), {
          viewer: personOf(request).username,
          undoSeconds: context.settings.undoSeconds,
          webhookUrl: context.webhooks?.url,
          hasDemo: context.settings.demo,
        }),
    )

    const invite = openInvitations(ports, context.settings)
    app.post(
      '/cases/:sessionId/picture-link',
      { schema: { params: sessionParams, ...answers(PictureLink) } },
      async (request): Promise<PictureLink> => {
        const taken = await takePictureLink(ports, personOf(request), idOf(request.params), invite)
        if (!taken.ok) throw new BadCall('NOT_FOUND', 'The person is not asked for a picture.')
        return { url: taken.value.webEnrolmentUrl }
      },
    )

    app.get(
      '/cases/:sessionId/images/:imageName',
      { schema: { params: imageParams, querystring: EarlierQuery, ...answersFile('image/jpeg') } },
      async (request, reply) => {
        const { imageName } = request.params
        const earlier = request.query.earlier === undefined ? undefined : Number(request.query.earlier)
        const bytes = found(await openCaseImage(ports, personOf(request), idOf(request.params), imageName, earlier))
        return reply.type('image/jpeg').header('content-length', bytes.length).send(asBuffer(bytes))
      },
    )

    app.post(
      '/cases/:sessionId/claim',
      { schema: { params: sessionParams, ...answers(ref(ClaimResponse)) } },
      async (request) => claimResponse(settled(await claimCase(ports, personOf(request), idOf(request.params)))),
    )

    app.delete('/cases/:sessionId/claim', done, async (request, reply) => {
      if (!(await releaseCase(ports, personOf(request), idOf(request.params)))) throw new BadCall('NOT_FOUND')
      return reply.code(204).send(null)
    })

    const routes = { path: { of: '/cases', verdict: '/verdict' }, examinerOf: auth.personOf }
    await app.register(caseActRoutes(context, routes))
    for (const { caseRoutes } of features) if (caseRoutes) await app.register(await caseRoutes(context, routes))

    const bundle = { schema: { params: sessionParams, ...answersFile('application/zip') } }
    app.get('/cases/:sessionId/evidence', bundle, async (request, reply) => {
      const id = idOf(request.params)
      const reader = await readerOf(request, id)
      const bytes = found(await bundleEvidence(ports, reader, id))
      return reply.type('application/zip').header('content-length', bytes.length).send(asBuffer(bytes))
    })

    app.delete('/cases/:sessionId', { ...done, onRequest: auth.onlyAdmins }, async (request, reply) => {
      const id = idOf(request.params)
      if (!(await deleteSession(ports, await readerOf(request, id), id))) throw new BadCall('NOT_FOUND')
      return reply.code(204).send(null)
    })
  }

function filterOf({ mine, mode: _, ...filter }: QueueFilter, reviewer: string): Wanted {
  return { ...filter, ...(mine && { claimedBy: reviewer }) }
}

/** More than anybody reads through; the next case is found without the list. */
const SHOWN = 100

const EarlierQuery = Type.Object(
  { earlier: Type.Optional(Type.String({ maxLength: 1, pattern: '^[1-9]$' })) },
  { additionalProperties: false },
)

const imageParams = Type.Object({ ...sessionParams.properties, imageName: Type.String({ maxLength: 64 }) })
