import type { FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import type { FoundEnrolment } from '../../../actions/enrol/change-session.ts'
import { sendToReviewer, type WentToReviewer } from '../../../actions/enrol/send-to-reviewer.ts'
import { PictureRequest } from '../../../contract/enrolment/picture.ts'
import { ReviewerQuery, ReviewerResponse } from '../../../contract/enrolment/reviewer.ts'
import { ref } from '../../../contract/schema.ts'
import { REVIEWER_FROM } from '../../../domain/to-reviewer.ts'
import { type CaptureSource, PART_WORDS, PARTS, type Part } from '../../../domain/vocabulary.ts'
import type { TokenHolder } from '../../auth/auth.ts'
import type { HttpContext } from '../../context.ts'
import { readCorners } from '../../input/corners-input.ts'
import { countStep } from '../../operations/funnel.ts'
import { BadCall } from '../../present/problems.ts'
import { enrolmentErrors } from '../problem-responses.ts'
import { bodySchema } from './picture-body.ts'
import { answerRefusal } from './refusals.ts'

/** What it shares with the two picture endpoints next to it. */
interface EnrolmentHelpers {
  enrolmentOf(request: FastifyRequest): TokenHolder
  picture<Answer>(
    request: FastifyRequest,
    submit: (picture: Uint8Array, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | object>
  refuseFromPage(enrolment: FoundEnrolment, source: CaptureSource): Promise<void>
  sourceOf(request: FastifyRequest): CaptureSource
}

const NOT_OFFERED = `A picture may go to a reviewer once ${REVIEWER_FROM} of its part were refused, or once a good one showed a card whose issuer is unknown, while it is wanted, and where the tenant’s settings allow it.`

/** Ours: a picture that was refused over and over goes to a reviewer as it is. */
export function reviewerRoute(context: HttpContext, helpers: EnrolmentHelpers): RouteShorthandOptionsWithHandler {
  const { ports, settings } = context
  const { enrolmentOf, picture, refuseFromPage, sourceOf } = helpers

  const answerOf = async (request: FastifyRequest, part: Part, went: WentToReviewer) => {
    if (went.taken) {
      if (went.isFirst) await countStep(context, request, enrolmentOf(request), PART_WORDS[part])
      return { hasError: false, sentToReviewer: false }
    }
    const { returnUrl, seconds } = went.completed
    await countStep(context, request, enrolmentOf(request), 'completed', seconds === undefined ? {} : { seconds })
    const customerReturnUrl = returnUrl ?? `${settings.baseUrl}/web-enrolment/finished`
    return { hasError: false, sentToReviewer: true, customerReturnUrl }
  }

  return {
    config: { errors: 'hasError', holdsOwnBody: true },
    validatorCompiler: () => () => true, // the content-type parsers have checked every byte, and the query is read below
    schema: {
      operationId: 'sendToReviewer',
      tags: ['Enrolment'],
      summary: 'Send a refused picture to a reviewer',
      description: `A way on after ${REVIEWER_FROM} refusals of one picture, or one of a card whose issuer is unknown, where the tenant allows it: it is kept as it is, the session ends with what there is, and a reviewer decides. What can be read after all is taken as any other picture, and the session goes on.`,
      querystring: ReviewerQuery,
      ...bodySchema(PictureRequest),
      response: { 200: ref(ReviewerResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
    },
    handler: (request) =>
      picture(request, async (bytes, signal) => {
        const part = partOf(request)
        const source = sourceOf(request)
        const { forPage } = enrolmentOf(request)
        if (part === 'FACE' && (source !== 'api' || forPage)) await refuseFromPage(enrolmentOf(request), source)
        const sent = { part, picture: bytes, source, forPage, corners: readCorners(request) }
        const options = { validDays: settings.sessionDays, signal }
        const outcome = await sendToReviewer(ports, enrolmentOf(request), sent, options)
        if (outcome.ok) return answerOf(request, part, outcome.value)
        if (outcome.refusal === 'NOT_OFFERED') throw new BadCall('BAD_REQUEST', NOT_OFFERED)
        return answerRefusal(outcome.refusal)
      }),
  }
}

function partOf({ query }: FastifyRequest): Part {
  const part = PARTS.find((each) => each === (query as { of?: unknown }).of)
  if (!part) throw new BadCall('BAD_REQUEST', `of wants one of ${PARTS.join(', ')}.`)
  return part
}
