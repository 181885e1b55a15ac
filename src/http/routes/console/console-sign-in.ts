import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeOwnPassword } from '../../../actions/admin/manage-reviewers.ts'
import { tenantsOf } from '../../../actions/admin/tenant-scope.ts'
import type { Reviewer } from '../../../actions/ports/reviewers.ts'
import { createReviewerCheck } from '../../../actions/review/check-reviewer.ts'
import {
  offerSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '../../../actions/review/second-factor.ts'
import { beginSignIn, LONGEST_HOURS, signIn, signOut } from '../../../actions/review/sign-in.ts'
import { type Me, PasswordChange, SignInRequest } from '../../../contract/console/console.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'

/** Signing in and out, and one's own second factor. */
export const consoleSignInRoutes = (context: HttpContext, auth: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function signInRoutes(app) {
    const { ports, logins } = context
    const check = createReviewerCheck(ports.reviewers, ports.clock)

    const refuseHasty = (name: string, address: string, now: number) => {
      const wait = logins.wait(name, address, now)
      if (wait > 0) throw new BadCall('TOO_MANY_REQUESTS', 'Too many failed sign-ins.', { retryAfterSeconds: wait })
    }

    app.post('/session', { schema: { body: SignInRequest } }, async (request, reply): Promise<Me> => {
      const now = ports.clock().getTime()
      const name = `reviewer ${request.body.username}`
      refuseHasty(name, request.ip, now)
      const outcome = await signIn(ports, check, request.body)
      if (!outcome.ok) {
        if (outcome.refusal === 'SECOND_FACTOR_NEEDED') throw new BadCall('SECOND_FACTOR_NEEDED')
        logins.failed(name, request.ip, now)
        throw new BadCall('SIGN_IN_REQUIRED', WRONG)
      }
      logins.succeeded(name, request.ip, now)
      auth.cookie.set(reply, outcome.value.id, LONGEST_HOURS * 3600)
      return meOf(outcome.value.reviewer)
    })

    const signedInRoutes: FastifyPluginAsyncTypebox = async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)

      signedIn.get('/session', async (request): Promise<Me> => meOf(auth.personOf(request)))

      signedIn.delete('/session', async (request, reply) => {
        const id = auth.cookie.read(request)
        if (id) await signOut(ports, id, auth.personOf(request).username)
        auth.cookie.clear(reply)
        return reply.code(204).send()
      })

      /** The new password ends every sign-in of the account; this one goes on under a new cookie. */
      signedIn.put('/session/password', { schema: { body: PasswordChange } }, async (request, reply) => {
        const { username } = auth.personOf(request)
        const changed = await changeOwnPassword(ports, username, request.body.password, request.body.next)
        if (!changed) throw new BadCall('BAD_REQUEST', 'Your present password is wrong.')
        auth.cookie.set(reply, (await beginSignIn(ports, username)).id, LONGEST_HOURS * 3600)
        return reply.code(204).send()
      })

      signedIn.get('/session/second-factor', async (request) => offerSecondFactor(auth.personOf(request).username))

      signedIn.put('/session/second-factor', { schema: { body: SecondFactor } }, async (request, reply) => {
        const switched = await switchOnSecondFactor(ports, auth.personOf(request), request.body)
        if (switched.ok) return reply.code(204).send()
        if (switched.refusal === 'ALREADY_ON')
          throw new BadCall('BAD_REQUEST', 'There is one already. Switch it off first.')
        throw new BadCall('BAD_REQUEST', 'The code does not fit. Scan again, then type the newest code.')
      })

      signedIn.delete('/session/second-factor', { schema: { body: Code } }, async (request, reply) => {
        const person = auth.personOf(request)
        // Guessed no faster than a password: a cookie alone must not take the second factor away.
        const now = ports.clock().getTime()
        const name = `reviewer ${person.username}`
        refuseHasty(name, request.ip, now)
        const switched = await switchOffSecondFactor(ports, person, request.body.code)
        if (switched.ok) return reply.code(204).send()
        logins.failed(name, request.ip, now)
        throw new BadCall('BAD_REQUEST', 'The code does not fit.')
      })
    }
    await app.register(signedInRoutes)
  }

/** One text for an unknown name, a wrong password and an account that rests: a guesser learns nothing. */
const WRONG = 'Name, password or code is wrong. After ten failures an account rests for 15 minutes.'

const Code = Type.Object({ code: Type.String({ pattern: '^\\d{6}$' }) }, { additionalProperties: false })
const SecondFactor = Type.Object(
  { secret: Type.String({ maxLength: 64 }), code: Type.String({ pattern: '^\\d{6}$' }) },
  { additionalProperties: false },
)

function meOf(reviewer: Reviewer): Me {
  const { username, role, totpSecret } = reviewer
  const tenants = tenantsOf(reviewer)
  return { username, role, ...(tenants && { tenants }), secondFactor: totpSecret !== undefined }
}
