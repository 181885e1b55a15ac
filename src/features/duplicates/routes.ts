import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { ref } from '../../kernel/contract/schema.ts'
import type { CaseRoutes, HttpContext } from '../../kernel/http/context.ts'
import { problems } from '../../kernel/http/responses.ts'
import { idOf, sessionParams } from '../../kernel/results/routes/data.ts'
import { settled } from '../../kernel/review/routes/case-acts.ts'
import { answerPair, comparePair, listPairs } from './compare-pair.ts'
import { PairAnswerRequest, PairListResponse, PairResponse } from './contract/pairs.ts'
import { pairResponse, pairView } from './present-pairs.ts'

/** Other sessions with the document or the face of a case. The API and the console have the same routes. */
export const pairRoutes = (
  { ports }: HttpContext,
  { path, examinerOf, common = {} }: CaseRoutes,
): FastifyPluginAsyncTypebox =>
  async function pairs(app) {
    app.get(`${path.of}/:sessionId/duplicates`, {
      schema: {
        ...common,
        operationId: 'listDuplicates',
        summary: 'Other sessions with this document or face',
        description:
          'What the duplicate check found when the case was decided, with the answers of reviewers about each pair. Sessions that were erased since are left out.',
        params: sessionParams,
        response: { 200: ref(PairListResponse), ...problems(401, 403, 404, 429, 503) },
      },
      handler: async (request) => {
        const pairs = settled(await listPairs(ports, examinerOf(request), idOf(request.params)))
        return { duplicates: pairs.map(pairView) }
      },
    })

    app.get(`${path.of}/:sessionId/duplicates/:otherId`, {
      schema: {
        ...common,
        operationId: 'compareDuplicate',
        summary: 'Two sessions next to each other',
        description: 'Both sessions with their portraits and selfies, and which fields of the documents agree.',
        params: pairParams,
        response: { 200: ref(PairResponse), ...problems(401, 403, 404, 429, 503) },
      },
      handler: async (request) => {
        const { id, other } = idsOf(request.params)
        return pairResponse(settled(await comparePair(ports, examinerOf(request), id, other)))
      },
    })

    app.post(`${path.of}/:sessionId/duplicates/:otherId`, {
      schema: {
        ...common,
        operationId: 'answerDuplicate',
        summary: 'Say whether two sessions are one person’s',
        description:
          'Remembered until either session is erased; a new answer replaces it. With `alike` or `other`, the face of one session is no longer a reason to refer the other; with `same`, it still is. A document number that two people show remains a reason, whatever the answer.',
        params: pairParams,
        body: ref(PairAnswerRequest),
        response: {
          204: Type.Null({ description: 'Kept.' }),
          ...problems(400, 401, 403, 404, 408, 413, 415, 429, 503),
        },
      },
      handler: async (request, reply) => {
        const { id, other } = idsOf(request.params)
        settled(await answerPair(ports, examinerOf(request), id, { otherId: other, ...request.body }))
        return reply.code(204).send(null)
      },
    })
  }

const pairParams = Type.Object({ ...sessionParams.properties, otherId: sessionParams.properties.sessionId })

const idsOf = ({ sessionId, otherId }: { sessionId: string; otherId: string }) => ({
  id: idOf({ sessionId }),
  other: idOf({ sessionId: otherId }),
})
