import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { bearerAuth } from '../../accounts/auth/auth.ts'
import { ref } from '../../contract/schema.ts'
import { countStep } from '../../figures/count-funnel.ts'
import type { HttpContext } from '../../http/context.ts'
import { EnrolmentClosed } from '../../http/problems.ts'
import { enrolmentErrors } from '../../http/responses.ts'
import { ConsentQuery, ConsentRequest, ConsentResponse, ConsentTextResponse } from '../contract/consent.ts'
import { consentTextOf, giveConsent, withdraw } from '../give-consent.ts'
import { readEnrolment } from '../read-enrolment.ts'
import { answerRefusal } from './refusals.ts'

/** Consent on the hosted page, or on a capture page of the integrator's: the text, the answer, and withdrawal. */
export const consentRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function consent(app) {
    const { ports } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticate)

    app.get('/consent', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'consentText',
        tags: ['Enrolment'],
        summary: 'What the person is asked to agree to',
        description: 'In the tenant’s own words if it has some. Agree to it with the hash in the answer.',
        security: [{ bearer: [] }],
        querystring: ConsentQuery,
        response: { 200: ref(ConsentTextResponse), ...enrolmentErrors(400, 401, 410, 429, 503) },
      },
      handler: async (request) => {
        const found = await readEnrolment(ports, enrolmentOf(request))
        if (!found.ok) throw new EnrolmentClosed(found.refusal)
        const { session, tenant } = found.value
        return consentTextOf(tenant, request.query.lang, session)
      },
    })

    app.post('/consent', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'giveConsent',
        tags: ['Enrolment'],
        summary: 'The person agrees',
        description: 'Stored with the session: version, hash, language, time and text. Erased with it.',
        security: [{ bearer: [] }],
        body: ref(ConsentRequest),
        response: { 200: ref(ConsentResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const outcome = await giveConsent(ports, enrolmentOf(request), request.body)
        if (outcome.ok && outcome.value.isFirst) await countStep(context, request, enrolmentOf(request), 'consented')
        return outcome.ok ? { hasError: false } : answerRefusal(outcome.refusal)
      },
    })

    app.post('/withdraw', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'withdraw',
        tags: ['Enrolment'],
        summary: 'The person withdraws',
        description: 'Erases the session with everything that was sent. Only you can delete a completed session.',
        security: [{ bearer: [] }],
        response: { 200: ref(ConsentResponse), ...enrolmentErrors(401, 410, 429, 503) },
      },
      handler: async (request) => {
        const outcome = await withdraw(ports, enrolmentOf(request))
        return outcome.ok ? { hasError: false } : answerRefusal(outcome.refusal)
      },
    })
  }
