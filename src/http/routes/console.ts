import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { consoleAuth } from '../console-auth.ts'
import type { HttpContext } from '../context.ts'
import { consoleCaseRoutes } from './console-cases.ts'
import { consoleSessionRoutes } from './console-session.ts'

/** What the console asks: a cookie says who, and every route says which role may. No part of the public contract. */
export const consoleRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function consoles(app) {
    const auth = consoleAuth(context)
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true }
    })
    app.addHook('onRequest', auth.refuseForeign)
    await app.register(consoleSessionRoutes(context, auth))
    await app.register(async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)
      await signedIn.register(consoleCaseRoutes(context, auth))
    })
  }
