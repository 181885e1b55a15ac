import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { bearerAuth } from '../../kernel/accounts/auth/auth.ts'
import { ref } from '../../kernel/contract/schema.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { enrolmentErrors } from '../../kernel/http/responses.ts'
import { hangUpSignal } from '../../kernel/operations/connections.ts'
import { answerFaults, answerRefusal } from '../../kernel/session/routes/refusals.ts'
import { takeForms } from '../../platform/http/form-bodies.ts'
import {
  CredentialRequest,
  type CredentialResponse,
  CredentialResponse as Response,
  WalletRequestRequest,
  WalletRequestResponse,
} from './contract/credential.ts'
import { WALLET_MINUTES } from './domain/wallet-request.ts'
import { drawWalletRequest, findWalletRequest, holdAnswer } from './draw-wallet-request.ts'
import { declineCredential, submitCredential } from './submit-credential.ts'

/** The largest encrypted answer, with the largest presentation in it. */
export const LARGEST_RESPONSE = 2_100_000

/** An addition to the specification: a credential from a wallet instead of a picture of the document. */
export const credentialRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function credential(app) {
    const { ports, wallets, issuer, settings } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticate)

    app.post('/credential/request', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'drawWalletRequest',
        tags: ['Enrolment'],
        summary: 'Ask a wallet for a credential',
        description:
          'Creates a signed request (OpenID4VP 1.0) for this session, for one answer within ten minutes. A new request replaces the earlier one.',
        security: [{ bearer: [] }],
        body: ref(WalletRequestRequest),
        response: { 200: ref(WalletRequestResponse), ...enrolmentErrors(400, 401, 410, 413, 415, 429) },
      },
      handler: async (request) => {
        if (!wallets) throw notTaken()
        const drawn = await drawWalletRequest(
          { ...ports, wallets, issuer },
          enrolmentOf(request),
          request.body.transport,
        )
        if (drawn.ok) {
          const expiresInSeconds = WALLET_MINUTES * 60
          if (drawn.value.transport !== 'browser') return { link: wallets.linkOf(drawn.value), expiresInSeconds }
          const requests = await wallets.browserRequests(drawn.value)
          const [openid] = requests
          return { protocol: 'openid4vp-v1-signed' as const, request: openid?.data.request, requests, expiresInSeconds }
        }
        if (drawn.refusal === 'WALLET_OFF') throw notTaken()
        return answerRefusal(drawn.refusal)
      },
    })

    app.post('/credential', {
      config: { errors: 'hasError' },
      bodyLimit: LARGEST_RESPONSE,
      schema: {
        operationId: 'submitCredential',
        tags: ['Enrolment'],
        summary: 'Submit the answer of the browser’s wallet',
        description:
          'The encrypted answer to a request with the transport `browser`, or the code with which a wallet returned after one with `redirect`. For `link` the wallet itself sends its answer. A credential that was altered is kept and counts.',
        security: [{ bearer: [] }],
        body: ref(CredentialRequest),
        response: { 200: ref(Response), ...enrolmentErrors(400, 401, 410, 413, 415, 429, 503) },
      },
      handler: async (request, reply): Promise<CredentialResponse> => {
        if (!wallets) throw notTaken()
        return answerFaults(context, request, async () => {
          const needs = { ...ports, wallets, issuer }
          const options = { validDays: settings.sessionDays, signal: hangUpSignal(reply) }
          const outcome = await submitCredential(needs, enrolmentOf(request), request.body, options)
          return outcome.ok ? { hasError: false, ...outcome.value } : answerRefusal(outcome.refusal)
        })
      },
    })
  }

const notTaken = () =>
  new BadCall(
    'BAD_REQUEST',
    'Wallets are not accepted: the tenant’s setting `wallet` is off, the flow has no document step, or the operator has no certificate (WALLET_CERTIFICATE).',
  )

/** The metadata of a wallet and its nonce. */
const LARGEST_ASKING = 16_384

const Params = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', maxLength: 22 }) })
type Params = Static<typeof Params>

/**
 * The routes for a wallet that only has the link: the request, and where its answer goes (OpenID4VP 1.0, 5.10 and
 * 8.3.1). The id in the address is random, for one answer and ten minutes. It reveals nothing about the session.
 */
export const walletRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function wallet(app) {
    const { ports, wallets, issuer, settings } = context
    const page = `${settings.baseUrl}/web-enrolment/`
    app.removeAllContentTypeParsers()
    takeForms(app, LARGEST_RESPONSE)

    const sendRequest = async (reply: FastifyReply, id: string, walletNonce?: string) => {
      const found = wallets && (await findWalletRequest(ports, id))
      if (!found || !wallets) throw new BadCall('NOT_FOUND')
      return reply.type('application/oauth-authz-req+jwt').send(await wallets.sign(found.request, walletNonce))
    }
    app.get('/request/:id', { schema: { hide: true, params: Params } }, ({ params }, reply) =>
      sendRequest(reply, params.id),
    )
    /** What else a wallet says about itself here (`wallet_metadata`) changes nothing: HAIP asks the same of all. */
    app.post(
      '/request/:id',
      { bodyLimit: LARGEST_ASKING, schema: { hide: true, params: Params } },
      ({ params, body }, reply) => {
        const { wallet_nonce: nonce } = (body ?? {}) as { wallet_nonce?: string }
        if (nonce !== undefined && !/^[\x21-\x7e]{1,500}$/.test(nonce))
          throw new BadCall('BAD_REQUEST', 'wallet_nonce must be 1 to 500 characters of ASCII.')
        return sendRequest(reply, params.id, nonce)
      },
    )

    /** Anyone can send something here, so a body is only read if it answers an open request. */
    const refuseUnknown = async (request: FastifyRequest) => {
      const found = wallets && (await findWalletRequest(ports, (request.params as Params).id))
      if (!found) throw new BadCall('NOT_FOUND')
      request.answersFor = found.enrolment
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
          if (error === undefined) throw new BadCall('BAD_REQUEST', 'Send response or error.')
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
        if (!outcome.ok) throw new BadCall('BAD_REQUEST', `The answer was refused: ${outcome.refusal}.`)
        return {}
      },
    )
  }
