import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bearerAuth } from '../../accounts/auth/auth.ts'
import { ref } from '../../contract/schema.ts'
import { countStep } from '../../figures/count-funnel.ts'
import type { HttpContext } from '../../http/context.ts'
import { enrolmentErrors } from '../../http/responses.ts'
import { HandOverOpenRequest, HandOverOpenResponse, HandOverRequest, HandOverResponse } from '../contract/hand-over.ts'
import { HAND_OVER_MINUTES, offerHandOver, openHandOver } from '../hand-over.ts'
import { answerRefusal } from './refusals.ts'

/** A short link from one device to another: offered with the session's token, opened with only the code. */
export const handOverRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function handOver(app) {
    const { ports, settings, tokens } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)

    app.post('/handover', {
      onRequest: authenticate,
      config: { errors: 'hasError' },
      schema: {
        operationId: 'offerHandOver',
        tags: ['Enrolment'],
        summary: 'Get a short link for another device',
        description: 'For a QR code: the device that opens it takes over the session.',
        security: [{ bearer: [] }],
        body: ref(HandOverRequest),
        response: { 200: ref(HandOverResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const enrolment = enrolmentOf(request)
        const offered = await offerHandOver(ports, enrolment, enrolment.firstIssuedAt, request.body.lang)
        if (!offered.ok) return answerRefusal(offered.refusal)
        const address = settings.codesFollowPage ? `${request.protocol}://${request.host}` : settings.baseUrl
        return { url: `${address}/h/${offered.value.code}`, expiresInSeconds: HAND_OVER_MINUTES * 60 }
      },
    })

    app.post('/handover/open', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'openHandOver',
        tags: ['Enrolment'],
        summary: 'Open a session with the code of a short link',
        security: [],
        description:
          'A second device must take over explicitly, and the first is notified. A code works once and ends the token of the device it came from, which may only watch from then on. A code that is unknown, used or expired, or whose session is deleted, is answered with 401.',
        body: ref(HandOverOpenRequest),
        response: { 200: ref(HandOverOpenResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const opened = await openHandOver(ports, request.body)
        if (!opened.ok) return { active: false, ...answerRefusal(opened.refusal) }
        const { active, isFirst, enrolment, lang, tokenEpoch: epoch, firstIssuedAt } = opened.value
        if (active && isFirst) await countStep(context, request, enrolment, 'started')
        const accessToken = active ? await tokens.issue(enrolment, { epoch, firstIssuedAt, forPage: true }) : undefined
        return { active, ...(accessToken && { accessToken }), lang }
      },
    })
  }
