import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { HttpContext } from '../../http/context.ts'
import { takeForms } from '../../http/input/form-bodies.ts'
import { BadCall } from '../../http/present/problems.ts'
import { findWalletRequest, holdAnswer } from './draw-wallet-request.ts'
import { LARGEST_RESPONSE } from './enrolment-routes.ts'
import { declineCredential, submitCredential } from './submit-credential.ts'

const Params = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) })
type Params = Static<typeof Params>

/**
 * What a wallet asks, which knows nothing of us but the link: the request, and where its answer goes (OpenID4VP 1.0, 5.10
 * and 8.3.1). The id in the address is random, for one answer and ten minutes; nothing about the session is shown to whoever has it.
 */
export const walletRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function wallet(app) {
    const { ports, wallets, issuer, settings } = context
    const page = `${settings.baseUrl}/web-enrolment/`
    app.removeAllContentTypeParsers()
    takeForms(app, LARGEST_RESPONSE)

    app.get('/request/:id', { schema: { hide: true, params: Params } }, async ({ params }, reply) => {
      const found = wallets && (await findWalletRequest(ports, params.id))
      if (!found || !wallets) throw new BadCall('NOT_FOUND')
      return reply.type('application/oauth-authz-req+jwt').send(await wallets.sign(found.request))
    })

    /** Anybody may send something here: nothing is read that answers no request. */
    const refuseUnknown = async ({ params }: FastifyRequest) => {
      if (!wallets || !(await findWalletRequest(ports, (params as Params).id))) throw new BadCall('NOT_FOUND')
    }

    app.post(
      '/response/:id',
      { bodyLimit: LARGEST_RESPONSE, onRequest: refuseUnknown, schema: { hide: true, params: Params } },
      async ({ params, body }) => {
        const found = wallets && (await findWalletRequest(ports, params.id))
        if (!found || !wallets) throw new BadCall('NOT_FOUND')
        const { response, error } = body as { response?: string; error?: string }
        const needs = { ...ports, wallets, issuer }
        const isRedirect = found.request.transport === 'redirect'
        if (response === undefined) {
          if (error === undefined) throw new BadCall('BAD_REQUEST', 'Send response, or error.')
          await declineCredential(needs, found.enrolment, params.id)
          return isRedirect ? { redirect_uri: page } : {}
        }
        if (isRedirect) {
          const held = await holdAnswer(ports, found.enrolment, params.id, response)
          if (!held.ok) throw new BadCall('NOT_FOUND')
          return { redirect_uri: `${page}#response_code=${held.value}` }
        }
        const sent = { requestId: params.id, response }
        const outcome = await submitCredential(needs, found.enrolment, sent, { validDays: settings.sessionDays })
        if (!outcome.ok) throw new BadCall('BAD_REQUEST', `The answer was not taken: ${outcome.refusal}.`)
        return {}
      },
    )
  }
