import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { nearestName } from '../../../formats/text/nearest.ts'
import { basicAuth } from '../../accounts/auth/auth.ts'
import { webEnrolmentUrl } from '../../accounts/auth/invite.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import { ref } from '../../contract/schema.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { problems } from '../../http/responses.ts'
import { GivenConsent } from '../contract/consent.ts'
import { ApplicantForm, InitializeRequest, InitializeResponse } from '../contract/session.ts'
import { type CreateRefusal, createSession } from '../create-session.ts'
import { BUILT_IN_FLOWS, type FlowSettings } from '../flow.ts'
import type { SessionRequest } from '../session.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Where a person may be sent back to: https, or http on the developer's own machine. Never with credentials. */
function checkReturnUrl(text: string): void {
  const refuse = (why: string) => new BadCall('BAD_REQUEST', `body/returnUrl ${why}`)
  if (!URL.canParse(text)) throw refuse('must be an absolute URL.')
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) throw refuse('must not carry a username or password.')
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return
  throw refuse('must be an https URL (http is for loopback hosts only).')
}

const WARNING_HEADER = 'x-limen-warning'

/** Properties of `initialize`, and of the objects in it. */
const KNOWN: Record<string, readonly string[]> = {
  '': Object.keys(InitializeRequest.properties),
  applicantForm: Object.keys(ApplicantForm.properties),
  consent: Object.keys(GivenConsent.properties),
}
const MOST_NAMED = 5
const LONGEST_NAME = 64

/**
 * Names sent properties that are unknown: most often misspelt ones. A warning and not a refusal: a client of an earlier
 * or later version may send more than we know.
 */
function warnOfUnknown(body: object): string | undefined {
  const unknown = Object.entries(KNOWN).flatMap(([path, known]) => {
    const sent: unknown = path ? (body as Record<string, unknown>)[path] : body
    if (!sent || typeof sent !== 'object') return []
    return Object.keys(sent)
      .filter((name) => !known.includes(name))
      .map((name) => describe(path, name, known))
  })
  if (!unknown.length) return undefined
  const more = unknown.length - MOST_NAMED
  return [...unknown.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function describe(path: string, name: string, known: readonly string[]): string {
  const near = nearestName(name.slice(0, LONGEST_NAME), known)
  return `${path ? `${path}/` : ''}${plain(name)} is not known and was ignored${near ? `, did you mean ${near}?` : ''}`
}

/** A header can only contain printable ASCII, and the name is the caller's. */
const plain = (name: string): string => name.slice(0, LONGEST_NAME).replace(/[^\x21-\x7e]/g, '?')

/** The call that makes a session: HTTP basic, although it lives among the enrolment endpoints. */
export const initializeRoute = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function initialize(app) {
    const { ports, settings, tokens } = context
    const { authenticateFor, readerOf } = basicAuth(context)
    app.addHook('onRequest', authenticateFor('open'))

    app.post('/initialize', {
      preValidation: async (request) => {
        request.body = withoutNulls(request.body ?? {})
      },
      schema: {
        operationId: 'initialize',
        tags: ['Sessions'],
        summary: 'Create a session',
        description:
          'Creates a session and returns its token. The same sessionId with the same body gives a fresh token for the same session: that is how a person resumes later. Unknown properties are ignored; the header `x-limen-warning` of the answer names them.',
        security: [{ basic: [] }],
        body: ref(InitializeRequest),
        response: { 200: ref(InitializeResponse), ...problems(400, 401, 403, 408, 409, 413, 415, 429, 503) },
      },
      handler: async (request, reply) => {
        const { sessionId, ...body } = request.body
        const warning = warnOfUnknown(request.body)
        if (warning) reply.header(WARNING_HEADER, warning)
        const wanted = sessionRequest(body)
        if (wanted.returnUrl !== undefined) checkReturnUrl(wanted.returnUrl)

        const { tenant: tenantId, mode, actor } = readerOf(request)
        const tenant = await ports.tenants.load(tenantId)
        if (!tenant) throw new BadCall('UNAUTHORIZED')
        if (wanted.theme !== undefined && !Object.hasOwn(tenant.settings.themes ?? {}, wanted.theme))
          throw new BadCall('BAD_REQUEST', 'body/theme is not the name of a configured theme.')

        const { sessionMinutes: validMinutes } = settings
        const asksWallets = context.wallets !== undefined
        const asked = { sessionId, request: wanted, mode, actor, validMinutes, asksWallets }
        const outcome = await createSession(ports, tenant, asked)
        if (!outcome.ok) throw refusalOf(outcome.refusal, tenant.settings)

        const enrolment = { tenant: tenant.id, sessionId: outcome.value.id }
        const epoch = outcome.value.tokenEpoch ?? 0
        const accessToken = await tokens.issue(enrolment, { epoch })
        const token = await tokens.issue(enrolment, { epoch, forPage: true })
        const address = webEnrolmentUrl(settings.baseUrl, token)
        return { sessionId: outcome.value.id, accessToken, webEnrolmentUrl: address, mode }
      },
    })
  }

function refusalOf(refusal: CreateRefusal, settings: FlowSettings): BadCall {
  switch (refusal) {
    case 'FLOW_UNKNOWN':
      return new BadCall('BAD_REQUEST', `body/flow is not the name of a flow. There are ${flowNames(settings)}.`)
    case 'PERSON_MISSING':
      return new BadCall(
        'BAD_REQUEST',
        'body/personOf must name the session in which the person was approved, unless your tenant issues credentials and wallets can be asked.',
      )
    case 'PERSON_NOT_ASKED':
      return new BadCall('BAD_REQUEST', 'body/personOf goes only with the flow returning.')
    case 'PERSON_NOT_FOUND':
      return new BadCall('PERSON_UNAVAILABLE', 'The session does not exist, or was deleted.')
    case 'PERSON_NOT_APPROVED':
      return new BadCall('PERSON_UNAVAILABLE', 'That session was not approved.')
    case 'PERSON_FACE_NOT_KEPT':
      return new BadCall('PERSON_UNAVAILABLE', 'The person did not agree that their face is kept, or it was erased.')
    case 'AGE_MISSING':
      return new BadCall('BAD_REQUEST', 'body/atLeast must be the minimum age in years.')
    case 'AGE_NOT_ASKED':
      return new BadCall('BAD_REQUEST', 'body/atLeast goes only with the flow age.')
    case 'AGE_WITH_FORM':
      return new BadCall(
        'BAD_REQUEST',
        'body/applicantForm is not accepted with the flow age, which stores nothing of it.',
      )
    default:
      return new BadCall(conflicts[refusal])
  }
}

/**
 * The id of another tenant's session, or of one in the other mode, gets the same answer as one of your own with a
 * different body.
 */
const conflicts: Record<Exclude<CreateRefusal, 'FLOW_UNKNOWN' | `PERSON_${string}` | `AGE_${string}`>, ProblemCode> = {
  SESSION_EXISTS_WITH_OTHER_BODY: 'SESSION_ALREADY_EXISTS',
  SESSION_ID_TAKEN: 'SESSION_ALREADY_EXISTS',
  SESSION_ALREADY_COMPLETED: 'SESSION_ALREADY_COMPLETED',
  SESSION_EXPIRED: 'SESSION_EXPIRED',
  SESSION_DELETED: 'SESSION_DELETED',
}

const flowNames = ({ flows = {} }: FlowSettings) =>
  [...new Set([...Object.keys(BUILT_IN_FLOWS), ...Object.keys(flows)])].join(', ')

/** Keeps the properties we know and drops anything else the caller sends. */
function sessionRequest(body: InitializeRequest): SessionRequest {
  const { returnUrl, externalId, applicantForm, lang, theme, flow, personOf, atLeast, consent } = body
  return {
    returnUrl,
    externalId,
    ...(applicantForm === undefined ? {} : { applicantForm: formOf(applicantForm) }),
    ...(lang === undefined ? {} : { lang: lang === 'ja-JP' ? 'jp-JP' : lang }),
    theme,
    flow,
    personOf,
    atLeast,
    ...(consent === undefined ? {} : { consent: consentOf(consent) }),
  }
}

const consentOf = ({ givenAt, textVersion, keepFace }: GivenConsent): NonNullable<SessionRequest['consent']> => ({
  givenAt,
  textVersion,
  ...(keepFace && { keepFace }),
})

function formOf(form: NonNullable<InitializeRequest['applicantForm']>): NonNullable<SessionRequest['applicantForm']> {
  const { firstName, lastName, dateOfBirth, skipIntegrityCheck } = form
  return {
    firstName,
    lastName,
    dateOfBirth,
    skipIntegrityCheck,
  }
}

/** Many clients send null for absent properties. */
function withoutNulls<Value>(value: Value): Value {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null)
      .map(([name, part]) => [name, withoutNulls(part)]),
  ) as Value
}
