import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { InteractionResult } from 'oidc-provider'
import { Type } from 'typebox'
import { webEnrolmentUrl } from '../../kernel/accounts/auth/invite.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import type { Session } from '../../kernel/session/session.ts'
import { loadTexts, tagOf } from '../../kernel/texts/languages.ts'
import { pagePolicy } from '../../platform/http/security-headers.ts'
import type { Denied } from './continue-sign-in.ts'
import { acrOf } from './domain/assurance-values.ts'
import { readLogo } from './logo.ts'
import { escaped, page } from './provider-pages.ts'

/** A page that waits for a reviewer asks again this often. */
const ASK_AGAIN_SECONDS = 5

/** A page of the provider may post its form, with a script of its own that is named by its hash. */
const FORM_POLICY = pagePolicy().replace("form-action 'none'", "form-action 'self'")

const FORM = 'application/x-www-form-urlencoded'

/** As an address, it must fit into the headers of a request. */
const LARGEST_REQUEST = 8_192

/** No address of the provider is longer. */
const Address = { params: Type.Object({ '*': Type.String({ maxLength: 200 }) }) }

/** The address changes with the logo. */
const LOGO_SECONDS = 86_400

const Named = { params: Type.Object({ id: Type.String({ maxLength: 64 }) }) }

const Visit = {
  params: Type.Object({ uid: Type.String({ maxLength: 64 }) }),
  querystring: Type.Object({ cancel: Type.Optional(Type.String({ maxLength: 1 })) }),
}

/** Why a sign-in ended without a code, in the only sentences that a client gets. */
const DENIED: Record<Denied, string> = {
  declined: 'the person did not agree',
  expired: 'the verification was not finished in time',
  rejected: 'the verification was not passed',
  referred: 'a reviewer has to look at the verification',
}

/** The OpenID Provider. Without a client it is not loaded, and its addresses are unknown. */
export const openIdRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function openId(app) {
    const { ports, settings, tokens, wallets } = context
    const { baseUrl } = settings
    let loading: Promise<() => Promise<Provider>> | undefined
    const load = async () => {
      const { openProvider } = await import('./provider.ts')
      return openProvider(ports, { baseUrl }, (error) => app.log.error({ err: error }, 'the OpenID Provider failed'))
    }
    const providerOf = async (): Promise<Provider> => {
      loading ??= load()
      return (await loading)()
    }

    // The provider reads bodies itself, and limits them.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _body, done) => done(null))

    app.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: '/openid/*',
      schema: { hide: true, ...Address },
      handler: async (request, reply) => {
        if (!(await ports.openIdClients.any())) throw new BadCall('NOT_FOUND')
        const provider = await providerOf()
        const { raw } = request
        prepare(request, baseUrl)
        reply.header('content-security-policy', FORM_POLICY)
        reply.hijack()
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        await provider.callback()(raw, reply.raw)
        return reply
      },
    })

    // A request may also be posted (OpenID Connect Core, 3.1.2.1). It becomes one whose cookies are of this site.
    await app.register(async (posted) => {
      posted.removeAllContentTypeParsers()
      posted.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LARGEST_REQUEST }, (_request, body, done) =>
        done(null, body),
      )
      posted.post('/openid/auth', { bodyLimit: LARGEST_REQUEST, schema: { hide: true } }, async ({ body }, reply) => {
        if (!(await ports.openIdClients.any())) throw new BadCall('NOT_FOUND')
        const query = new URLSearchParams(typeof body === 'string' ? body : '')
        return reply.redirect(`${baseUrl}/openid/auth?${query}`, 303)
      })
    })

    app.get('/openid/clients/:id/logo', { schema: { hide: true, ...Named } }, async (request, reply) => {
      const client = (await ports.openIdClients.any()) ? await ports.openIdClients.find(request.params.id) : undefined
      if (!client?.logo) throw new BadCall('NOT_FOUND')
      const { type, bytes } = readLogo(client.logo)
      return reply.header('cache-control', `public, max-age=${LOGO_SECONDS}`).type(type).send(bytes)
    })

    app.get('/openid/interaction/:uid', { schema: { hide: true, ...Visit } }, async (request, reply) => {
      if (!(await ports.openIdClients.any())) throw new BadCall('NOT_FOUND')
      const provider = await providerOf()
      prepare(request, baseUrl)
      const visit = await findVisit(provider, request, reply)
      const client = visit && (await ports.openIdClients.find(visit.params.client_id ?? ''))
      const tenant = client && (await ports.tenants.load(client.tenant))
      if (!visit || !client || !tenant || visit.uid !== request.params.uid) return sendOver(reply)

      const finish = async (result: InteractionResult) =>
        reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
      const { continueSignIn } = await import('./continue-sign-in.ts')
      const next = await continueSignIn(ports, {
        tenant,
        client,
        uid: visit.uid,
        params: visit.params,
        returnUrl: `${baseUrl}/openid/interaction/${visit.uid}`,
        validMinutes: settings.sessionMinutes,
        asksWallets: wallets !== undefined,
        cancels: request.query.cancel !== undefined,
      })
      switch (next.step) {
        case 'denied':
          return finish({ error: 'access_denied', error_description: DENIED[next.why] })
        case 'refused':
          request.log.error(`the client ${client.id} cannot open a session: ${next.refusal}`)
          return finish({ error: 'invalid_request', error_description: REFUSED[next.refusal] ?? NOT_SET_UP })
        case 'wait':
          return sendWaiting(reply, next.session)
        case 'verify': {
          const { id, tokenEpoch = 0 } = next.session
          const token = await tokens.issue({ tenant: tenant.id, sessionId: id }, { epoch: tokenEpoch, forPage: true })
          return reply.redirect(webEnrolmentUrl(baseUrl, token), 303)
        }
        case 'done': {
          const { id, completedAt = ports.clock() } = next.session
          const ts = Math.floor(completedAt.getTime() / 1000)
          const acr = next.level && acrOf(next.level)
          // Who asks for what was on the page: a request may ask for consent by name.
          return finish({ login: { accountId: id, ts, remember: false, ...(acr && { acr }) }, consent: {} })
        }
      }
    })
  }

const NOT_SET_UP = 'the client is not set up'

const REFUSED: Record<string, string> = {
  AGE_MISSING: 'the request names no age that the client may ask for',
}

/** Whose sign-in it is says a cookie that only this browser has; undefined without it. */
async function findVisit(provider: Provider, { raw }: FastifyRequest, reply: FastifyReply) {
  try {
    return await provider.interactionDetails(raw, reply.raw)
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 400) return undefined
    throw error
  }
}

/**
 * Makes the request what the provider expects below its mount: addresses follow from BASE_URL and not from headers, and
 * a new sign-in knows nothing of an earlier one in the same browser, which would otherwise be ended or answered for it.
 */
function prepare({ raw }: FastifyRequest, baseUrl: string): void {
  const { host, protocol } = new URL(baseUrl)
  const request = raw as typeof raw & { originalUrl?: string }
  const { headers } = request
  headers.host = host
  headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete headers['x-forwarded-host']
  request.originalUrl = request.url ?? ''
  request.url = request.originalUrl.replace(/^\/openid/, '')
  if (/^\/auth\b/.test(request.url)) dropSession(headers)
}

const SESSION_COOKIE = /^limen-openid(\.sig)?=/

function dropSession(headers: IncomingHttpHeaders): void {
  const kept = (headers.cookie ?? '').split(/; */).filter((part) => !SESSION_COOKIE.test(part))
  headers.cookie = kept.join('; ')
}

const html = (reply: FastifyReply) =>
  reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8')

/** The sign-in is not of this browser, or has been answered: the client waits for nothing more. */
async function sendOver(reply: FastifyReply) {
  const text = 'This sign-in is over, or was begun in another browser. Go back to where you started, and try again.'
  return html(reply)
    .code(400)
    .send(page('Sign-in', 'en', `<h1>This did not work</h1><p role="alert">${text}</p>`))
}

/** The person waits for a reviewer, in the language of the session. */
async function sendWaiting(reply: FastifyReply, { request: { lang = 'en-US' } }: Session) {
  const texts = await loadTexts(lang)
  const body = `<h1>${escaped(texts.doneTitle)}</h1><p role="status">${escaped(texts.doneReview)}</p>`
  const again = `<meta http-equiv="refresh" content="${ASK_AGAIN_SECONDS}">\n`
  return html(reply).send(page(texts.doneTitle, tagOf(lang), body, again))
}
