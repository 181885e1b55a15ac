import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FoundEnrolment } from '../../actions/enrol/change-session.ts'
import { CallerAborted } from '../../actions/ports/engine.ts'
import { type BytesHeld, openPlaces } from '../../domain/admission/tenant-shares.ts'
import { BadCall } from '../present/problems.ts'
import { type BodyBudget, tenantParty } from './body-budget.ts'

/** Lets pictures in: so many at once, no tenant all of them, and one of a session. */
interface UploadGate {
  /** Refuses, or keeps a place until the answer is out and the work on it is done. */
  enter(enrolment: FoundEnrolment, request: FastifyRequest, reply: FastifyReply): void
  /** Waits for memory for a picture that was let in, before a byte of it is read; it is kept until the work is done. */
  room(request: FastifyRequest, bytes: number): Promise<void>
  /** So many bytes are held of it after all. */
  shrink(request: FastifyRequest, bytes: number): void
  /** Does the work of a picture that was let in. `signal` is aborted when its caller hangs up. */
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
    if (!visit) throw new Error('this picture was not let in')
    return visit
  }

  return {
    enter({ tenant, sessionId }, request, reply) {
      if (reply.raw.destroyed) throw new CallerAborted() // no `close` would give the place back
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
        await visit.working?.catch(() => {}) // whoever did the work has answered for it
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
