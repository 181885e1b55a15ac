import type { FastifyRequest } from 'fastify'
import type { HttpContext } from '../../http/context.ts'
import { badCallOf, EnrolmentClosed } from '../../http/problems.ts'

/**
 * A refusal as the enrolment endpoints answer it: in the body, with status 200, even if the session is completed. If
 * the caller no longer has a session, the call itself is refused.
 */
export function answerRefusal<Refusal extends string>(refusal: Refusal) {
  return { hasError: true as const, error: unlessClosed(refusal) }
}

/** The refusal of a session that is still there; throws for one that expired or was erased. */
export function unlessClosed<Refusal extends string>(refusal: Refusal): Exclude<Refusal, EnrolmentClosed['code']> {
  const code: string = refusal
  if (code === 'SESSION_EXPIRED' || code === 'SESSION_UNAUTHORIZED') throw new EnrolmentClosed(code)
  return refusal as Exclude<Refusal, EnrolmentClosed['code']>
}

/** A fault of ours is answered as the specification says, INTERNAL_ERROR, and logged with the request's id. */
export async function answerFaults<Answer>(
  { metrics }: Pick<HttpContext, 'metrics'>,
  request: FastifyRequest,
  work: () => Promise<Answer>,
) {
  try {
    return await work()
  } catch (error) {
    if (badCallOf(error) || error instanceof EnrolmentClosed) throw error
    request.log.error({ err: error }, 'fault')
    metrics.fault('enrolment')
    return answerRefusal('INTERNAL_ERROR')
  }
}
