import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FoundEnrolment } from '../../actions/enrol/change-session.ts'
import { CallerAborted } from '../../actions/ports/engine.ts'
import { type ByteBudget, type BytesHeld, openByteBudget, openPlaces } from '../../domain/admission/tenant-shares.ts'
import { networkOf } from '../auth/login-guard.ts'
import { BadCall } from '../present/problems.ts'

/** Admits pictures: a limited number at once, per tenant, and one per session. */
interface UploadGate {
  /** Refuses, or reserves a place until the answer is sent and the work on it is done. */
  enter(enrolment: FoundEnrolment, request: FastifyRequest, reply: FastifyReply): void
  /** Waits for memory for an admitted picture, before a byte of it is read; it is held until the work is done. */
  room(request: FastifyRequest, bytes: number): Promise<void>
  /** Corrects the number of bytes that are held for it. */
  shrink(request: FastifyRequest, bytes: number): void
  /** Does the work of an admitted picture. `signal` is aborted when its caller hangs up. */
  work<Answer>(request: FastifyRequest, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>
}

interface Visit {
  tenant: string
  controller: AbortController
  held?: BytesHeld
  working?: Promise<unknown>
}

/** Each picture stays in memory until it has been answered. */
export function uploadGate(most: number, budget: BodyBudget): UploadGate {
  const places = openPlaces(most)
  const sessions = new Set<string>()
  const visits = new WeakMap<FastifyRequest, Visit>()
  const visitOf = (request: FastifyRequest): Visit => {
    const visit = visits.get(request)
    if (!visit) throw new Error('this picture was not admitted')
    return visit
  }

  return {
    enter({ tenant, sessionId }, request, reply) {
      if (reply.raw.destroyed) throw new CallerAborted() // no `close` event would release the place
      if (sessions.has(sessionId))
        throw new BadCall(
          'TOO_MANY_REQUESTS',
          'A picture of this session is being handled; send one after the other.',
          {
            retryAfterSeconds: 1,
          },
        )
      if (!places.take(tenant))
        throw new BadCall('SERVICE_UNAVAILABLE', 'Too many pictures are being handled.', { retryAfterSeconds: 2 })
      sessions.add(sessionId)

      const visit: Visit = { tenant, controller: new AbortController() }
      visits.set(request, visit)
      reply.raw.once('close', async () => {
        visit.controller.abort()
        await visit.working?.catch(() => {}) // the caller of the work has handled its error
        visit.held?.release()
        places.free(tenant)
        sessions.delete(sessionId)
      })
    },
    async room(request, bytes) {
      const visit = visitOf(request)
      if (visit.held) return
      visit.held = await budget.room(tenantParty(visit.tenant), bytes, visit.controller.signal)
      if (visit.controller.signal.aborted) visit.held.release()
    },
    shrink: (request, bytes) => visitOf(request).held?.shrink(bytes),
    work(request, work) {
      const visit = visitOf(request)
      const working = work(visit.controller.signal)
      visit.working = working
      return working
    },
  }
}

/** Memory for the bodies of requests, reserved for a body before it is read from its connection. */
export interface BodyBudget extends Pick<ByteBudget, 'held' | 'waiting'> {
  /** Waits until there is room. Refuses after a minute, when too many wait, and when the caller hangs up. */
  room(party: string, bytes: number, signal: AbortSignal): Promise<BytesHeld>
}

/** A body of this size is read immediately: as much of it is in the buffers of its connection anyway. */
export const SMALL_BODY = 65_536

/** After that a caller has two minutes left to send the body. */
const WAIT_MS = 60_000
const RETRY_SECONDS = 5

/** The text, its parsed value, and the bytes it encodes. */
const PARSED_TIMES = 3

export function openBodyBudget(total: number, places: number, waitMs = WAIT_MS): BodyBudget {
  const budget = openByteBudget(total, places)
  return {
    held: budget.held,
    waiting: budget.waiting,
    async room(party, bytes, signal) {
      const begun = Promise.withResolvers<void>()
      const held = budget.ask(party, bytes, begun.resolve)
      if (!held) throw noRoom()
      const timer = setTimeout(() => begun.reject(noRoom()), waitMs)
      const leave = () => begun.reject(new CallerAborted())
      signal.addEventListener('abort', leave)
      try {
        if (signal.aborted) leave()
        await begun.promise
        return held
      } catch (error) {
        held.release()
        throw error
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

/** The announced length of a body; without one, the maximum of its address. */
export const announcedBytes = ({ headers }: Pick<FastifyRequest, 'headers'>, limit: number): number =>
  Number(headers['content-length'] ?? limit)

/** Every large body that is parsed as a whole waits for memory. Pictures ask for it themselves. */
export function keepBodiesInBudget(app: FastifyInstance, budget: BodyBudget): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { bodyLimit = 0, config } = request.routeOptions
    if (config.holdsOwnBody || bodyLimit <= SMALL_BODY || !hasBody(request)) return payload
    const bytes = announcedBytes(request, bodyLimit)
    if (bytes > SMALL_BODY) await holdUntilAnswered(reply, budget, partyOf(request), bytes * PARSED_TIMES)
    return payload
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

async function holdUntilAnswered({ raw }: FastifyReply, budget: BodyBudget, party: string, bytes: number) {
  if (raw.destroyed) throw new CallerAborted()
  const answered = new AbortController()
  raw.once('close', () => answered.abort())
  const held = await budget.room(party, bytes, answered.signal)
  if (answered.signal.aborted) held.release()
  else answered.signal.addEventListener('abort', () => held.release())
}

const tenantParty = (tenant: string): string => `tenant ${tenant}`

/** Whose bodies are counted together: the tenant's, or those of one network if no tenant is known yet. */
function partyOf({ enrolment, ip }: FastifyRequest): string {
  return enrolment ? tenantParty(enrolment.tenant) : `network ${networkOf(ip)}`
}

const noRoom = () =>
  new BadCall('SERVICE_UNAVAILABLE', 'Too many large bodies are being received.', { retryAfterSeconds: RETRY_SECONDS })
