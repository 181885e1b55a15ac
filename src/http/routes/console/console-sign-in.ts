import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { changeOwnPassword } from '../../../actions/admin/manage-reviewers.ts'
import { tenantsOf } from '../../../actions/admin/tenant-scope.ts'
import type { Reviewer } from '../../../actions/ports/reviewers.ts'
import { reviewerLogin } from '../../../actions/review/reviewer-login.ts'
import { beginSignIn, endSignIn, LONGEST_HOURS } from '../../../actions/review/sign-in.ts'
import { base32Of, newTotpSecret, secretOf, stepOfCode } from '../../../actions/review/totp.ts'
import { type Me, PasswordChange, SignInRequest } from '../../../contract/console/console.ts'
import type { ConsoleAuth } from '../../auth/console-auth.ts'
import type { HttpContext } from '../../context.ts'
import { BadCall } from '../../present/problems.ts'

/** Signing in and out, and one's own second factor. */
export const consoleSignInRoutes = (context: HttpContext, auth: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function signIn(app) {
    const { ports, logins } = context
    const login = reviewerLogin(ports.reviewers, ports.clock)
    const record = (username: string, action: string) =>
      ports.audit.record({ at: ports.clock(), tenant: '*', actor: `reviewer:${username}`, action })

    const refuseHasty = (name: string, address: string, now: number) => {
      const wait = logins.wait(name, address, now)
      if (wait > 0) throw new BadCall('TOO_MANY_REQUESTS', 'Too many failed sign-ins.', { retryAfterSeconds: wait })
    }

    app.post('/session', { schema: { body: SignInRequest } }, async (request, reply): Promise<Me> => {
      const { username, password, code } = request.body
      const now = ports.clock().getTime()
      const name = `reviewer ${username}`
      refuseHasty(name, request.ip, now)
      const outcome = await login(username, password, code)
      if (!outcome.ok) {
        if (outcome.refusal === 'SECOND_FACTOR_NEEDED') throw new BadCall('SECOND_FACTOR_NEEDED')
        logins.failed(name, request.ip, now)
        // Of accounts that there are: what else is typed as a name may be a password.
        if (await ports.reviewers.byUsername(username)) await record(username, 'console.sign-in.refused')
        throw new BadCall('SIGN_IN_REQUIRED', WRONG)
      }
      logins.succeeded(name, request.ip, now)
      const id = await beginSignIn(ports, outcome.examiner.username)
      await record(outcome.examiner.username, 'console.sign-in')
      auth.cookie.set(reply, id, LONGEST_HOURS * 3600)
      return meOf(await ports.reviewers.byUsername(outcome.examiner.username))
    })

    const signedInRoutes: FastifyPluginAsyncTypebox = async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)

      signedIn.get('/session', async (request): Promise<Me> => meOf(auth.personOf(request)))

      signedIn.delete('/session', async (request, reply) => {
        const id = auth.cookie.read(request)
        if (id) await endSignIn(ports, id)
        await record(auth.personOf(request).username, 'console.sign-out')
        auth.cookie.clear(reply)
        return reply.code(204).send()
      })

      /** The new password ends every session of the account; this one goes on under a new cookie. */
      signedIn.put('/session/password', { schema: { body: PasswordChange } }, async (request, reply) => {
        const { username } = auth.personOf(request)
        const changed = await changeOwnPassword(ports, username, request.body.password, request.body.next)
        if (!changed) throw new BadCall('BAD_REQUEST', 'Your present password is wrong.')
        auth.cookie.set(reply, await beginSignIn(ports, username), LONGEST_HOURS * 3600)
        return reply.code(204).send()
      })

      signedIn.get('/session/second-factor', async (request) => {
        const secret = base32Of(newTotpSecret())
        const label = encodeURIComponent(`Limen:${auth.personOf(request).username}`)
        return { secret, address: `otpauth://totp/${label}?secret=${secret}&issuer=Limen` }
      })

      /** The secret that the console just got comes back with a code made from it: the app has it right. */
      signedIn.put('/session/second-factor', { schema: { body: SecondFactor } }, async (request, reply) => {
        const { id, username, totpSecret } = auth.personOf(request)
        if (totpSecret) throw new BadCall('BAD_REQUEST', 'There is one already. Switch it off first.')
        const secret = secretOf(request.body.secret)
        if (!secret || stepOfCode(secret, request.body.code, ports.clock()) === undefined) {
          throw new BadCall('BAD_REQUEST', 'The code does not fit. Scan again, then type the newest code.')
        }
        await ports.reviewers.setTotp(id, secret)
        await record(username, 'reviewer.second-factor.on')
        return reply.code(204).send()
      })

      signedIn.delete('/session/second-factor', { schema: { body: Code } }, async (request, reply) => {
        const { id, username, totpSecret } = auth.personOf(request)
        // Guessed no faster than a password: a cookie alone must not take the second factor away.
        const now = ports.clock().getTime()
        refuseHasty(`reviewer ${username}`, request.ip, now)
        if (totpSecret && stepOfCode(totpSecret, request.body.code, ports.clock()) === undefined) {
          logins.failed(`reviewer ${username}`, request.ip, now)
          throw new BadCall('BAD_REQUEST', 'The code does not fit.')
        }
        await ports.reviewers.setTotp(id, undefined)
        await record(username, 'reviewer.second-factor.off')
        return reply.code(204).send()
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

function meOf(reviewer: Reviewer | undefined): Me {
  if (!reviewer) throw new BadCall('SIGN_IN_REQUIRED')
  const { username, role, totpSecret } = reviewer
  const tenants = tenantsOf(reviewer)
  return { username, role, ...(tenants && { tenants }), secondFactor: totpSecret !== undefined }
}
