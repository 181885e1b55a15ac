import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { openPlaces } from '../../../platform/admission/tenant-shares.ts'
import { CallerAborted } from '../../../vision/engine.ts'
import { bearerAuth } from '../../accounts/auth/auth.ts'
import { ref } from '../../contract/schema.ts'
import { countStep } from '../../figures/count-funnel.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall, EnrolmentClosed } from '../../http/problems.ts'
import { enrolmentErrors } from '../../http/responses.ts'
import type { Tenant } from '../../ports/tenants.ts'
import { wantsChallenge } from '../asks-challenge.ts'
import type { Enrolment } from '../change-session.ts'
import { DeviceRequest, DeviceResponse, EnrolmentState } from '../contract/enrolment-state.ts'
import { policyFor } from '../decide-session.ts'
import { joinDevice, leaveDevice } from '../hand-over.ts'
import { enrolmentState } from '../present-enrolment.ts'
import { readEnrolment } from '../read-enrolment.ts'
import type { Session } from '../session.ts'
import { sessionParts } from '../session-part.ts'
import { unlessClosed } from './refusals.ts'

const LOOK_MS = 1_000
/** Followers reconnect after this long, before a load balancer cuts the connection because of its age. */
const FOLLOW_MS = 50_000
/** How many followers one process serves at once, with a limit per tenant; the others poll instead. */
const FOLLOWERS = 500
/** Per session: two devices, and for each one connection that broke silently. */
const FOLLOWERS_OF_SESSION = 4

/**
 * What the hosted page requests in addition to the pictures: where the session stands, on which device, and what
 * changes.
 */
export const hostedRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function hosted(app) {
    const { ports, settings, tokens } = context
    const { authenticateWatcher, enrolmentOf } = bearerAuth(context)
    app.addHook('onRequest', authenticateWatcher)

    const presented = async ({ session, tenant }: { session: Session; tenant: Tenant }) => {
      const challenge = wantsChallenge(session, tenant.settings, await policyFor(ports, session, tenant.settings))
      const page = { settings: tenant.settings, now: ports.clock(), services: context, ports }
      const shown = await Promise.all(sessionParts.parts().map(({ showOnPage }) => showOnPage?.(session, page)))
      return Object.assign(enrolmentState(session, tenant, settings, challenge, page.now), ...shown)
    }

    const stateOf = async (enrolment: Enrolment) => {
      const found = await readEnrolment(ports, enrolment)
      if (!found.ok) throw new EnrolmentClosed(found.refusal)
      return presented(found.value)
    }

    app.get('/session', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'enrolmentState',
        tags: ['Enrolment'],
        summary: 'Where the enrolment stands',
        description:
          'For a capture page of your own or the hosted page: the steps, what was accepted, and how the page looks.',
        security: [{ bearer: [] }],
        response: { 200: ref(EnrolmentState), ...enrolmentErrors(401, 410, 429, 503) },
      },
      handler: (request) => stateOf(enrolmentOf(request)),
    })

    app.post('/device', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'joinDevice',
        tags: ['Enrolment'],
        summary: 'Continue the session on a device',
        description: 'The hand-over between desktop and phone: a second device must take over explicitly.',
        security: [{ bearer: [] }],
        body: ref(DeviceRequest),
        response: { 200: ref(DeviceResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const { tenant, sessionId, mode, firstIssuedAt, epoch: ownEpoch, forPage, isSuperseded } = enrolmentOf(request)
        const { deviceId, takeOver, away } = request.body
        // A token that has ended opens nothing unless the session is taken back explicitly, which ends the other's.
        if (isSuperseded && !takeOver) return { active: false }
        if (away) {
          const left = await leaveDevice(ports, { tenant, sessionId }, deviceId)
          if (!left.ok) unlessClosed(left.refusal)
          return { active: left.ok && left.value }
        }
        const token = { epoch: ownEpoch, firstIssuedAt }
        const joined = await joinDevice(
          ports,
          { tenant, sessionId },
          { deviceId, takeOver, renew: isSuperseded, token },
        )
        if (joined.ok) {
          const { active, isFirst, tokenEpoch: epoch } = joined.value
          if (active && isFirst) await countStep(context, request, { tenant, mode }, 'started')
          if (epoch === undefined) return { active }
          return { active, accessToken: await tokens.issue({ tenant, sessionId }, { epoch, firstIssuedAt, forPage }) }
        }
        unlessClosed(joined.refusal)
        return { active: false }
      },
    })

    let closing = false
    const places = openPlaces(FOLLOWERS)
    const following = new Map<string, number>()
    app.addHook('preClose', async () => {
      closing = true
    })

    /** The state now and after every change. It ends automatically, and followers reconnect. */
    async function* follow(enrolment: Enrolment): AsyncGenerator<string> {
      let last = ''
      for (const end = Date.now() + FOLLOW_MS; !closing && Date.now() < end; ) {
        const found = await readEnrolment(ports, enrolment)
        if (!found.ok) return // erased in the meantime: reconnecting will say so
        const now = JSON.stringify(await presented(found.value))
        yield now === last ? ': still here\n\n' : `data: ${now}\n\n`
        last = now
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
    }

    /** Refuses, or counts one more follower until its connection is closed. */
    const admit = ({ tenant, sessionId }: Enrolment, reply: FastifyReply) => {
      if (reply.raw.destroyed) throw new CallerAborted()
      const others = following.get(sessionId) ?? 0
      if (others >= FOLLOWERS_OF_SESSION)
        throw new BadCall('TOO_MANY_REQUESTS', 'This session is followed often enough.', { retryAfterSeconds: 3 })
      if (!places.take(tenant))
        throw new BadCall('SERVICE_UNAVAILABLE', 'Poll the session instead.', { retryAfterSeconds: 3 })
      following.set(sessionId, others + 1)
      reply.raw.once('close', () => {
        places.free(tenant)
        const left = (following.get(sessionId) ?? 1) - 1
        if (left) following.set(sessionId, left)
        else following.delete(sessionId)
      })
    }

    app.get('/events', {
      config: { errors: 'hasError' },
      schema: {
        operationId: 'followEnrolment',
        tags: ['Enrolment'],
        summary: 'Follow the enrolment',
        description: 'Server-sent events: the state now and after every change. Reconnect when it ends.',
        security: [{ bearer: [] }],
        response: {
          200: {
            description: 'Events.',
            content: { 'text/event-stream': { schema: Type.Unsafe<Readable>({ type: 'string' }) } },
          },
          ...enrolmentErrors(401, 410, 429, 503),
        },
      },
      handler: async (request, reply) => {
        admit(enrolmentOf(request), reply)
        reply.header('content-type', 'text/event-stream')
        reply.header('x-accel-buffering', 'no')
        const events = Readable.from(follow(enrolmentOf(request)))
        events.on('error', () => {}) // Fastify logs it
        return reply.send(events)
      },
    })
  }
