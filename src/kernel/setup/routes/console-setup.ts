import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { ConsoleAuth } from '../../accounts/auth/console-auth.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers } from '../../http/responses.ts'
import { createSession } from '../../session/create-session.ts'
import { offerHandOver } from '../../session/hand-over.ts'
import { themeOf } from '../../session/who-asks.ts'
import { loadTenant, tenantParams } from '../../tenants/routes/console-tenants.ts'
import { changeTenant } from '../../tenants/tenants.ts'
import { SetupAnswer, SetupSession, SetupView } from '../contract/setup.ts'
import { readSetup } from '../read-setup.ts'
import { isSetUp, setupOf } from '../setup.ts'

const LIMIT_MS = 4_000

/** Why this service cannot be reached under its public address, seen from this machine; undefined if it can. */
async function reachAddress(baseUrl: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${baseUrl}/healthz/live`, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'error' })
    await answer.body?.cancel()
    return answer.ok ? undefined : `it answered ${answer.status}`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const { code, message } = cause as NodeJS.ErrnoException
    return code ?? message
  }
}

/** The guided set-up: what is done and what is not, answers, and a live session to try. For admins. */
export const consoleSetupRoutes = (context: HttpContext, { actorOf }: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function setup(app) {
    const { ports, settings, webhooks } = context
    const view = async (id: string): Promise<SetupView> => {
      const { baseUrl } = settings
      const facts = await readSetup(ports, await loadTenant(ports, id), {
        baseUrl,
        webhookUrl: webhooks?.url,
        reach: reachAddress,
      })
      const lines = setupOf(facts)
      const { session } = facts
      return {
        lines,
        isDone: isSetUp(lines),
        baseUrl,
        ...(session && { session: { ...session, reasons: [...session.reasons] } }),
      }
    }

    app.get('/tenants/:tenant/setup', { schema: { params: tenantParams, ...answers(SetupView) } }, (request) =>
      view(request.params.tenant),
    )

    app.post(
      '/tenants/:tenant/setup',
      { schema: { params: tenantParams, body: SetupAnswer, ...answers(SetupView) } },
      async (request) => {
        const { id, settings: kept } = await loadTenant(ports, request.params.tenant)
        const { step, answer } = request.body
        const { [step]: _before, ...others } = kept.setup ?? {}
        const setup = answer === 'open' ? others : { ...others, [step]: answer }
        const changed = await changeTenant(ports, id, { settings: { setup } }, actorOf(request))
        if (!changed.ok) throw new BadCall('NOT_FOUND')
        return view(id)
      },
    )

    app.post(
      '/tenants/:tenant/setup/session',
      { schema: { params: tenantParams, ...answers(SetupSession) } },
      async (request): Promise<SetupSession> => {
        const tenant = await loadTenant(ports, request.params.tenant)
        if (themeOf(tenant).name === undefined)
          throw new BadCall('BAD_REQUEST', 'Say who asks first: live sessions show your name.')
        const opened = await createSession(ports, tenant, {
          request: {},
          mode: 'live',
          actor: actorOf(request),
          validMinutes: settings.sessionMinutes,
        })
        if (!opened.ok) throw new Error(`a session of the set-up was refused: ${opened.refusal}`)
        const { id } = opened.value
        // A short code makes a coarse QR code, which every phone reads from a screen.
        const offered = await offerHandOver(ports, { tenant: tenant.id, sessionId: id }, ports.clock())
        if (!offered.ok) throw new Error(`a session of the set-up was refused: ${offered.refusal}`)
        return { id, url: `${settings.baseUrl}/h/${offered.value.code}` }
      },
    )
  }
