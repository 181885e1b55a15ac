import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, maxHeaderSize } from 'node:http'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { type Static, Type } from 'typebox'
import type { HttpContext } from '../kernel/http/context.ts'
import { framingOrigins } from '../kernel/session/present-enrolment.ts'
import { themeOf } from '../kernel/session/who-asks.ts'
import { kernelPolicy, pagePolicy, previewPolicy } from '../platform/http/security-headers.ts'
import { PAGES } from '../platform/resources.ts'
import { html } from './docs-site/html.ts'

/** An address is no longer than the headers of its request. */
const text = Type.String({ maxLength: maxHeaderSize })

const Query = Type.Object({
  token: Type.Optional(text),
  tenant: Type.Optional(text),
  iframe: Type.Optional(text),
  theme: Type.Optional(text),
})

/** A small page for visitors, with the ways on from it. */
const frontPage = (title: string, text: string, hasDemo: boolean) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body class="front">
<main>
<h1>${title}</h1>
<p>${text}</p>
<p>For those who run it: <a href="/console">Console</a> · <a href="/docs">API and guides</a>${hasDemo ? html` · <a href="/demo">Demo</a>` : ''}</p>
</main>
</body>
</html>`

/** The root address of the service: a visitor looks what is here. */
export const rootRoute = ({ settings }: HttpContext): FastifyPluginAsyncTypebox =>
  async function front(app) {
    const page = frontPage(
      'Limen',
      'This service confirms identities. If you were asked to confirm yours, open the link that you were sent.',
      settings.demo,
    )
    app.get('/', { schema: { hide: true } }, async (_request, reply) =>
      reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(page.text),
    )
  }

const WEB = join(PAGES, 'hosted-page/index.html')
const web = existsSync(WEB) ? readFileSync(WEB) : undefined

/** Where the links that people are sent begin. */
const SENT = /^\/(web-enrolment|h)(\/|\?|$)/

/**
 * A person with a broken link gets the message in their language: the hosted page without a session says that the link
 * is not valid. Any other address that is unknown gets a page with the ways on.
 */
export function sendUnknownPage(request: FastifyRequest, reply: FastifyReply, hasDemo: boolean): boolean {
  const wanted = request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '')
  if (!wanted || request.url.startsWith('/api/')) return false
  const isSent = SENT.test(request.url)
  if (isSent && !web) return false
  const isDemo = /^\/demo(\/|\?|$)/.test(request.url)
  const text = isDemo
    ? 'The demo is not served here. It is on where the service listens on this machine alone, and with DEMO=true.'
    : 'If you were asked to confirm your identity, open the link again as you were sent it.'
  const page = isSent ? web : frontPage('There is nothing at this address', text, hasDemo).text
  reply.code(404).header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(page)
  return true
}

/** The built pages: the hosted page, the console, the demo, and the script for integrators' own pages. */
export const pageRoutes = ({ ports, settings }: HttpContext): FastifyPluginAsyncTypebox =>
  async function pages(app) {
    if (!existsSync(PAGES)) {
      app.log.warn('the pages are not built: npm start builds them')
      return
    }
    const page = (name: string) => readFileSync(join(PAGES, name, 'index.html'))
    const isBuilt = (name: string) => existsSync(join(PAGES, name, 'index.html'))

    await app.register(fastifyStatic, {
      root: join(PAGES, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      preCompressed: true,
      immutable: true, // every name contains the hash of its content
      maxAge: '1y',
      setHeaders: (reply, path) => {
        // A worker has the policy of the file it came in.
        if (basename(path).startsWith('corners-worker-')) reply.header('content-security-policy', kernelPolicy)
      },
    })

    const web = page('hosted-page').toString('utf8')
    /**
     * Framing is allowed only in frame mode, by the origins of the tenant. The tenant is taken from a token that may
     * have expired, or from the address after the token was removed from it: a wrong one only names other people's
     * origins.
     */
    const mayFrame = async ({ token, tenant: named, iframe }: Static<typeof Query>) => {
      if (iframe !== 'true') return []
      const id = (token && tenantOf(token)) || named
      const tenant = id ? await ports.tenants.load(id) : undefined
      return framingOrigins(tenant ? tenant.settings.frameOrigins : [], settings.frameAncestors, settings.baseUrl)
    }
    /** Nothing is asked on the closing page: what it shows of the tenant comes with it. */
    const themeAtEnd = async ({ tenant: named, theme }: Static<typeof Query>): Promise<string> => {
      const tenant = named === undefined ? undefined : await ports.tenants.load(named)
      return tenant ? html`<meta name="theme" content="${JSON.stringify(themeOf(tenant, theme))}" />`.text : ''
    }
    for (const path of ['/web-enrolment/', '/web-enrolment', '/web-enrolment/finished', '/h/:code'])
      app.get(path, { schema: { hide: true, querystring: Query } }, async ({ query, headers, routeOptions }, reply) => {
        const origins = await mayFrame(query)
        const head = routeOptions.url === '/web-enrolment/finished' ? await themeAtEnd(query) : frameOriginsOf(origins)
        const stranger = foreignFrame(headers, origins)
        if (stranger !== undefined) return sendForeignFrame(reply, stranger, query.iframe === 'true')
        reply.header('content-security-policy', pagePolicy(origins))
        reply.header(
          'permissions-policy',
          'camera=(self), digital-credentials-get=(self), microphone=(), geolocation=()',
        )
        return reply.type('text/html; charset=utf-8').send(withHead(web, head))
      })

    app.get('/web-enrolment/preview', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('content-security-policy', previewPolicy())
      reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
      return reply.type('text/html; charset=utf-8').send(web)
    })

    for (const name of ['console', ...(settings.demo ? ['demo'] : [])].filter(isBuilt)) {
      const html = page(name)
      // The console has addresses of its own; the demo is one page.
      for (const path of name === 'console' ? ['/console', '/console/*'] : [`/${name}`])
        app.get(path, { schema: { hide: true } }, async (_request, reply) => {
          reply.header(
            'content-security-policy',
            pagePolicy().replace("default-src 'none'", "default-src 'none'; frame-src 'self'"),
          )
          return reply.type('text/html; charset=utf-8').send(html)
        })
    }

    const embed = readFileSync(join(PAGES, 'embed.js'))
    app.get('/embed.js', { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header('cache-control', 'public, max-age=3600')
      return reply.type('text/javascript; charset=utf-8').send(embed)
    })
  }

/** The origin of a page that embeds this one without being allowed to, if the browser names it. */
function foreignFrame(headers: IncomingHttpHeaders, origins: readonly string[]): string | undefined {
  const { referer } = headers
  if (headers['sec-fetch-dest'] !== 'iframe' || !referer || !URL.canParse(referer)) return undefined
  const { origin } = new URL(referer)
  return origins.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin) ? undefined : origin
}

/** The browser would only show a grey box. There is nothing to press here, so any page may show it. */
function sendForeignFrame(reply: FastifyReply, origin: string, isFrameMode: boolean) {
  const remedy = isFrameMode
    ? `The tenant’s settings do not name ${origin} among the origins that may embed it.`
    : 'The address of the frame lacks iframe=true.'
  const script = `console.error(${JSON.stringify(`Limen: ${remedy}`).replaceAll('<', '\\u003c')})`
  const hash = createHash('sha256').update(script).digest('base64')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Limen</title>
</head>
<body>
<h1>This page can’t be shown here</h1>
<p>Open the link that you were sent in a window of its own.</p>
<p>For the people who run the page around it: ${remedy}</p>
<script>`
  return reply
    .code(403)
    .header('content-security-policy', `default-src 'none'; script-src 'sha256-${hash}'; frame-ancestors *`)
    .removeHeader('x-frame-options')
    .type('text/html; charset=utf-8')
    .send(`${page.text}${script}</script>\n</body>\n</html>\n`)
}

/** The session that a token claims to be for, whether or not it is genuine. */
function tenantOf(token: string): string | undefined {
  try {
    const { tenant } = decodeJwt(token)
    return typeof tenant === 'string' ? tenant : undefined
  } catch {
    return undefined // not a JWT at all
  }
}

/** Tells the page which origins may learn how it ended, even when its token no longer opens anything. */
const frameOriginsOf = (origins: readonly string[]): string =>
  origins.length
    ? html`<meta name="frame-origins" content="${origins.join(' ').replace(/[^\w:/.\-[\] ]/g, '')}" />`.text
    : ''

const withHead = (page: string, head: string): string =>
  head ? page.replace('</head>', () => `${head}\n  </head>`) : page
