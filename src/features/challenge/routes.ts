import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bearerAuth } from '../../kernel/accounts/auth/auth.ts'
import { ref } from '../../kernel/contract/schema.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { enrolmentErrors } from '../../kernel/http/responses.ts'
import { answerRefusal } from '../../kernel/session/routes/refusals.ts'
import { DRAW_SECONDS } from '../../vision/face/challenge/challenge.ts'
import { ChallengeRequest, ChallengeResponse } from './contract/challenge.ts'
import { declineChallenge, drawChallenge } from './draw-challenge.ts'

/** An addition to the specification: the moves that extra frames, sent with the selfie, must show. */
export const challengeRoute = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function challenge(app) {
    const { ports } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticate)

    app.post('/challenge', {
      config: { errors: 'hasError' },
      preValidation: async (request) => {
        request.body ??= {}
      },
      schema: {
        operationId: 'drawChallenge',
        tags: ['Enrolment'],
        summary: 'Draw a challenge',
        description:
          'Head movements, drawn at random for this session. A challenge can be used once, within two minutes; a session gets at most six. Show the movements to the person one after the other, take about three small frames a second meanwhile, and send them with the selfie.',
        security: [{ bearer: [] }],
        body: ref(ChallengeRequest),
        response: { 200: ref(ChallengeResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const enrolment = enrolmentOf(request)
        if (request.body.declined) {
          const declined = await declineChallenge(ports, enrolment)
          return declined.ok ? {} : answerRefusal(declined.refusal)
        }
        const drawn = await drawChallenge(ports, enrolment)
        if (!drawn.ok) return answerRefusal(drawn.refusal)
        const { id, moves } = drawn.value
        return { id, moves, expiresInSeconds: DRAW_SECONDS }
      },
    })
  }
