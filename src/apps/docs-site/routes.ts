import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { HttpContext } from '../../kernel/http/context.ts'
import { BadCall } from '../../kernel/http/problems.ts'
import { pagePolicy } from '../../platform/http/security-headers.ts'
import { resource } from '../../platform/resources.ts'
import { sendUnknownPage } from '../pages.ts'
import { docsStyle, referenceSections, renderDocs } from './page.ts'
import { frame, readGuides, readPicture, searchIndex } from './site/guides.ts'

const SCRIPTS = new Map([
  ...['page.js', 'copy.js', 'languages.js', 'rank.js', 'search.js', 'trial.js'].map(
    (name) => [name, readFileSync(resource(`src/apps/docs-site/browser/${name}`), 'utf8')] as const,
  ),
  ['minisearch.js', readFileSync(fileURLToPath(import.meta.resolve('minisearch')), 'utf8')] as const,
])

const Name = Type.Object({ name: Type.String({ maxLength: 80 }) })

/** The documentation as a site: the API, the guides, and the search. */
export const docsRoutes = ({ settings }: HttpContext): FastifyPluginAsyncTypebox =>
  async function docs(app) {
    const guides = once(readGuides)
    const reference = once(() => renderDocs(app.swagger(), guides(), settings.demoPictures))
    const index = once(() => JSON.stringify(searchIndex(guides(), referenceSections(app.swagger()))))
    const hide = { schema: { hide: true } }
    const kept = (reply: FastifyReply) => reply.header('cache-control', 'no-cache')
    const page = (reply: FastifyReply, text: string) =>
      reply.header('content-security-policy', pagePolicy()).type('text/html; charset=utf-8').send(text)

    app.get('/docs', hide, async (_request, reply) => page(reply, reference()))
    app.get('/docs/style.css', hide, async (_request, reply) =>
      kept(reply).type('text/css; charset=utf-8').send(docsStyle),
    )
    app.get('/docs/search.json', hide, async (_request, reply) => kept(reply).type('application/json').send(index()))
    app.get('/docs/browser/:name', { schema: { hide: true, params: Name } }, async ({ params }, reply) => {
      const script = SCRIPTS.get(params.name)
      if (script === undefined) throw new BadCall('NOT_FOUND')
      return kept(reply).type('text/javascript; charset=utf-8').send(script)
    })
    for (const folder of ['plots', 'screenshots'])
      app.get(`/docs/${folder}/:name`, { schema: { hide: true, params: Name } }, async ({ params }, reply) => {
        const picture = readPicture(folder, params.name)
        if (!picture) throw new BadCall('NOT_FOUND')
        // Plots have inline styles; they are pictures, and run no script.
        reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        return kept(reply).type(picture.type).send(picture.bytes)
      })
    app.get('/docs/guides/*', hide, async (request, reply) => {
      const place = new URL(request.url, 'http://here').pathname.replace(/\/$/, '')
      const guide = guides().pages.get(place)
      if (guide) return page(reply, frame(guides(), guide))
      if (!sendUnknownPage(request, reply, settings.demo)) throw new BadCall('NOT_FOUND')
      return reply
    })
  }

/** Computed on the first request, and cached. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
