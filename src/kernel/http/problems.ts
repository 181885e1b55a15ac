import type { FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from '../../platform/unavailable.ts'
import { BadPicture, CallerAborted, EngineBusy } from '../../vision/engine.ts'
import { type AgainstFinding, type CaseChange, PROBLEMS, type Problem, type ProblemCode } from '../contract/problem.ts'
import type { EnrolmentError, EnrolmentErrorCode } from '../session/contract/enrolment-error.ts'
import type { Status } from '../session/session-words.ts'

/** A bad call: thrown only in `kernel/accounts/`, and answered with the status of its code. */
export class BadCall extends Error {
  readonly code: ProblemCode
  readonly retryAfterSeconds?: number
  readonly sessionStatus?: Status
  readonly version?: string
  readonly changes?: CaseChange[]
  readonly against?: AgainstFinding[]

  constructor(
    code: ProblemCode,
    detail = '',
    more: Partial<Pick<BadCall, 'retryAfterSeconds' | 'sessionStatus' | 'version' | 'changes' | 'against'>> = {},
  ) {
    super(detail)
    this.code = code
    Object.assign(this, more)
  }
}

/** An enrolment call by a caller without a session, or whose session is over. */
export class EnrolmentClosed extends Error {
  readonly code: 'SESSION_UNAUTHORIZED' | 'SESSION_EXPIRED'

  /** The sentence is for the developer. */
  constructor(code: EnrolmentClosed['code'], sentence = '') {
    super(sentence)
    this.code = code
  }
}

/** How an address answers when something is wrong: the specification's hasError, or problem+json. */
export type ErrorStyle = 'hasError' | 'problem'

/**
 * Turns a thrown error into a bad call; undefined for a fault of ours. `mediaTypes` are those that the address accepts.
 */
export function badCallOf(error: unknown, mediaTypes = ['application/json']): BadCall | undefined {
  if (error instanceof BadCall) return error
  if (error instanceof EngineBusy)
    return new BadCall('SERVICE_UNAVAILABLE', error.message, { retryAfterSeconds: error.retryAfterSeconds })
  if (error instanceof Unavailable)
    return new BadCall('SERVICE_UNAVAILABLE', 'Something that the service needs is not responding.', {
      retryAfterSeconds: 5,
    })
  if (error instanceof CallerAborted)
    return new BadCall('REQUEST_TIMEOUT', 'The caller is no longer waiting for this answer.')
  if (error instanceof BadPicture)
    return new BadCall(error.kind === 'too-many-pixels' ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST', error.message)
  if (!(error instanceof Error)) return undefined

  const {
    statusCode,
    validation,
    code = '',
  } = error as Error &
    Partial<Record<'statusCode' | 'validation', unknown>> & {
      code?: string
    }
  if (validation) return new BadCall('BAD_REQUEST', describeInvalid(error as InvalidInput))
  if (statusCode === 413) return new BadCall('PAYLOAD_TOO_LARGE', 'The body is over the limit of this address.')
  if (statusCode === 415) return new BadCall('UNSUPPORTED_MEDIA_TYPE', `Send ${oneOf(mediaTypes)}.`)
  if (statusCode === 404) return new BadCall('NOT_FOUND')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new BadCall('BAD_REQUEST', frameworkWords[code] ?? 'The request could not be understood.')
  return undefined
}

const oneOf = (list: readonly string[]): string =>
  list.length < 2 ? list.join() : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`

interface InvalidInput extends Error {
  validationContext?: string
  validation?: { keyword?: string; instancePath?: string; params?: InvalidParams }[]
}

interface InvalidParams {
  allowedValues?: unknown[]
  additionalProperty?: string
}

/** What is wrong with an input; a value outside a list comes with the list, and an unknown name is named. */
function describeInvalid({ message, validation, validationContext = 'body' }: InvalidInput): string {
  const { keyword, instancePath = '', params = {} } = validation?.[0] ?? {}
  const where = `${validationContext}${instancePath}`
  const allowed = keyword === 'enum' ? params.allowedValues?.map(String) : undefined
  if (allowed) return `${where} must be ${oneOf(allowed)}`
  const { additionalProperty: name = '' } = params
  return NAME.test(name) ? `${where} has no property ${name}` : message
}

const NAME = /^\w{1,64}$/

/** What Fastify's own errors mean to a caller. Their messages may quote the request, so they are not passed on. */
const frameworkWords: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; send a JSON object.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_BAD_URL: 'The path is not properly percent-encoded.',
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, call: BadCall): FastifyReply {
  const [status, title] = PROBLEMS[call.code]
  const body: Problem = {
    type: `/docs#${call.code}`,
    title,
    status,
    code: call.code,
    ...(call.message ? { detail: call.message } : {}),
    sessionStatus: call.sessionStatus,
    version: call.version,
    changes: call.changes,
    against: call.against,
    requestId: request.id,
  }
  return stamp(reply, call, status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body))
}

export function sendEnrolmentError(reply: FastifyReply, call: BadCall | EnrolmentClosed): FastifyReply {
  const closed = call instanceof EnrolmentClosed
  const status = closed ? (call.code === 'SESSION_EXPIRED' ? 410 : 401) : PROBLEMS[call.code][0]
  const body: EnrolmentError = {
    hasError: true,
    error: call.code as EnrolmentErrorCode,
    ...(call.message ? { message: call.message } : {}),
  }
  if (status === 401) reply.header('www-authenticate', challengeOf(call.message))
  return stamp(reply, closed ? undefined : call, status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** RFC 6750, section 3: why the token was refused. */
const challengeOf = (sentence: string): string =>
  sentence ? `Bearer error="invalid_token", error_description="${sentence}"` : 'Bearer'

function stamp(reply: FastifyReply, call: BadCall | undefined, status: number): FastifyReply {
  if (call?.code === 'UNAUTHORIZED') reply.header('www-authenticate', 'Basic realm="Limen", charset="UTF-8"')
  // A scheme that browsers do not know: with Basic they would ask for a password in a window of their own.
  else if (call && status === 401) reply.header('www-authenticate', 'Cookie')
  if (call?.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(call.retryAfterSeconds)))
  return reply.code(status)
}
