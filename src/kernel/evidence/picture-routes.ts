import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import type { DocumentRefusal, FaceRefusal } from '../../vision/refusals.ts'
import { bearerAuth, type TokenHolder } from '../accounts/auth/auth.ts'
import { ref } from '../contract/schema.ts'
import { countReason, countStep } from '../figures/count-funnel.ts'
import type { HttpContext } from '../http/context.ts'
import { BadCall, EnrolmentClosed } from '../http/problems.ts'
import { enrolmentErrors } from '../http/responses.ts'
import { sendToReviewer, type WentToReviewer } from '../review/send-to-reviewer.ts'
import { REVIEWER_FROM } from '../review/to-reviewer.ts'
import { selfieObstacle } from '../session/allowed.ts'
import type { ClosedRefusal, FoundEnrolment } from '../session/change-session.ts'
import type { CountedRefusal } from '../session/count-refusal.ts'
import { readEnrolment } from '../session/read-enrolment.ts'
import { answerFaults, answerRefusal, unlessClosed } from '../session/routes/refusals.ts'
import { PART_WORDS, PARTS, type Part } from '../session/session-words.ts'
import { finishedUrl } from '../session/who-asks.ts'
import { readCorners } from './capture-input.ts'
import type { CaptureSource } from './capture-words.ts'
import { CAPTURE_HEADER, FILM_MEDIA_TYPE, PAGE_SOURCES } from './contract/page-capture.ts'
import {
  type FaceRequest,
  PICTURE_MEDIA_TYPES,
  PictureRequest,
  ReviewerQuery,
  ReviewerResponse,
} from './contract/pictures.ts'
import {
  largestBody,
  type PictureSource,
  pictureTooLarge,
  readBinaryBody,
  readFilmBody,
  readJsonBody,
  readPicture,
} from './image-input.ts'
import { refused } from './present-picture.ts'
import { announcedBytes, SMALL_BODY, uploadGate } from './upload-gate.ts'

const binary = { schema: { type: 'string', format: 'binary' } }

/** A picture as text in JSON, or as the body itself. */
export const pictureBody = (json: typeof PictureRequest | typeof FaceRequest) => ({
  security: [{ bearer: [] }],
  body: {
    content: {
      'application/json': { schema: ref(json) },
      ...Object.fromEntries(PICTURE_MEDIA_TYPES.map((mediaType) => [mediaType, binary])),
    },
  },
})

/** A route that takes a picture, below `/api/v1/enrolment`. */
export interface PictureRoute extends RouteShorthandOptionsWithHandler {
  path: `/${string}`
}

/** A feature with routes that take a picture, through the gate, the budget and the abort that all of them share. */
export interface TakesPictures {
  pictureRoutes?(context: HttpContext, shared: PictureRoutes): Promise<readonly PictureRoute[]>
}

/** What the routes of pictures share. */
export interface PictureRoutes {
  enrolmentOf(request: FastifyRequest): TokenHolder
  /**
   * The picture of a request, read and handed on: admitted by the gate, held in the budget, aborted when the caller
   * hangs up.
   */
  picture<Answer>(
    request: FastifyRequest,
    submit: (picture: Uint8Array, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | object>
  /**
   * What neither our own page nor the holder of its token may do. The page says how a picture was taken; an integrator,
   * with their own token, says nothing and has asked for consent themselves.
   */
  refuseFromPage(enrolment: FoundEnrolment, source: CaptureSource): Promise<void>
  sourceOf(request: FastifyRequest): CaptureSource
  /** The answer to a refusal, counted. */
  refusal<Refusal extends DocumentRefusal | FaceRefusal>(
    request: FastifyRequest,
    step: 'document' | 'selfie',
    outcome: CountedRefusal<Refusal | ClosedRefusal>,
  ): Promise<ReturnType<typeof refused>>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What may come with the picture of this route: fields of its JSON body, and the frames of a camera. */
    withPicture?: { fields?: readonly string[]; film?: boolean }
  }
}

/** Every route that takes a picture (specification 4.3 and ours). Bearer token; JSON, or the picture itself as the body. */
export const pictureRoutes = (context: HttpContext, features: readonly TakesPictures[]): FastifyPluginAsyncTypebox =>
  async function pictures(app) {
    const { ports, settings, guard, bodies } = context
    const { authenticate, enrolmentOf } = bearerAuth(context)

    app.addHook('onRequest', authenticate)
    const gate = uploadGate(settings.maxUploads, bodies)
    app.addHook('onRequest', async (request, reply) => gate.enter(enrolmentOf(request), request, reply))
    app.addHook('onRequest', async (request) => {
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new BadCall('UNSUPPORTED_MEDIA_TYPE', 'Send the body without a content-encoding.')
    })
    /** A session that has ended is answered before its picture is read. */
    app.addHook('onRequest', async (request, reply) => {
      if (!enrolmentOf(request).takesPictures) return reply.send(refused('SESSION_ALREADY_COMPLETED'))
    })

    /** Refuses a body by its announced length; one that is read takes memory as it arrives. */
    app.addHook('preParsing', async (request, reply, payload) => {
      const limit = largestBody(request, settings)
      const announced = announcedBytes(request, limit)
      if (announced > limit) throw pictureTooLarge(settings.maxImageBytes)
      return announced > SMALL_BODY ? gate.receive(request, reply, payload as Readable, announced) : payload
    })

    app.removeAllContentTypeParsers()
    const take = (types: string[], read: (body: Buffer, request: FastifyRequest) => PictureSource) => {
      for (const type of types) {
        const bodyLimit = largestBody({ headers: { 'content-type': type } }, settings)
        app.addContentTypeParser(
          type,
          { parseAs: 'buffer', bodyLimit },
          async (request: FastifyRequest, body: Buffer) => {
            const source = read(body, request)
            if ('bytes' in source && source.more === undefined) gate.shrink(request, source.bytes.length)
            return source
          },
        )
      }
    }
    take(['application/json'], (body, { routeOptions }) =>
      readJsonBody(body, settings, routeOptions.config.withPicture?.fields),
    )
    take([...PICTURE_MEDIA_TYPES], readBinaryBody)
    take([FILM_MEDIA_TYPE], (body, request) => {
      if (!request.routeOptions.config.withPicture?.film || sourceOf(request) !== 'camera')
        throw new BadCall(
          'UNSUPPORTED_MEDIA_TYPE',
          'Only the hosted page can send a film, of a document in front of its camera.',
        )
      return readFilmBody(body, settings)
    })

    const picture = async <Answer>(
      request: FastifyRequest,
      submit: (picture: Uint8Array, signal: AbortSignal) => Promise<Answer>,
    ) =>
      answerFaults(context, request, () =>
        gate.work(request, async (signal) => {
          const source = request.body as PictureSource | undefined
          if (source && 'url' in source) await gate.room(request, settings.maxImageBytes)
          const bytes = await readPicture(source, guard, settings)
          return submit(bytes, signal)
        }),
      )

    const refuseFromPage = async (enrolment: FoundEnrolment, source: CaptureSource) => {
      const found = await readEnrolment(ports, enrolment)
      if (!found.ok) throw new EnrolmentClosed(found.refusal)
      const { session, tenant } = found.value
      const obstacle = selfieObstacle(session, tenant.settings, source)
      if (obstacle) throw new BadCall('BAD_REQUEST', OBSTACLES[obstacle])
    }

    const refusal: PictureRoutes['refusal'] = async (request, step, outcome) => {
      const { hints, marks, mayGoToReviewer } = outcome
      const answer = refused(unlessClosed(outcome.refusal), hints, marks, mayGoToReviewer)
      await countReason(context, request, enrolmentOf(request), step, answer)
      return answer
    }

    const shared: PictureRoutes = { enrolmentOf, picture, refuseFromPage, sourceOf, refusal }
    for (const feature of features)
      for (const { path, ...route } of (await feature.pictureRoutes?.(context, shared)) ?? []) app.post(path, route)
    app.post('/reviewer', reviewerRoute(context, shared))
  }

const OBSTACLES = {
  CONSENT_MISSING: 'The hosted page asks for consent before it sends a face.',
  CAMERA_WANTED: 'In live mode the hosted page takes selfies with the camera only.',
}

/** The hosted page's report about itself; a caller who says nothing sends over the API. */
function sourceOf({ headers }: FastifyRequest): CaptureSource {
  const said = headers[CAPTURE_HEADER]
  if (said === undefined) return 'api'
  const source = PAGE_SOURCES.find((each) => each === said)
  if (!source) throw new BadCall('BAD_REQUEST', `${CAPTURE_HEADER} needs one of ${PAGE_SOURCES.join(', ')}.`)
  return source
}

const NOT_OFFERED = `A picture may go to a reviewer once ${REVIEWER_FROM} of its part were refused, or once a good one showed a card whose issuer is unknown, while that part is expected and if the tenant’s settings allow it.`

/** Ours: a picture that was refused repeatedly goes to a reviewer as it is. */
function reviewerRoute(context: HttpContext, helpers: PictureRoutes): RouteShorthandOptionsWithHandler {
  const { ports, settings } = context
  const { enrolmentOf, picture, refuseFromPage, sourceOf } = helpers

  const answerOf = async (request: FastifyRequest, part: Part, went: WentToReviewer) => {
    if (went.taken) {
      if (went.isFirst) await countStep(context, request, enrolmentOf(request), PART_WORDS[part])
      return { hasError: false, sentToReviewer: false }
    }
    const { returnUrl, theme, seconds } = went.completed
    await countStep(context, request, enrolmentOf(request), 'completed', seconds === undefined ? {} : { seconds })
    const customerReturnUrl = returnUrl ?? finishedUrl(settings.baseUrl, enrolmentOf(request).tenant, theme)
    return { hasError: false, sentToReviewer: true, customerReturnUrl }
  }

  return {
    config: { errors: 'hasError', holdsOwnBody: true },
    validatorCompiler: () => () => true, // the content-type parsers have checked every byte, and the query is read below
    schema: {
      operationId: 'sendToReviewer',
      tags: ['Enrolment'],
      summary: 'Send a refused picture to a reviewer',
      description: `A way to finish after ${REVIEWER_FROM} refusals of one picture, or one of a card whose issuer is unknown, if the tenant allows it: the picture is stored as it is, the session ends with the evidence it has, and a reviewer decides. A picture that can be read after all is accepted like any other, and the session continues.`,
      querystring: ReviewerQuery,
      ...pictureBody(PictureRequest),
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
  if (!part) throw new BadCall('BAD_REQUEST', `of needs one of ${PARTS.join(', ')}.`)
  return part
}
