import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Capability } from '../../../capabilities/capability.ts'
import { consoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { consoleAssuranceRoutes } from './console-assurance.ts'
import { consoleAuditRoutes } from './console-audit.ts'
import { consoleCaseRoutes } from './console-cases.ts'
import { consoleOverviewRoutes } from './console-overview.ts'
import { consolePeopleRoutes, consoleSignInsRoutes } from './console-people.ts'
import { consolePolicyRoutes } from './console-policy.ts'
import { consoleSessionsRoutes } from './console-sessions.ts'
import { consoleSetupRoutes } from './console-setup.ts'
import { consoleSignInRoutes } from './console-sign-in.ts'
import { consoleTenantRoutes } from './console-tenants.ts'
import { consoleTrustRoutes } from './console-trust.ts'
import { consoleWebhookRoutes } from './console-webhooks.ts'

/** What the console asks: a cookie says who, and every route says which role may. No part of the public contract. */
export const consoleRoutes = (context: HttpContext, capabilities: readonly Capability[]): FastifyPluginAsyncTypebox =>
  async function consoles(app) {
    const auth = consoleAuth(context)
    const added = await Promise.all(capabilities.map(async (each) => (await each.consoleRoutes?.(context, auth)) ?? {}))
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    app.addHook('onRequest', auth.refuseForeign)
    await app.register(consoleSignInRoutes(context, auth))
    await app.register(async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)
      signedIn.addHook('onRequest', auth.refuseUnprotected)
      await signedIn.register(consoleSignInsRoutes(context, auth, 'own'))
      await signedIn.register(consoleCaseRoutes(context, auth, capabilities))
      await signedIn.register(consoleSessionsRoutes(context, auth))
      await signedIn.register(consoleOverviewRoutes(context, auth))
      await signedIn.register(consoleAssuranceRoutes())
      for (const { reviewers = [] } of added) for (const plugin of reviewers) await signedIn.register(plugin)
      await signedIn.register(async (admins) => {
        admins.addHook('onRequest', auth.onlyAdmins)
        await admins.register(consolePeopleRoutes(context, auth))
        await admins.register(consoleSignInsRoutes(context, auth, 'all'))
        await admins.register(consoleWebhookRoutes(context, auth))
        await admins.register(consolePolicyRoutes(context, auth))
        await admins.register(consoleTenantRoutes(context, auth))
        await admins.register(consoleSetupRoutes(context, auth))
        await admins.register(consoleAuditRoutes(context))
        await admins.register(consoleTrustRoutes(context))
        for (const { admins: plugins = [] } of added) for (const plugin of plugins) await admins.register(plugin)
      })
    })
  }
