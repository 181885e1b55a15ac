import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bearerAuth } from '../../accounts/auth/auth.ts'
import { ref } from '../../contract/schema.ts'
import { countStep } from '../../figures/count-funnel.ts'
import type { HttpContext } from '../../http/context.ts'
import { enrolmentErrors } from '../../http/responses.ts'
import { completeSession } from '../complete-session.ts'
import { CompleteResponse } from '../contract/complete.ts'
import { finishedUrl } from '../who-asks.ts'
import { answerRefusal } from './refusals.ts'

/** The end of an enrolment (specification 4.3). */
export const completeRoute = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function complete(app) {
    const { ports, settings, wallets } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticate)

    /** According to the specification the body is empty; a small one is ignored, whatever it contains. */
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

    app.post('/complete', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'complete',
        tags: ['Enrolment'],
        summary: 'Finish the session',
        description:
          'States that the steps are done: the session is decided, and accepts no more pictures. The body is empty.',
        security: [{ bearer: [] }],
        response: { 200: ref(CompleteResponse), ...enrolmentErrors(401, 410, 413, 429, 503) },
      },
      handler: async (request) => {
        const { forPage, tenant } = enrolmentOf(request)
        const outcome = await completeSession(ports, enrolmentOf(request), {
          forPage,
          asksWallets: wallets !== undefined,
        })
        if (outcome.ok) {
          const { returnUrl, theme, isFirst, seconds } = outcome.value
          const effort = seconds === undefined ? {} : { seconds }
          if (isFirst) await countStep(context, request, enrolmentOf(request), 'completed', effort)
          return { customerReturnUrl: returnUrl ?? finishedUrl(settings.baseUrl, tenant, theme) }
        }
        return { ...answerRefusal(outcome.refusal), ...('missing' in outcome ? { missing: outcome.missing } : {}) }
      },
    })
  }
