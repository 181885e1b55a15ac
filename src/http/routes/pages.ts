import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { HttpContext } from '../context.ts'
import { framingOrigins } from '../present-enrolment.ts'
import { pagePolicy } from '../security-headers.ts'

const DIST = join(import.meta.dirname, '../../../dist')

/** The pages as they were built: the hosted page, the console, the demo, and the script for integrators' own pages. */
export const pageRoutes = ({ ports, settings, tokens }: HttpContext): FastifyPluginAsyncTypebox =>
  async function pages(app) {
    if (!existsSync(DIST)) {
      app.log.warn('the pages are not built: npm start builds them')
      return
    }
    const page = (name: string) => readFileSync(join(DIST, name, 'index.html'))
    const isBuilt = (name: string) => existsSync(join(DIST, name, 'index.html'))

    await app.register(fastifyStatic, {
      root: join(DIST, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      immutable: true, // every name carries the hash of its content
      maxAge: '1y',
    })

    const web = page('web')
    /** Framing is allowed in frame mode alone, by the origins of the tenant that the token names. */
    const mayFrame = async (token: string | undefined, iframe: string | undefined) => {
      if (iframe !== 'true') return []
      const enrolment = token && (await tokens.verify(token))
      const tenant = enrolment && (await ports.tenants.load(enrolment.tenant))
      return framingOrigins(tenant ? tenant.settings.frameOrigins : [], settings.frameAncestors, settings.baseUrl)
    }
    const Query = Type.Object({ token: Type.Optional(Type.String()), iframe: Type.Optional(Type.String()) })
    for (const path of ['/web-enrolment/', '/web-enrolment', '/web-enrolment/finished'])
      app.get(path, { schema: { hide: true, querystring: Query } }, async ({ query: { token, iframe } }, reply) => {
        reply.header('content-security-policy', pagePolicy(await mayFrame(token, iframe)))
        reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()')
        return reply.type('text/html; charset=utf-8').send(web)
      })

    for (const name of ['console', 'demo'].filter(isBuilt)) {
      const html = page(name)
      for (const path of [`/${name}`, `/${name}/*`])
        app.get(path, { schema: { hide: true } }, async (_request, reply) => {
          reply.header(
            'content-security-policy',
            pagePolicy().replace("default-src 'none'", "default-src 'none'; frame-src 'self'"),
          )
          return reply.type('text/html; charset=utf-8').send(html)
        })
    }

    const embed = readFileSync(join(DIST, 'embed.js'))
    app.get('/embed.js', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header('cache-control', 'public, max-age=3600')
      return reply.type('text/javascript; charset=utf-8').send(embed)
    })
  }
