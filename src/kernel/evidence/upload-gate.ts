import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ByteBudget, openByteBudget, openPlaces } from '../../platform/admission/tenant-shares.ts'
import { CallerAborted } from '../../vision/engine.ts'
import { networkOf } from '../accounts/auth/login-guard.ts'
import { BadCall } from '../http/problems.ts'
import type { FoundEnrolment } from '../session/change-session.ts'

/** Admits pictures: a limited number at once, per tenant, and one per session. */
interface UploadGate {
  /** Refuses, or reserves a place until the answer is sent and the work on it is done. */
  enter(enrolment: FoundEnrolment, request: FastifyRequest, reply: FastifyReply): void
  /** The body of an admitted picture; it takes memory as it arrives, until the work on it is done. */
  receive(request: FastifyRequest, reply: FastifyReply, payload: Readable, most: number): Readable
  /** Waits for memory for a picture that the service fetches. */
  room(request: FastifyRequest, bytes: number): Promise<void>
  /** Corrects the number of bytes that are held for it. */
  shrink(request: FastifyRequest, bytes: number): void
  /** Does the work of an admitted picture. `signal` is aborted when its caller hangs up. */
  work<Answer>(request: FastifyRequest, work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer>
}

interface Visit {
  tenant: string
  controller: AbortController
  held?: BodyRoom
  working?: Promise<unknown>
}

/** Each picture stays in memory until it has been answered. */
export function uploadGate(most: number, budget: BodyBudget): UploadGate {
  const places = openPlaces(most)
  const visits = new WeakMap<FastifyRequest, Visit>()
  const visitOf = (request: FastifyRequest): Visit => {
    const visit = visits.get(request)
    if (!visit) throw new Error('this picture was not admitted')
    return visit
  }

  return {
    enter({ tenant, sessionId }, request, reply) {
      if (reply.raw.destroyed) throw new CallerAborted() // no `close` event would release the place
      const leave = budget.begin(sessionId)
      if (!places.take(tenant)) {
        leave()
        throw new BadCall('SERVICE_UNAVAILABLE', 'Too many pictures are being handled.', { retryAfterSeconds: 2 })
      }

      const visit: Visit = { tenant, controller: new AbortController() }
      visits.set(request, visit)
      reply.raw.once('close', async () => {
        visit.controller.abort()
        await visit.working?.catch(() => {}) // the caller of the work has handled its error
        visit.held?.release()
        places.free(tenant)
        leave()
      })
    },
    receive(request, reply, payload, most) {
      const visit = visitOf(request)
      visit.held = budget.open(tenantParty(visit.tenant), most, visit.controller.signal)
      return measured(payload, reply, visit.held)
    },
    async room(request, bytes) {
      const visit = visitOf(request)
      if (visit.held) return
      visit.held = budget.open(tenantParty(visit.tenant), bytes, visit.controller.signal)
      await visit.held.grow(bytes)
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

/** Memory for the bodies of requests, which they take as they arrive. */
export interface BodyBudget extends Pick<ByteBudget, 'held' | 'waiting'> {
  /** Opens an account for a body, and takes nothing yet. Refuses when too many wait. */
  open(party: string, most: number, signal: AbortSignal): BodyRoom
  /** Refuses a second large body of a session while one is being handled; otherwise returns what ends it. */
  begin(sessionId: string): () => void
}

interface BodyRoom {
  /** Waits until there is room for so much more. Refuses after a minute, and when the caller hangs up. */
  grow(bytes: number): Promise<void>
  shrink(bytes: number): void
  settle(): void
  release(): void
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
  const sessions = new Set<string>()
  return {
    held: budget.held,
    waiting: budget.waiting,
    open(party, most, signal) {
      if (signal.aborted) throw new CallerAborted()
      const account = budget.open(party, most)
      if (!account) throw noRoom()
      return {
        shrink: account.shrink,
        settle: account.settle,
        release: account.release,
        async grow(bytes) {
          if (signal.aborted) throw new CallerAborted()
          const begun = Promise.withResolvers<void>()
          const timer = setTimeout(() => begun.reject(noRoom()), waitMs)
          const leave = () => begun.reject(new CallerAborted())
          signal.addEventListener('abort', leave)
          try {
            account.grow(bytes, begun.resolve)
            await begun.promise
          } catch (error) {
            account.release()
            throw error
          } finally {
            clearTimeout(timer)
            signal.removeEventListener('abort', leave)
          }
        },
      }
    },
    begin(sessionId) {
      if (sessions.has(sessionId)) throw oneAtATime()
      sessions.add(sessionId)
      return () => sessions.delete(sessionId)
    },
  }
}

/** The body, each piece of which has its memory before the next one is read. */
function measured(payload: Readable, { raw }: FastifyReply, room: BodyRoom, times = 1): Readable {
  const body = new Transform({
    transform(piece: Buffer, _encoding, done) {
      room.grow(piece.length * times).then(() => done(null, piece), done)
    },
    flush(done) {
      room.settle()
      done()
    },
  })
  body.on('error', () => undefined) // whoever reads the body sees it
  payload.once('error', (error) => body.destroy(error))
  // The rest of a body that was refused is not read into it: see stayForTheRest.
  raw.once('finish', () => payload.unpipe(body))
  payload.pipe(body).on('error', () => undefined)
  return body
}

/** The announced length of a body; without one, the maximum of its address. */
export const announcedBytes = ({ headers }: Pick<FastifyRequest, 'headers'>, limit: number): number =>
  Number(headers['content-length'] ?? limit)

/** Every large body that is parsed as a whole, one of a session at a time. Pictures have a gate of their own. */
export function keepBodiesInBudget(app: FastifyInstance, budget: BodyBudget): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const { bodyLimit = 0, config } = request.routeOptions
    if (config.holdsOwnBody || bodyLimit <= SMALL_BODY || !hasBody(request)) return payload
    const bytes = announcedBytes(request, bodyLimit)
    if (bytes <= SMALL_BODY) return payload
    const { raw } = reply
    if (raw.destroyed) throw new CallerAborted()
    const session = request.enrolment ?? request.answersFor
    if (session) raw.once('close', budget.begin(session.sessionId))
    const answered = new AbortController()
    const room = budget.open(partyOf(request), bytes * PARSED_TIMES, answered.signal)
    raw.once('close', () => {
      answered.abort()
      room.release()
    })
    return measured(payload, reply, room, PARSED_TIMES)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

const tenantParty = (tenant: string): string => `tenant ${tenant}`

/** Whose bodies are counted together: the tenant's, or those of one network if no tenant is known yet. */
function partyOf({ enrolment, answersFor, ip }: FastifyRequest): string {
  const tenant = (enrolment ?? answersFor)?.tenant
  return tenant === undefined ? `network ${networkOf(ip)}` : tenantParty(tenant)
}

const oneAtATime = () =>
  new BadCall('TOO_MANY_REQUESTS', 'A picture or a file of this session is being handled; send one after the other.', {
    retryAfterSeconds: 1,
  })

const noRoom = () =>
  new BadCall('SERVICE_UNAVAILABLE', 'Too many large bodies are being received.', { retryAfterSeconds: RETRY_SECONDS })
