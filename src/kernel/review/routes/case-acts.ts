import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Result } from '../../../formats/result.ts'
import { ref } from '../../contract/schema.ts'
import type { CaseRoutes, HttpContext } from '../../http/context.ts'
import { BadCall } from '../../http/problems.ts'
import { problems } from '../../http/responses.ts'
import { idOf, sessionParams } from '../../results/routes/data.ts'
import { type CaseActRefusal, escalateCase, noteCase, undoAct } from '../act-on-case.ts'
import { askNewPicture } from '../ask-new-picture.ts'
import {
  EscalateRequest,
  NewPictureRequest,
  NewPictureResponse,
  NoteRequest,
  ReviewRequest,
  ReviewResponse,
  UndoableResponse,
} from '../contract/review.ts'
import { reviewSession } from '../review-session.ts'

/** What a reviewer does to a case, the same over the API and in the console. */
export const caseActRoutes = (
  { ports, settings }: HttpContext,
  { path, examinerOf, common = {} }: CaseRoutes,
): FastifyPluginAsyncTypebox =>
  async function caseActs(app) {
    const { undoSeconds, sessionDays: validDays } = settings
    const params = sessionParams

    app.post(`${path.of}/:sessionId${path.verdict}`, {
      schema: {
        ...common,
        operationId: 'reviewSession',
        summary: 'Approve or reject',
        description:
          'Settles a session that waits and that is still what you have seen (`version`), with your name, the time and the reason; if the tenant requires two reviewers, once another one agrees. For some seconds it can be undone; then the webhook is sent, and it is final.',
        params,
        body: ref(ReviewRequest),
        response: { 200: ref(ReviewResponse), ...problems(400, 401, 403, 404, 408, 409, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const { version: seen, ...verdict } = request.body
        const given = await reviewSession(ports, examinerOf(request), idOf(request.params), verdict, {
          undoSeconds,
          seen,
        })
        const { status, undoUntil } = settled(given)
        return { status, ...undoable(undoUntil) }
      },
    })

    app.post(`${path.of}/:sessionId/new-picture`, {
      schema: {
        ...common,
        operationId: 'askNewPicture',
        summary: 'Ask the person for a new picture',
        description:
          'The session keeps waiting; the webhook says `action: "NEW_PICTURE"` with a fresh `webEnrolmentUrl`, which opens at that picture. The answer is decided again under the same policy and comes back to you. At most three times a session.',
        params,
        body: ref(NewPictureRequest),
        response: { 200: ref(NewPictureResponse), ...problems(400, 401, 403, 404, 408, 409, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const { version: seen, ...pictureRequest } = request.body
        const asked = await askNewPicture(ports, examinerOf(request), idOf(request.params), pictureRequest, {
          undoSeconds,
          seen,
          validDays,
        })
        const { until, undoUntil } = settled(asked)
        return { untilUtc: until.toISOString(), ...undoable(undoUntil) }
      },
    })

    app.post(`${path.of}/:sessionId/escalate`, {
      schema: {
        ...common,
        operationId: 'escalateCase',
        summary: 'Leave a case to a second reviewer',
        description: 'It keeps waiting, for anybody but you.',
        params,
        body: ref(EscalateRequest),
        response: { 200: ref(UndoableResponse), ...problems(400, 401, 403, 404, 408, 409, 413, 415, 429, 503) },
      },
      handler: async (request) => {
        const { version: seen, reason } = request.body
        const left = await escalateCase(ports, examinerOf(request), idOf(request.params), reason, { undoSeconds, seen })
        return undoable(settled(left).undoUntil)
      },
    })

    app.post(`${path.of}/:sessionId/note`, {
      schema: {
        ...common,
        operationId: 'noteCase',
        summary: 'Add a note',
        description:
          'For colleagues, in any state. Sealed with the session and erased with it; no integrator reads it.',
        params,
        body: ref(NoteRequest),
        response: {
          204: Type.Null({ description: 'Kept.' }),
          ...problems(400, 401, 403, 404, 408, 413, 415, 429, 503),
        },
      },
      handler: async (request, reply) => {
        settled(await noteCase(ports, examinerOf(request), idOf(request.params), request.body.note))
        return reply.code(204).send(null)
      },
    })

    app.post(`${path.of}/:sessionId/undo`, {
      schema: {
        ...common,
        operationId: 'undoReview',
        summary: 'Undo what you have just done',
        description:
          'Your verdict, picture request or escalation, for as many seconds as `REVIEW_UNDO_SECONDS` says. The waiting webhook is not sent; the act and its undoing stay on record.',
        params,
        response: { 200: ref(ReviewResponse), ...problems(401, 403, 404, 409, 429, 503) },
      },
      handler: async (request) => ({
        status: settled(await undoAct(ports, examinerOf(request), idOf(request.params))),
      }),
    })
  }

const undoable = (until: Date | undefined) => (until ? { undoUntilUtc: until.toISOString() } : {})

type Refusal =
  | 'NOT_FOUND'
  | 'UNKNOWN_REASON'
  | 'TOO_MANY_NEW_PICTURES'
  | 'NO_SUCH_PICTURE'
  | 'REASON_DOES_NOT_FIT'
  | 'TOO_LATE'

/** The value of an outcome, or the problem that it means. */
export function settled<Value>(outcome: Result<Value, Refusal> | CaseActRefusal): Value {
  if (outcome.ok) return outcome.value
  if ('claim' in outcome) throw new BadCall('CASE_CLAIMED', `${outcome.claim.reviewer} is working on this case.`)
  if ('version' in outcome)
    throw new BadCall('CASE_CHANGED', '', {
      version: outcome.version,
      changes: outcome.changes.map(({ at, actor, action }) => ({ atUtc: at.toISOString(), actor, action })),
    })
  if ('against' in outcome) throw new BadCall('FINDINGS_NOT_NAMED', '', { against: outcome.against })
  if ('status' in outcome) throw new BadCall('NOT_WAITING_FOR_REVIEW', '', { sessionStatus: outcome.status })
  switch (outcome.refusal) {
    case 'UNKNOWN_REASON':
      throw new BadCall('BAD_REQUEST', 'Give a reason: in words, or for a rejection a code of this tenant.')
    case 'NO_SUCH_PICTURE':
      throw new BadCall('BAD_REQUEST', 'body/of is not a picture of this session.')
    case 'REASON_DOES_NOT_FIT':
      throw new BadCall('BAD_REQUEST', 'body/reason is about documents; use another one for a selfie.')
    case 'SECOND_PERSON_NEEDED':
    case 'TOO_MANY_NEW_PICTURES':
      throw new BadCall(outcome.refusal)
    case 'TOO_LATE':
      throw new BadCall('TOO_LATE_TO_UNDO')
    default:
      throw new BadCall('NOT_FOUND')
  }
}
