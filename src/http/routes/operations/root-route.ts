import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGES } from '../../../resources.ts'
import type { HttpContext } from '../../context.ts'
import { html } from '../../docs/html.ts'
import { pagePolicy } from '../../security-headers.ts'

/** The bare address of the service: somebody looks what is here. */
export const rootRoute = ({ settings }: HttpContext): FastifyPluginAsyncTypebox =>
  async function front(app) {
    const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Limen</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>Limen</h1>
<p>This service confirms identities. If you were asked to confirm yours, open the link that you were sent.</p>
<p>For those who run it: <a href="/console">Console</a> · <a href="/docs">API and guides</a>${settings.demo ? html` · <a href="/demo">Demo</a>` : ''}</p>
</main>
</body>
</html>`
    app.get('/', { schema: { hide: true } }, async (_request, reply) =>
      reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(page.text),
    )
  }

const WEB = join(PAGES, 'web/index.html')
const web = existsSync(WEB) ? readFileSync(WEB) : undefined

/** A person with a broken link reads so in their language: the hosted page without a session says that the link is not valid. */
export function sendUnknownPage(request: FastifyRequest, reply: FastifyReply): boolean {
  const wanted = request.method === 'GET' && /\btext\/html\b/.test(request.headers.accept ?? '')
  if (!web || !wanted || request.url.startsWith('/api/')) return false
  reply.code(404).header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(web)
  return true
}
