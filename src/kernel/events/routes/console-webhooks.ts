import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { fetchGuarded } from '../../../platform/http/fetch-guarded.ts'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import { words } from '../../contract/schema.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers } from '../../http/responses.ts'
import {
  Replayed,
  ReplayRequest,
  WebhookAttempts,
  WebhookList,
  WebhookSecrets,
  WebhookTest,
} from '../../tenants/contract/console-settings.ts'
import { loadTenant, tenantParams } from '../../tenants/routes/console-tenants.ts'
import { bodyOf } from '../deliver-webhooks.ts'
import { EVENT_STATES } from '../event-types.ts'
import { replayWebhooks, rotateWebhookSecret, sendTestWebhook, showWebhookSecrets } from '../webhooks.ts'

const SHOWN = 100

/** Deliveries of a tenant: waiting and failed ones, retries, and a test event. For admins. */
export const consoleWebhookRoutes = (context: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function webhookRoutes(app) {
    const { ports, webhookGuard, webhooks } = context
    const State = Type.Object({ state: Type.Optional(words(EVENT_STATES)) })

    const list = { schema: { params: tenantParams, querystring: State, ...answers(WebhookList) } }
    app.get('/tenants/:tenant/webhooks', list, async (request): Promise<WebhookList> => {
      const { tenant } = request.params
      const { settings } = await loadTenant(ports, tenant)
      const address = settings.webhookUrl ?? webhooks?.url
      const events = await ports.outbox.list(tenant, request.query.state, SHOWN)
      return {
        address,
        ...(await ports.outbox.backlog({ tenants: [tenant] })),
        events: events.map(({ createdAt, ...event }) => ({ ...event, createdUtc: createdAt.toISOString() })),
      }
    })

    const one = { schema: { params: Type.Object({ id: Type.String({ maxLength: 64 }) }), ...answers(WebhookAttempts) } }
    app.get('/webhooks/:id/attempts', one, async (request): Promise<WebhookAttempts> => {
      const { id } = request.params
      const [event, attempts] = await Promise.all([ports.outbox.find(id), ports.outbox.attempts(id)])
      if (!event) throw new BadCall('NOT_FOUND')
      return {
        payload: JSON.stringify(JSON.parse(await bodyOf(ports, event)), undefined, 2),
        attempts: attempts.map(({ at, ...rest }) => ({ atUtc: at.toISOString(), ...rest })),
      }
    })

    const again = { schema: { body: ReplayRequest, ...answers(Replayed) } }
    app.post('/webhooks/replay', again, async (request): Promise<Replayed> => {
      const { id, failedOf: tenant } = request.body
      const which = id !== undefined ? { id } : tenant !== undefined ? { failed: true as const, tenant } : undefined
      if (!which) throw new BadCall('BAD_REQUEST', 'Say which: an id, or the tenant whose failed events to send again.')
      return { events: await replayWebhooks(ports, which, actorOf(request)) }
    })

    const secretsShown = async (asked: { tenant: string; actor: string }): Promise<WebhookSecrets> => {
      const found = await showWebhookSecrets(ports, webhooks?.secrets ?? [], asked)
      if (!found.ok) throw new BadCall('NOT_FOUND')
      return { secrets: found.value.map(({ secret, until }) => ({ secret, untilUtc: until?.toISOString() })) }
    }

    /** POST, because showing it is recorded. */
    const ofSecrets = { schema: { params: tenantParams, ...answers(WebhookSecrets) } }
    app.post('/tenants/:tenant/webhooks/secret', ofSecrets, async (request) =>
      secretsShown({ tenant: request.params.tenant, actor: actorOf(request) }),
    )

    app.post('/tenants/:tenant/webhooks/secret/rotate', ofSecrets, async (request) => {
      const asked = { tenant: request.params.tenant, actor: actorOf(request) }
      await rotateWebhookSecret(ports, asked)
      return secretsShown(asked)
    })

    const test = { schema: { params: tenantParams, ...answers(WebhookTest) } }
    app.post('/tenants/:tenant/webhooks/test', test, async (request): Promise<WebhookTest> => {
      if (!webhooks) throw new BadCall('BAD_REQUEST', NO_ADDRESS)
      const post = async (url: string, headers: Record<string, string>, body: string) =>
        (await fetchGuarded(webhookGuard, url, { method: 'POST', headers, body, maxBytes: 65_536, redirects: 0 }))
          .status
      const asked = { tenant: request.params.tenant, actor: actorOf(request) }
      const sent = await sendTestWebhook(ports, asked, webhooks, post)
      if (sent.ok) return sent.value
      throw sent.refusal === 'NOT_FOUND' ? new BadCall('NOT_FOUND') : new BadCall('BAD_REQUEST', NO_ADDRESS)
    })
  }

const NO_ADDRESS = 'There is no address to send to.'
