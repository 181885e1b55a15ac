import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallerAborted } from '../../actions/ports/engine.ts'
import { type ByteBudget, type BytesHeld, openByteBudget } from '../../domain/admission/tenant-shares.ts'
import { networkOf } from '../auth/where.ts'
import { BadCall } from '../present/problems.ts'

/** Memory for the bodies of requests, kept for one before it is read from its connection. */
export interface BodyBudget extends Pick<ByteBudget, 'held' | 'waiting'> {
  /** Waits until there is room. Refuses after a minute, when too many wait, and when the caller hangs up. */
  room(party: string, bytes: number, signal: AbortSignal): Promise<BytesHeld>
}

/** A body of this size is read at once: as much of it lies in the buffers of its connection anyway. */
export const SMALL_BODY = 65_536

/** A caller has two minutes left after it to send the body. */
const WAIT_MS = 60_000
const RETRY_SECONDS = 5

/** Text, what was parsed of it, and the bytes it stands for. */
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

/** How long a body says it is; one that says nothing may be as long as its address takes. */
export const announcedBytes = ({ headers }: Pick<FastifyRequest, 'headers'>, limit: number): number =>
  Number(headers['content-length'] ?? limit)

/** Every body that is parsed as a whole and may be larger than most waits for room. Pictures ask for it themselves. */
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

export const tenantParty = (tenant: string): string => `tenant ${tenant}`

/** Whose bodies are counted together: the tenant's, or those of one network where no tenant is known yet. */
function partyOf({ enrolment, ip }: FastifyRequest): string {
  return enrolment ? tenantParty(enrolment.tenant) : `network ${networkOf(ip)}`
}

const noRoom = () =>
  new BadCall('SERVICE_UNAVAILABLE', 'Too many large bodies are being received.', { retryAfterSeconds: RETRY_SECONDS })
