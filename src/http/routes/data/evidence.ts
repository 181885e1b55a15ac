import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { bundleEvidence } from '../../../actions/results/evidence-bundle.ts'
import { readEvidencePublicKey } from '../../../actions/results/evidence-format.ts'
import { explain } from '../../../actions/results/explain.ts'
import { EvidenceKeyResponse, ExplanationResponse } from '../../../contract/data/decision.ts'
import { ref } from '../../../contract/schema.ts'
import { basicAuth } from '../../auth/auth.ts'
import type { HttpContext } from '../../context.ts'
import { explanationResponse } from '../../present/present-review.ts'
import { problems } from '../responses.ts'
import { asBuffer, found, idOf, sessionParams } from './data.ts'

/** Why a session was decided as it was, and the proof of it. HTTP basic. */
export const evidenceRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function evidence(app) {
    const { ports } = context
    const { authenticateFor, readerOf } = basicAuth(context)
    const common = { tags: ['Results'], security: [{ basic: [] }] }
    app.addHook('onRequest', authenticateFor('read'))

    app.get('/:sessionId/decision/explanation', {
      schema: {
        ...common,
        operationId: 'explainDecision',
        summary: 'Why it was decided that way',
        description:
          'The decision with the reason and the values of every Trust Factor, the policy, the models and the reviews.',
        params: sessionParams,
        response: { 200: ref(ExplanationResponse), ...problems(401, 403, 404, 409, 429, 503) },
      },
      handler: async (request) =>
        explanationResponse(found(await explain(ports, readerOf(request), idOf(request.params)))),
    })

    app.get('/:sessionId/evidence', {
      schema: {
        ...common,
        operationId: 'readEvidence',
        summary: 'Signed evidence',
        description:
          'A zip with the decision, the evidence it rests on, the policy, the reviews, the audit trail and the hashes of the pictures, signed with Ed25519. `npm run cli -- verify-evidence FILE` checks it without this service.',
        params: sessionParams,
        response: { 200: zip, ...problems(401, 403, 404, 409, 429, 503) },
      },
      handler: async (request, reply) => {
        const id = idOf(request.params)
        const bundle = found(await bundleEvidence(ports, readerOf(request), id))
        return reply
          .type('application/zip')
          .header('content-disposition', `attachment; filename="evidence-${id}.zip"`)
          .header('content-length', bundle.length)
          .send(asBuffer(bundle))
      },
    })

    app.get('/evidence/key', {
      schema: {
        ...common,
        operationId: 'readEvidenceKey',
        summary: 'The key that signs evidence',
        description: 'Keep it, and check bundles against it later.',
        response: { 200: ref(EvidenceKeyResponse), ...problems(401, 403, 429, 503) },
      },
      handler: async () => ({ algorithm: 'Ed25519' as const, ...(await readEvidencePublicKey(ports.secrets)) }),
    })
  }

const zip = {
  description: 'The bundle.',
  content: { 'application/zip': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } },
}
