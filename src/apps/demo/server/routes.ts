import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { basicAuth } from '../../../kernel/accounts/auth/auth.ts'
import type { HttpContext } from '../../../kernel/http/context.ts'
import { BadCall } from '../../../kernel/http/problems.ts'
import { readStatus } from '../../../kernel/results/read-results.ts'
import { type DemoInbox, demonstrationPicture, isDemonstrationPicture } from './demo.ts'

const Picture = Type.Object({ name: Type.String({ maxLength: 40 }) })
const Finish = Type.Object({
  code: Type.String({ maxLength: 200 }),
  verifier: Type.String({ maxLength: 200 }),
  nonce: Type.String({ maxLength: 200 }),
})
const Session = Type.Object({ sessionId: Type.String({ format: 'uuid' }) })

/**
 * What the demo's page needs in addition to the API: specimen pictures, and the webhooks that its receiver accepted.
 */
export const demoRoutes = (context: HttpContext, inbox: DemoInbox | undefined): FastifyPluginAsyncTypebox =>
  async function demo(app) {
    const { ports, settings } = context
    if (settings.demoPictures) pictureRoute(app)
    if (!inbox) return
    const { authenticateFor, readerOf } = basicAuth(context)

    // Both are for test mode: a person who is asked for their data knows what service asks.
    const signInOf = async (request: FastifyRequest) => {
      const { tenant, mode, actor } = readerOf(request)
      if (mode !== 'test') throw new BadCall('BAD_REQUEST', 'The demo signs in with a credential for test mode only.')
      const { demoSignIn } = await import('./sign-in.ts')
      return { signIn: demoSignIn(context, app), asked: { tenant, actor } }
    }
    const hidden = { hide: true } as const
    app.post('/demo/sign-in', { onRequest: authenticateFor('open'), schema: hidden }, async (request) => {
      const { signIn, asked } = await signInOf(request)
      const begun = await signIn.begin(asked)
      if (!begun.ok) throw new BadCall('BAD_REQUEST', `${begun.refusal}.`)
      return begun.value
    })
    app.post(
      '/demo/sign-in/claims',
      { onRequest: authenticateFor('read'), schema: { ...hidden, body: Finish } },
      async (request) => {
        const { signIn, asked } = await signInOf(request)
        const finished = await signIn.finish(asked, request.body)
        if (!finished.ok) throw new BadCall('BAD_REQUEST', `${finished.refusal}.`)
        return finished.value
      },
    )

    app.get(
      '/demo/webhooks/:sessionId',
      { onRequest: authenticateFor('read'), schema: { hide: true, params: Session } },
      async (request) => {
        const { tenant, mode } = readerOf(request)
        const { sessionId } = request.params
        if (!(await readStatus(ports, { tenant, mode }, sessionId))) throw new BadCall('NOT_FOUND')
        const { webhookUrl } = (await ports.tenants.load(tenant))?.settings ?? {}
        const elsewhere = Boolean(webhookUrl ?? context.webhooks?.url)
        return { elsewhere, received: elsewhere ? [] : inbox.of(sessionId) }
      },
    )
  }

const pictureRoute = (app: Parameters<FastifyPluginAsyncTypebox>[0]) =>
  app.get('/demo/pictures/:name', { schema: { hide: true, params: Picture } }, async ({ params }, reply) => {
    const name = params.name.replace(/\.jpg$/, '')
    if (!isDemonstrationPicture(name)) throw new BadCall('NOT_FOUND')
    reply.header('cache-control', 'public, max-age=3600')
    return reply.type('image/jpeg').send(Buffer.from(await demonstrationPicture(name)))
  })
