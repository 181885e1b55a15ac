import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { LONGEST_HOURS, openSignInRefusals } from '../../../actions/accounts/sign-in.ts'
import { signInWithProvider } from '../../../actions/accounts/sign-in-with-provider.ts'
import type { ProviderRefusal } from '../../../contract/console/console-words.ts'
import { consoleAuth } from '../../auth/console-auth.ts'
import { openOidc } from '../../auth/oidc.ts'
import { whereOf } from '../../auth/where.ts'
import type { HttpContext } from '../../context.ts'

/** How long somebody may take at the provider: to find a phone, not so long that the request stays open over lunch. */
const KEPT_SECONDS = 600

/** The way to the company's own sign-in and back. Two pages that a browser visits; nothing here answers scripts. */
export const consoleProviderRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function provider(app) {
    const { ports, settings } = context
    const oidc = openOidc(settings)
    if (!oidc) return
    const auth = consoleAuth(context)
    const refusals = openSignInRefusals(ports)
    const hidden = { schema: { hide: true } }

    const sendBack = (reply: FastifyReply, why: ProviderRefusal) => reply.redirect(`/console/?refused=${why}`)

    app.get('/console/sign-in/provider', hidden, async (request, reply) => {
      try {
        const { address, kept } = await oidc.begin()
        auth.pending.set(reply, kept, KEPT_SECONDS)
        return reply.redirect(address)
      } catch (error) {
        request.log.warn({ err: error }, 'the OpenID provider could not be asked')
        return sendBack(reply, 'unavailable')
      }
    })

    app.get('/console/sign-in/callback', hidden, async (request, reply) => {
      const kept = auth.pending.read(request)
      auth.pending.clear(reply)
      if (!kept) return sendBack(reply, 'failed')
      const vouched = await oidc.finish(new URL(request.url, settings.baseUrl).search, kept).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a sign-in at the OpenID provider did not succeed')
        return undefined
      })
      if (!vouched) return sendBack(reply, 'failed')
      const signedIn = await signInWithProvider(ports, settings.oidcRoles, refusals, vouched, whereOf(request))
      if (!signedIn.ok) return sendBack(reply, signedIn.refusal === 'DISABLED' ? 'disabled' : 'no-role')
      auth.cookie.set(reply, signedIn.value.id, LONGEST_HOURS * 3600)
      return reply.redirect('/console/')
    })
  }
