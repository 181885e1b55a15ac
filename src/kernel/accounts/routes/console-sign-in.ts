import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { ProviderRefusal } from '../../contract/console-words.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { answers, noContent } from '../../http/responses.ts'
import type { Reviewer } from '../../ports/accounts.ts'
import { tenantsOf } from '../../tenants/tenant-scope.ts'
import { groupsInDirectories } from '../account-directory.ts'
import { guardedCheck, tooManyAtOnce } from '../auth/auth.ts'
import { type ConsoleAuth, consoleAuth } from '../auth/console-auth.ts'
import { networkOf, whereOf } from '../auth/login-guard.ts'
import { openOidc } from '../auth/oidc.ts'
import { Me, PasswordChange, SecondFactorOffer, SignInRequest, SignInWays } from '../contract/console-sign-in.ts'
import { endByProvider } from '../logout-token.ts'
import { changeOwnPassword, isPasswordGiven } from '../manage-reviewers.ts'
import { offerSecondFactor, switchOffSecondFactor, switchOnSecondFactor } from '../second-factor.ts'
import {
  beginSignIn,
  DEVICE_DAYS,
  endOtherSignIns,
  LONGEST_HOURS,
  openSignInRefusals,
  signIn,
  signOut,
} from '../sign-in.ts'
import { signInWithProvider } from '../sign-in-with-provider.ts'

/** Signing in and out, and one's own second factor. */
export const consoleSignInRoutes = (context: HttpContext, auth: ConsoleAuth): FastifyPluginAsyncTypebox =>
  async function signInRoutes(app) {
    const { ports, settings } = context
    const refusals = openSignInRefusals(ports)
    const check = guardedCheck(context)

    const meOf = async (reviewer: Reviewer): Promise<Me> => {
      const tenants = tenantsOf(reviewer)
      return {
        username: reviewer.username,
        role: reviewer.role,
        tenants,
        secondFactor: reviewer.totpSecret !== undefined,
        ...(auth.mustSetUp(reviewer) && { mustSetUp: true }),
        ...((await isPasswordGiven(ports, reviewer)) && { passwordGiven: true }),
        ...(reviewer.subject !== undefined && { byProvider: true }),
      }
    }

    app.get(
      '/sign-in',
      { schema: answers(SignInWays) },
      async (): Promise<SignInWays> => ({
        local: settings.localAccounts,
        ...(settings.oidcIssuer && { provider: settings.oidcName }),
      }),
    )

    app.post('/session', { schema: { body: SignInRequest, ...answers(Me) } }, async (request, reply): Promise<Me> => {
      if (!settings.localAccounts) throw new BadCall('SIGN_IN_REQUIRED', 'Names and passwords are not accepted here.')
      const device = auth.device.read(request)
      const outcome = await signIn(ports, check, refusals, { ...request.body, ...whereOf(request), device })
      if (!outcome.ok) {
        if (outcome.refusal === 'SECOND_FACTOR_NEEDED') throw new BadCall('SECOND_FACTOR_NEEDED')
        if (outcome.refusal === 'BUSY') throw tooManyAtOnce()
        throw new BadCall('SIGN_IN_REQUIRED', WRONG)
      }
      auth.cookie.set(reply, outcome.value.id, LONGEST_HOURS * 3600)
      if (outcome.value.device) auth.device.set(reply, outcome.value.device, DEVICE_DAYS * 86_400)
      return meOf(outcome.value.reviewer)
    })

    /** The password once more, before a change that protects the account; limited in the same way as sign-in. */
    const confirm = async (request: FastifyRequest, password: string, code?: string): Promise<void> => {
      const { username } = ofOurs(auth.personOf(request))
      const network = networkOf(request.ip)
      const outcome = await check({ username, password, code, network, device: auth.device.read(request) })
      if (outcome.ok || (code === undefined && outcome.refusal === 'SECOND_FACTOR_NEEDED')) return
      if (outcome.refusal === 'BUSY') throw tooManyAtOnce()
      throw new BadCall('BAD_REQUEST', code === undefined ? 'The password is wrong.' : 'Password or code is wrong.')
    }

    const endOthers = async (request: FastifyRequest): Promise<void> => {
      const id = auth.cookie.read(request)
      if (id) await endOtherSignIns(ports, auth.personOf(request).username, id)
    }

    const signedInRoutes: FastifyPluginAsyncTypebox = async (signedIn) => {
      signedIn.addHook('onRequest', auth.authenticate)

      signedIn.get('/session', { schema: answers(Me) }, async (request): Promise<Me> => meOf(auth.personOf(request)))

      signedIn.delete('/session', { schema: noContent }, async (request, reply) => {
        const id = auth.cookie.read(request)
        if (id) await signOut(ports, id, auth.personOf(request).username)
        auth.cookie.clear(reply)
        return reply.code(204).send(null)
      })

      /** The new password ends every sign-in of the account; this one continues under a new cookie. */
      signedIn.put('/session/password', { schema: { body: PasswordChange, ...noContent } }, async (request, reply) => {
        const { username } = ofOurs(auth.personOf(request))
        const { password, next } = request.body
        const shown = { username, password, network: networkOf(request.ip), device: auth.device.read(request) }
        const changed = await changeOwnPassword(ports, check, shown, next)
        if (!changed.ok) {
          const weak = changed.refusal === 'WEAK'
          throw new BadCall(
            'BAD_REQUEST',
            weak ? `The new password ${changed.problem}.` : 'Your present password is wrong.',
          )
        }
        auth.cookie.set(reply, (await beginSignIn(ports, username, whereOf(request))).id, LONGEST_HOURS * 3600)
        return reply.code(204).send(null)
      })

      signedIn.get('/session/second-factor', { schema: answers(SecondFactorOffer) }, async (request) =>
        offerSecondFactor(auth.personOf(request).username),
      )

      signedIn.put(
        '/session/second-factor',
        { schema: { body: SecondFactor, ...noContent } },
        async (request, reply) => {
          const { password, ...given } = request.body
          await confirm(request, password)
          const switched = await switchOnSecondFactor(ports, auth.personOf(request), given)
          if (!switched.ok && switched.refusal === 'ALREADY_ON')
            throw new BadCall('BAD_REQUEST', 'There is one already. Switch it off first.')
          if (!switched.ok)
            throw new BadCall('BAD_REQUEST', 'The code does not fit. Scan again, then type the newest code.')
          await endOthers(request)
          return reply.code(204).send(null)
        },
      )

      signedIn.delete('/session/second-factor', { schema: { body: Proof, ...noContent } }, async (request, reply) => {
        const person = auth.personOf(request)
        if (settings.requireSecondFactor) throw new BadCall('BAD_REQUEST', 'Everybody must have a second factor here.')
        await confirm(request, request.body.password, person.totpSecret ? request.body.code : undefined)
        await switchOffSecondFactor(ports, person)
        await endOthers(request)
        return reply.code(204).send(null)
      })
    }
    await app.register(signedInRoutes)
  }

/** One text for an unknown name, a wrong password and a locked account: a guesser learns nothing. */
const WRONG = 'Name, password or code is wrong. After ten failures an account is locked for 15 minutes.'

const proof = { password: Type.String({ maxLength: 512 }), code: Type.String({ maxLength: 6, pattern: '^\\d{6}$' }) }
const Proof = Type.Object(proof, { additionalProperties: false })
const SecondFactor = Type.Object({ ...proof, secret: Type.String({ maxLength: 64 }) }, { additionalProperties: false })

/** An account whose password is kept here. */
function ofOurs(reviewer: Reviewer): Reviewer {
  if (reviewer.subject !== undefined)
    throw new BadCall('BAD_REQUEST', 'Password and second factor of this account are those of your company account.')
  return reviewer
}

/** The time limit at the provider: long enough to find a phone, but the request must not stay open over lunch. */
const KEPT_SECONDS = 600

const FORM = 'application/x-www-form-urlencoded'
const LARGEST_LOGOUT = 16_384

/** The way to the company's own sign-in and back. Two pages that a browser visits; they do not answer scripts. */
export const consoleProviderRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function provider(app) {
    const { ports, settings } = context
    const oidc = openOidc(settings)
    if (!oidc) return
    const auth = consoleAuth(context)
    const refusals = openSignInRefusals(ports)
    const hidden = { schema: { hide: true } }

    const sendBack = (reply: FastifyReply, why: ProviderRefusal) => reply.redirect(`/console/?refused=${why}`)

    app.get('/console/sign-in/provider', hidden, async (request, reply) => {
      try {
        const { address, kept } = await oidc.begin()
        auth.pending.set(reply, kept, KEPT_SECONDS)
        return reply.redirect(address)
      } catch (error) {
        request.log.warn({ err: error }, 'the OpenID provider could not be asked')
        return sendBack(reply, 'unavailable')
      }
    })

    app.get('/console/sign-in/callback', hidden, async (request, reply) => {
      const kept = auth.pending.read(request)
      auth.pending.clear(reply)
      if (!kept) return sendBack(reply, 'failed')
      const vouched = await oidc.finish(new URL(request.url, settings.baseUrl).search, kept).catch((error: unknown) => {
        request.log.warn({ err: error }, 'a sign-in at the OpenID provider did not succeed')
        return undefined
      })
      if (!vouched) return sendBack(reply, 'failed')
      const groups = (await groupsInDirectories(ports, vouched.subject)) ?? vouched.groups
      const person = { ...vouched, groups }
      const signedIn = await signInWithProvider(ports, settings.oidcRoles, refusals, person, whereOf(request))
      if (!signedIn.ok) return sendBack(reply, signedIn.refusal === 'DISABLED' ? 'disabled' : 'no-role')
      auth.cookie.set(reply, signedIn.value.id, LONGEST_HOURS * 3600)
      return reply.redirect('/console/')
    })

    // OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8. The provider's server asks, and no browser.
    await app.register(async (backChannel) => {
      backChannel.removeAllContentTypeParsers()
      backChannel.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LARGEST_LOGOUT }, (_request, body, done) =>
        done(null, body),
      )
      backChannel.post('/console/sign-in/logout', hidden, async ({ body, log }, reply) => {
        reply.header('cache-control', 'no-store')
        const token = new URLSearchParams(typeof body === 'string' ? body : '').get('logout_token') ?? ''
        const refuse = (error_description: string) =>
          reply.code(400).send({ error: 'invalid_request', error_description })
        const asked = await oidc.readLogout(token).catch((error: unknown) => {
          log.warn({ err: error }, 'a logout token was refused')
          return undefined
        })
        if (!asked) return refuse('the logout token is not valid')
        if (!(await endByProvider(ports, asked))) return refuse('the logout token was used before')
        return reply.code(200).send()
      })
    })
  }
