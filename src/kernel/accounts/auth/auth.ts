import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HttpContext } from '../../http/context.ts'
import { BadCall, EnrolmentClosed } from '../../http/problems.ts'
import type { Reader } from '../../results/read-results.ts'
import type { Examiner } from '../../review/claim-case.ts'
import type { FoundEnrolment } from '../../session/change-session.ts'
import { readStanding } from '../../session/read-enrolment.ts'
import type { Status } from '../../session/session-words.ts'
import { isMadePassword } from '../api-password.ts'
import { isKnownDevice, type ReviewerCheck } from '../check-reviewer.ts'
import type { Right } from '../credential-rights.ts'
import { networkOf } from './login-guard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it, when HTTP basic has identified them. */
    reader: Reader | undefined
    /** Whose session it is about, when a token has identified it. */
    enrolment: TokenHolder | undefined
    /** Whose session it is about, when only the address of the request says so. */
    answersFor: Pick<FoundEnrolment, 'tenant' | 'sessionId'> | undefined
  }
}

/** The holder of a token, and what it opens. */
export interface TokenHolder extends FoundEnrolment {
  status: Status
  /** Whether pictures may still come: before it is completed, or when a new one was asked for. */
  takesPictures: boolean
  firstIssuedAt: Date
  /** The token's epoch; see Session. */
  epoch: number
  /** Whether the token was issued for the hosted page. */
  forPage: boolean
  /** Another device has taken over since: this one may watch, and take the session back explicitly. */
  isSuperseded: boolean
}

const MAX_NAME = 256

/**
 * HTTP basic (RFC 7617): identifies the integrator. Wrong and unknown names take the same time and get the same answer.
 */
export function basicAuth(context: HttpContext) {
  return {
    /** For a route that requires this right. */
    authenticateFor: (right: Right) => async (request: FastifyRequest) => {
      request.reader = await readerFor(context, request, right)
      limitRate(context, request.reader.actor)
    },
    readerOf: ({ reader }: FastifyRequest) => known(reader),
  }
}

/** Bearer JWT (RFC 6750): identifies the session and its state. */
export function bearerAuth(context: HttpContext) {
  const authenticateWatcher = async (request: FastifyRequest) => {
    request.enrolment = await enrolmentFor(context, request)
    limitRate(context, `token of ${request.enrolment.sessionId}`)
  }
  return {
    authenticate: async (request: FastifyRequest) => {
      await authenticateWatcher(request)
      if (request.enrolment?.isSuperseded)
        throw new EnrolmentClosed('SESSION_UNAUTHORIZED', 'Another device has taken the session over.')
    },
    /** Including those whose session another device has taken over. */
    authenticateWatcher,
    enrolmentOf: ({ enrolment }: FastifyRequest) => known(enrolment),
  }
}

/** Gives every request a place for its sender; the engine is fast with objects of one shape. */
export function makeRoomForCallers(app: FastifyInstance): void {
  app.decorateRequest('reader', undefined)
  app.decorateRequest('enrolment', undefined)
  app.decorateRequest('answersFor', undefined)
}

/** Counts one request of this key, and refuses it when there were too many. */
export function limitRate({ limit, ports }: HttpContext, key: string): void {
  const wait = limit(key, ports.clock().getTime())
  if (wait > 0) throw new BadCall('TOO_MANY_REQUESTS', 'Too many requests.', { retryAfterSeconds: wait })
}

async function readerFor(
  { ports, logins, passwords, refusedLogins }: HttpContext,
  request: FastifyRequest,
  right: Right,
): Promise<Reader> {
  const login = parseBasic(request.headers.authorization)
  if (!login) throw new BadCall('UNAUTHORIZED')

  const now = ports.clock().getTime()
  const network = networkOf(request.ip)
  const who = { name: login.name, address: network }
  const judge = (checked: 'right' | 'wrong' | 'busy') => (checked === 'busy' ? 'neither' : checked)
  const credential = await ports.credentials.find(login.name)
  const compare = async () => {
    const isKnown = logins.isKnown(login.name, network, now)
    const compared = await passwords(credential, login.password, { network, isKnown })
    return credential ? compared : compared === 'busy' ? compared : 'wrong'
  }
  // 256 random bits cannot be guessed, and are checked immediately: whatever others tried under this name, its owner is
  // accepted.
  let checked = isMadePassword(login.password) ? await compare() : undefined
  if (checked === 'right') await logins.succeeded(who, now)
  else {
    const found = checked
    const tried = await logins.attempt(who, now, async () => found ?? (await compare()), judge)
    if (tried.wait > 0 || tried.outcome === undefined) throw tooManyFailures(tried.wait)
    checked = tried.outcome
  }
  if (checked === 'busy') throw new BadCall('TOO_MANY_REQUESTS', 'Too many logins at once.', { retryAfterSeconds: 2 })
  if (!credential || checked === 'wrong') {
    // An unknown name is not recorded: it may be a password.
    const { tenant, username } = credential ?? { tenant: '*', username: undefined }
    const actor = username === undefined ? 'unknown' : `credential:${username}`
    await refusedLogins(actor, { tenant, actor })
    throw new BadCall('UNAUTHORIZED')
  }
  await ports.credentials.touch(credential.username, new Date(now))
  if (credential.rights && !credential.rights.includes(right)) throw new BadCall('FORBIDDEN', NOT_ALLOWED[right])
  return { tenant: credential.tenant, mode: credential.mode, actor: `credential:${credential.username}` }
}

const tooManyFailures = (retryAfterSeconds: number) =>
  new BadCall('TOO_MANY_REQUESTS', 'Too many failed logins.', { retryAfterSeconds })

const NOT_ALLOWED: Record<Right, string> = {
  open: 'This credential may not open sessions.',
  read: 'This credential may not read results.',
  delete: 'This credential may not delete sessions.',
}

async function enrolmentFor({ ports, tokens }: HttpContext, request: FastifyRequest): Promise<TokenHolder> {
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw unauthorized(request.headers.authorization ? 'MALFORMED' : 'MISSING')
  const verified = await tokens.verify(token)
  if (!verified.ok) throw unauthorized(verified.refusal)
  const enrolment = verified.value

  const session = await readStanding(ports, enrolment)
  if (!session) throw unauthorized('ERASED')
  if (session.status === 'EXPIRED') throw new EnrolmentClosed('SESSION_EXPIRED')
  const { tenant, sessionId, firstIssuedAt, epoch, forPage } = enrolment
  const { mode, status, tokenEpoch, takesPictures } = session
  const isSuperseded = epoch < tokenEpoch
  return { tenant, sessionId, mode, status, takesPictures, firstIssuedAt, epoch, forPage, isSuperseded }
}

const unauthorized = (why: keyof typeof WHY_UNAUTHORIZED): EnrolmentClosed =>
  new EnrolmentClosed('SESSION_UNAUTHORIZED', WHY_UNAUTHORIZED[why])

/** For the developer; the code is the same for all. */
const WHY_UNAUTHORIZED = {
  MISSING: 'There is no token: send Authorization: Bearer and the accessToken of initialize.',
  MALFORMED: 'This is not a token: send Authorization: Bearer and the accessToken of initialize.',
  FOREIGN: 'This service did not issue the token, or its BASE_URL has changed since: call initialize for another.',
  EXPIRED: 'The token has expired: initialize with the same sessionId and body gives another.',
  ERASED: 'The session of this token no longer exists.',
} as const

function parseBasic(header: string | undefined): { name: string; password: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1]
  if (!encoded) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  if (colon < 1 || colon > MAX_NAME || /\p{Cc}/u.test(text)) return undefined // RFC 7617 2: no control characters
  return { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('this route asks for somebody whom it has not authenticated')
  return value
}

export const tooManyAtOnce = () =>
  new BadCall('TOO_MANY_REQUESTS', 'Too many people are signing in at once.', { retryAfterSeconds: 2 })

/** Checks a reviewer's name, password and code, and slows down whoever guesses them. */
export const guardedCheck =
  ({ ports, logins, checkReviewer }: HttpContext): ReviewerCheck =>
  async (shown) => {
    const { username, network } = shown
    const device = (await isKnownDevice(ports, username, shown.device)) ? shown.device : undefined
    const { wait, outcome } = await logins.attempt(
      { name: `reviewer ${username}`, address: network, device },
      ports.clock().getTime(),
      () => checkReviewer(shown),
      (checked) => (checked.ok ? 'right' : checked.refusal === 'WRONG' ? 'wrong' : 'neither'),
    )
    if (!outcome) throw tooManyFailures(wait)
    return outcome
  }

/** HTTP basic with a reviewer's account. API credentials are not reviewers, and the other way round. */
export function reviewerAuth(context: HttpContext) {
  const { settings } = context
  const examiners = new WeakMap<FastifyRequest, Examiner>()

  async function examinerFor(request: FastifyRequest): Promise<Examiner> {
    const given = parseBasic(request.headers.authorization)
    if (!given) throw new BadCall('UNAUTHORIZED')
    if (!settings.localAccounts || settings.requireSecondFactor)
      throw new BadCall('FORBIDDEN', 'A name and a password are not enough here: sign in to the console.')

    const shown = { username: given.name, password: given.password, network: networkOf(request.ip) }
    const outcome = await guardedCheck(context)(shown)
    if (outcome.ok) return outcome.examiner
    if (outcome.refusal === 'SECOND_FACTOR_NEEDED') {
      throw new BadCall('FORBIDDEN', 'This account has a second factor: log in to the console.')
    }
    if (outcome.refusal === 'BUSY') throw tooManyAtOnce()
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
