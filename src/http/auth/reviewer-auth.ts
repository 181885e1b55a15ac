import type { FastifyRequest } from 'fastify'
import { createReviewerCheck } from '../../actions/review/check-reviewer.ts'
import type { Examiner } from '../../actions/review/review-session.ts'
import type { HttpContext } from '../context.ts'
import { BadCall } from '../present/problems.ts'
import { known, limitRate, parseBasic } from './auth.ts'

/** HTTP basic with a reviewer's account. API credentials are no reviewers, and the other way round. */
export function reviewerAuth(context: HttpContext) {
  const { ports, logins } = context
  const login = createReviewerCheck(ports.reviewers, ports.clock)
  const examiners = new WeakMap<FastifyRequest, Examiner>()

  async function examinerFor(request: FastifyRequest): Promise<Examiner> {
    const given = parseBasic(request.headers.authorization)
    if (!given) throw new BadCall('UNAUTHORIZED')

    const now = ports.clock().getTime()
    const name = `reviewer ${given.name}`
    const wait = logins.wait(name, request.ip, now)
    if (wait > 0) throw new BadCall('TOO_MANY_REQUESTS', 'Too many failed logins.', { retryAfterSeconds: wait })

    const outcome = await login(given.name, given.password)
    if (outcome.ok) {
      logins.succeeded(name, request.ip, now)
      return outcome.examiner
    }
    if (outcome.refusal === 'SECOND_FACTOR_NEEDED') {
      throw new BadCall('FORBIDDEN', 'This account has a second factor: log in to the console.')
    }
    logins.failed(name, request.ip, now)
    throw new BadCall('UNAUTHORIZED')
  }

  return {
    authenticate: async (request: FastifyRequest) => {
      const examiner = await examinerFor(request)
      limitRate(context, `reviewer:${examiner.username}`)
      examiners.set(request, examiner)
    },
    examinerOf: (request: FastifyRequest) => known(examiners.get(request)),
  }
}
