import type { FastifyReply, FastifyRequest } from 'fastify'
import { ASKED_BY, CONSOLE_HEADER } from '../../contract/console-words.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import type { Reviewer } from '../../ports/accounts.ts'
import { findSignedIn, hashSignIn } from '../sign-in.ts'
import { known, limitRate } from './auth.ts'

/** Who has signed in and sends a request, by its cookie. */
export function consoleAuth(context: HttpContext) {
  const { settings } = context
  const cookie = cookieOf(settings.baseUrl, 'limen-console')
  const device = cookieOf(settings.baseUrl, 'limen-device')
  // Lax, because it returns with a navigation from the provider's site.
  const pending = cookieOf(settings.baseUrl, 'limen-sign-in', 'Lax', /^[\w-]{43}\.[\w-]{43}\.[\w-]{43}$/)
  const people = new WeakMap<FastifyRequest, Reviewer>()
  const mustSetUp = ({ subject, totpSecret }: Reviewer): boolean =>
    settings.requireSecondFactor && subject === undefined && totpSecret === undefined

  return {
    /** Refuses what another origin made the browser send: that can neither set the header nor fake its origin. */
    refuseForeign: async (request: FastifyRequest) => {
      const asker = request.headers[CONSOLE_HEADER]
      if (asker !== ASKED_BY.person && asker !== ASKED_BY.screen)
        throw new BadCall('FORBIDDEN', 'Only the console asks here.')
      const { origin } = request.headers
      if (origin === undefined && (request.method === 'GET' || request.method === 'HEAD')) return
      const own = [new URL(settings.baseUrl).origin, `${request.protocol}://${request.host}`]
      if (!origin || !own.includes(origin)) throw new BadCall('FORBIDDEN', 'Only the console asks here.')
    },
    authenticate: async (request: FastifyRequest) => {
      const id = cookie.read(request)
      const isPerson = request.headers[CONSOLE_HEADER] === ASKED_BY.person
      const reviewer = id && (await findSignedIn(context.ports, id, isPerson))
      if (!reviewer) throw new BadCall('SIGN_IN_REQUIRED')
      limitRate(context, `reviewer:${reviewer.username}`)
      people.set(request, reviewer)
    },
    /** Anyone who must have a second factor sets it up before anything else opens. */
    refuseUnprotected: async (request: FastifyRequest) => {
      if (mustSetUp(known(people.get(request)))) throw new BadCall('FORBIDDEN', 'Set up your second factor first.')
    },
    mustSetUp,
    onlyAdmins: async (request: FastifyRequest) => {
      if (known(people.get(request)).role !== 'admin') throw new BadCall('FORBIDDEN', 'Only admins may do this.')
    },
    personOf: (request: FastifyRequest) => known(people.get(request)),
    actorOf: (request: FastifyRequest) => `reviewer:${known(people.get(request)).username}`,
    /** The id of the sign-in that sends the request. */
    hereOf: (request: FastifyRequest) => hashSignIn(known(cookie.read(request))),
    cookie,
    /** The id of a browser, long after it signed out. */
    device,
    /** What a browser has to bring back from the OpenID provider. */
    pending,
  }
}

export type ConsoleAuth = ReturnType<typeof consoleAuth>

/** The prefix __Host- makes browsers refuse the cookie without Secure, or from a subdomain (RFC 6265bis, 4.1.3.2). */
function cookieOf(baseUrl: string, plain: string, sameSite: 'Strict' | 'Lax' = 'Strict', form = /^[\w-]{43}$/) {
  const overHttps = baseUrl.startsWith('https:')
  const name = overHttps ? `__Host-${plain}` : plain
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${overHttps ? '; Secure' : ''}`
  return {
    read({ headers }: FastifyRequest): string | undefined {
      const found = (headers.cookie ?? '').split(/; */).find((part) => part.startsWith(`${name}=`))
      const value = found?.slice(name.length + 1)
      return value && form.test(value) ? value : undefined
    },
    set: (reply: FastifyReply, id: string, seconds: number) =>
      reply.header('set-cookie', `${name}=${id}; Max-Age=${seconds}; ${attributes}`),
    clear: (reply: FastifyReply) => reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`),
  }
}
