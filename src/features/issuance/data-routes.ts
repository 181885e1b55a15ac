import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { basicAuth, bearerAuth } from '../../kernel/accounts/auth/auth.ts'
import type { ConsoleAuth } from '../../kernel/accounts/auth/console-auth.ts'
import { ref } from '../../kernel/contract/schema.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { enrolmentErrors, noContent, problems } from '../../kernel/http/responses.ts'
import { found, idOf, sessionParams } from '../../kernel/results/routes/data.ts'
import { findCase } from '../../kernel/tenants/tenant-scope.ts'
import { CredentialOfferResponse, IssuedCredentialsResponse } from './contract/issued.ts'
import { revokeIssued } from './issue-credential.ts'
import { issuedCredentials } from './issued-credentials.ts'
import { type OfferRefusal, offerCredential } from './offer-credential.ts'

/** The tenant's own credentials for the person of an approved session. HTTP basic authentication. */
export const issuedRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function issued(app) {
    const { ports, issuer } = context
    const { authenticateFor, readerOf } = basicAuth(context)
    const security = [{ basic: [] }]

    app.post('/:sessionId/credential/offer', {
      onRequest: authenticateFor('open'),
      schema: {
        operationId: 'offerCredential',
        tags: ['Sessions'],
        summary: 'Offer a credential',
        description:
          'Offers the person of an approved session your tenant’s own credential, for one wallet within ten minutes. Show the link, or the same as a QR code, only to the person. A new offer replaces the earlier one; taking it revokes the credential that was issued for the session before.',
        security,
        params: sessionParams,
        response: { 200: ref(CredentialOfferResponse), ...problems(400, 401, 403, 404, 409, 429) },
      },
      handler: async (request) => {
        if (!issuer) throw new BadCall('NOT_FOUND')
        const offered = await offerCredential({ ...ports, issuer }, readerOf(request), idOf(request.params))
        if (!offered.ok) throw refusalOf(offered.refusal)
        return { link: offered.value.link, expiresAtUtc: offered.value.expiresAt.toISOString() }
      },
    })

    app.get('/:sessionId/credential/issued', {
      onRequest: authenticateFor('read'),
      schema: {
        operationId: 'listIssuedCredentials',
        tags: ['Sessions'],
        summary: 'Credentials issued for a session',
        description: 'When each was issued, until when it is valid, and whether it was revoked.',
        security,
        params: sessionParams,
        response: { 200: ref(IssuedCredentialsResponse), ...problems(401, 403, 404, 429) },
      },
      handler: async (request) => {
        const { tenant, mode } = readerOf(request)
        const id = idOf(request.params)
        if ((await ports.sessions.peek(tenant, id))?.mode !== mode) throw new BadCall('NOT_FOUND')
        return { credentials: issuedCredentials(await ports.issuedCredentials.ofSession(tenant, id)) }
      },
    })

    app.post('/:sessionId/credential/revoke', {
      onRequest: authenticateFor('delete'),
      schema: {
        operationId: 'revokeCredential',
        tags: ['Sessions'],
        summary: 'Revoke a credential',
        description:
          'Revokes the credential that was issued for the session, and an open offer. This cannot be undone, and no other credential can be offered for this session: create a new one. Deleting the session also revokes the credential.',
        security,
        params: sessionParams,
        response: { 204: Type.Null({ description: 'Revoked.' }), ...problems(401, 403, 404, 429) },
      },
      handler: async (request, reply) => {
        const revoked = await revokeIssued(ports, readerOf(request), idOf(request.params))
        if (!revoked.ok) throw new BadCall('NOT_FOUND')
        return reply.code(204).send(null)
      },
    })
  }

function refusalOf(refusal: OfferRefusal): BadCall {
  if (refusal === 'NOT_FOUND') return new BadCall('NOT_FOUND')
  if (refusal === 'ISSUANCE_OFF') return new BadCall('BAD_REQUEST', 'The tenant’s setting `issuance` is off.')
  if (refusal === 'REVOKED')
    return new BadCall(
      'CREDENTIAL_UNAVAILABLE',
      'Its credential was revoked. Create a new session to issue another one.',
    )
  return new BadCall('CREDENTIAL_UNAVAILABLE')
}

/** For the last screen of the hosted page. */
export const offerRoute = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function offer(app) {
    const { ports, issuer } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticate)

    app.post('/credential/offer', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'offerCredentialOnPage',
        tags: ['Enrolment'],
        summary: 'Offer the tenant’s own credential on the page',
        description:
          'For the last screen of the page, if the tenant’s setting `issuance` has `onPage` and the session is approved. A new offer replaces the earlier one.',
        security: [{ bearer: [] }],
        response: { 200: ref(CredentialOfferResponse), ...enrolmentErrors(400, 401, 410, 429) },
      },
      handler: async (request) => {
        const { tenant, mode, sessionId } = enrolmentOf(request)
        const reader = { tenant, mode, actor: 'token' }
        const offered = issuer && (await offerCredential({ ...ports, issuer }, reader, sessionId, { onPage: true }))
        if (!offered?.ok)
          throw new BadCall(
            'BAD_REQUEST',
            'No credential is offered here: the session is not approved, its credential was revoked, or the tenant’s setting does not allow it.',
          )
        return { link: offered.value.link, expiresAtUtc: offered.value.expiresAt.toISOString() }
      },
    })
  }

/** For the case view of the console. */
export const revokeRoute = ({ ports }: HttpContext, { personOf, actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function revoke(app) {
    app.post(
      '/cases/:sessionId/credential/revoke',
      { schema: { params: sessionParams, ...noContent } },
      async (request, reply) => {
        const id = idOf(request.params)
        const seen = await findCase(ports, personOf(request), id)
        if (!seen) throw new BadCall('NOT_FOUND')
        found(await revokeIssued(ports, { tenant: seen.tenant, mode: seen.mode, actor: actorOf(request) }, id))
        return reply.code(204).send(null)
      },
    )
  }
