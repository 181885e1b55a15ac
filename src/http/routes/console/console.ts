import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { consoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { consoleAuditRoutes } from './console-audit.ts'
import { consoleBlocklistAdminRoutes, consoleBlocklistRoutes } from '../../../capabilities/screening/routes/blocklist.ts'
import { consoleCaseRoutes } from './console-cases.ts'
import { consoleDocumentRoutes } from '../../../capabilities/taught/routes/documents.ts'
import { consoleOverviewRoutes } from './console-overview.ts'
import { consolePeopleRoutes } from './console-people.ts'
import { consolePolicyRoutes } from './console-policy.ts'
import { consoleSessionsRoutes } from './console-sessions.ts'
import { consoleSignInRoutes } from './console-sign-in.ts'
import { consoleSignInsRoutes } from './console-sign-ins.ts'
import { consoleTenantRoutes } from './console-tenants.ts'
import { consoleTrustRoutes } from './console-trust.ts'
import { consoleWatchlistRoutes } from '../../../capabilities/screening/routes/watchlist.ts'
import { consoleWebhookRoutes } from './console-webhooks.ts'

/** What the console asks: a cookie says who, and every route says which role may. No part of the public contract. */
export const consoleRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function consoles(app) {
    const auth = consoleAuth(context)
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    app.addHook('onRequest', auth.refuseForeign)
    await app.register(consoleSignInRoutes(context, auth))
    await app.register(async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)
      signedIn.addHook('onRequest', auth.refuseUnprotected)
      await signedIn.register(consoleSignInsRoutes(context, auth, 'own'))
      await signedIn.register(consoleCaseRoutes(context, auth))
      await signedIn.register(consoleSessionsRoutes(context, auth))
      await signedIn.register(consoleOverviewRoutes(context, auth))
      await signedIn.register(consoleWatchlistRoutes(context, auth))
      await signedIn.register(consoleBlocklistRoutes(context, auth))
      await signedIn.register(consoleDocumentRoutes(context, auth))
      await signedIn.register(async (admins) => {
        admins.addHook('onRequest', auth.onlyAdmins)
        await admins.register(consolePeopleRoutes(context, auth))
        await admins.register(consoleSignInsRoutes(context, auth, 'all'))
        await admins.register(consoleWebhookRoutes(context, auth))
        await admins.register(consolePolicyRoutes(context, auth))
        await admins.register(consoleTenantRoutes(context, auth))
        await admins.register(consoleAuditRoutes(context))
        await admins.register(consoleTrustRoutes(context))
        await admins.register(consoleBlocklistAdminRoutes(context, auth))
      })
    })
  }
