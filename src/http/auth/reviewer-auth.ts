import type { FastifyRequest } from 'fastify'
import type { Examiner } from '../../actions/review/claim-case.ts'
import type { HttpContext } from '../context.ts'
import { BadCall } from '../present/problems.ts'
import { known, limitRate, parseBasic } from './auth.ts'
import { networkOf } from './where.ts'

export const tooManyAtOnce = () =>
  new BadCall('TOO_MANY_REQUESTS', 'Too many sign in at once.', { retryAfterSeconds: 2 })

/** HTTP basic with a reviewer's account. API credentials are no reviewers, and the other way round. */
export function reviewerAuth(context: HttpContext) {
  const { ports, logins, checkReviewer, settings } = context
  const examiners = new WeakMap<FastifyRequest, Examiner>()

  async function examinerFor(request: FastifyRequest): Promise<Examiner> {
    const given = parseBasic(request.headers.authorization)
    if (!given) throw new BadCall('UNAUTHORIZED')
    if (!settings.localAccounts || settings.requireSecondFactor)
      throw new BadCall('FORBIDDEN', 'A name and a password alone open nothing here: sign in to the console.')

    const now = ports.clock().getTime()
    const name = `reviewer ${given.name}`
    const network = networkOf(request.ip)
    const wait = logins.wait(name, network, now)
    if (wait > 0) throw new BadCall('TOO_MANY_REQUESTS', 'Too many failed logins.', { retryAfterSeconds: wait })

    const outcome = await checkReviewer({ username: given.name, password: given.password, network })
    if (outcome.ok) {
      logins.succeeded(name, network, now)
      return outcome.examiner
    }
    if (outcome.refusal === 'SECOND_FACTOR_NEEDED') {
      throw new BadCall('FORBIDDEN', 'This account has a second factor: log in to the console.')
    }
    if (outcome.refusal === 'BUSY') throw tooManyAtOnce()
    logins.failed(name, network, now)
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
