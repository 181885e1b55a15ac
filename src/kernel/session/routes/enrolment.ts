import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, RouteShorthandOptionsWithHandler } from 'fastify'
import { submitDocument } from '../../../features/document/submit-document.ts'
import { submitFace } from '../../../features/selfie/submit-face.ts'
import type { DocumentRefusal, FaceRefusal } from '../../../vision/refusals.ts'
import { bearerAuth, type TokenHolder } from '../../accounts/auth/auth.ts'
import { ref } from '../../contract/schema.ts'
import { readCameraReport, readChallengeFrames, readCorners } from '../../evidence/capture-input.ts'
import type { CaptureSource } from '../../evidence/capture-words.ts'
import { CAPTURE_HEADER, FILM_MEDIA_TYPE, PAGE_SOURCES } from '../../evidence/contract/page-capture.ts'
import {
  DocumentResponse,
  FaceRequest,
  FaceResponse,
  PICTURE_MEDIA_TYPES,
  PictureRequest,
  ReviewerQuery,
  ReviewerResponse,
} from '../../evidence/contract/pictures.ts'
import {
  largestBody,
  type PictureSource,
  pictureTooLarge,
  readBinaryBody,
  readFilmBody,
  readJsonBody,
  readPicture,
} from '../../evidence/image-input.ts'
import { announcedBytes, SMALL_BODY, uploadGate } from '../../evidence/upload-gate.ts'
import { countReason, countStep } from '../../figures/count-funnel.ts'
import type { HttpContext } from '../../http/context.ts'
import { BadCall, EnrolmentClosed } from '../../http/problems.ts'
import { enrolmentErrors } from '../../http/responses.ts'
import { documentAccepted, faceAccepted, refused } from '../../results/present.ts'
import { sendToReviewer, type WentToReviewer } from '../../review/send-to-reviewer.ts'
import { REVIEWER_FROM } from '../../review/to-reviewer.ts'
import { selfieObstacle } from '../allowed.ts'
import type { ClosedRefusal, FoundEnrolment } from '../change-session.ts'
import type { CountedRefusal } from '../count-refusal.ts'
import { readEnrolment } from '../read-enrolment.ts'
import { PART_WORDS, PARTS, type Part } from '../session-words.ts'
import { finishedUrl } from '../who-asks.ts'
import { answerFaults, answerRefusal, unlessClosed } from './refusals.ts'

const binary = { schema: { type: 'string', format: 'binary' } }

/** A picture as text in JSON, or as the body itself. */
const bodySchema = (json: typeof PictureRequest | typeof FaceRequest) => ({
  security: [{ bearer: [] }],
  body: {
    content: {
      'application/json': { schema: ref(json) },
      ...Object.fromEntries(PICTURE_MEDIA_TYPES.map((mediaType) => [mediaType, binary])),
    },
  },
})

/** The two picture endpoints of specification 4.3. Bearer token; JSON, or the picture itself as the body. */
export const enrolmentRoutes = (context: HttpContext): FastifyPluginAsyncTypebox =>
  async function enrolment(app) {
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
            if ('bytes' in source && source.challenge === undefined) gate.shrink(request, source.bytes.length)
            return source
          },
        )
      }
    }
    take(['application/json'], (body, { routeOptions }) =>
      readJsonBody(body, settings, { takesChallenge: routeOptions.url?.endsWith('/face') === true }),
    )
    take([...PICTURE_MEDIA_TYPES], readBinaryBody)
    take([FILM_MEDIA_TYPE], (body, request) => {
      if (!request.routeOptions.url?.endsWith('/document') || sourceOf(request) !== 'camera')
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

    /**
     * What neither our own page nor the holder of its token may do. The page says how a picture was taken; an
     * integrator, with their own token, says nothing and has asked for consent themselves.
     */
    const refuseFromPage = async (enrolment: FoundEnrolment, source: CaptureSource) => {
      const found = await readEnrolment(ports, enrolment)
      if (!found.ok) throw new EnrolmentClosed(found.refusal)
      const { session, tenant } = found.value
      const obstacle = selfieObstacle(session, tenant.settings, source)
      if (obstacle) throw new BadCall('BAD_REQUEST', OBSTACLES[obstacle])
    }

    const counted = async <Answer extends { error?: string; hints?: string[] }>(
      request: FastifyRequest,
      step: 'document' | 'selfie',
      answer: Answer,
    ) => {
      await countReason(context, request, enrolmentOf(request), step, answer)
      return answer
    }

    app.post('/document', {
      config: { errors: 'hasError', holdsOwnBody: true },
      validatorCompiler: () => () => true, // the content-type parsers have checked every byte
      schema: {
        operationId: 'submitDocument',
        tags: ['Enrolment'],
        summary: 'Submit one side of the document',
        description:
          'Reads one side of an identity document. A two-sided document takes two calls, the front first; a side sent again replaces the earlier one.',
        ...bodySchema(PictureRequest),
        response: { 200: ref(DocumentResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: (request) =>
        picture(request, async (bytes, signal) => {
          const source = sourceOf(request)
          const { film } = request.body as PictureSource
          const enrolment = enrolmentOf(request)
          const camera = source === 'camera' ? readCameraReport(request) : undefined
          const sent = { picture: bytes, source, film, camera, corners: readCorners(request) }
          const outcome = await submitDocument(ports, enrolment, sent, { validDays: settings.sessionDays, signal })
          if (!outcome.ok) return counted(request, 'document', refusal(outcome))
          const { page, marks, isFirst, expired } = outcome.value
          if (isFirst) await countStep(context, request, enrolment, PART_WORDS[page.side])
          return documentAccepted(page, marks, expired)
        }),
    })

    app.post('/face', {
      config: { errors: 'hasError', holdsOwnBody: true },
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'submitFace',
        tags: ['Enrolment'],
        summary: 'Submit the selfie',
        description:
          "Reads a picture of the person's face, with the frames of a challenge if one was issued. Sent again, it replaces the earlier one.",
        ...bodySchema(FaceRequest),
        response: { 200: ref(FaceResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
      },
      handler: (request) =>
        picture(request, async (bytes, signal) => {
          const source = sourceOf(request)
          const { forPage } = enrolmentOf(request)
          if (source !== 'api' || forPage) await refuseFromPage(enrolmentOf(request), source)
          const challenge = readChallengeFrames((request.body as PictureSource).challenge)
          const camera = source === 'camera' ? readCameraReport(request) : undefined
          const sent = { picture: bytes, source, forPage, challenge, camera }
          const options = { validDays: settings.sessionDays, signal }
          const outcome = await submitFace(ports, enrolmentOf(request), sent, options)
          if (!outcome.ok) return counted(request, 'selfie', refusal(outcome))
          if (outcome.value.isFirst) await countStep(context, request, enrolmentOf(request), 'selfie')
          return faceAccepted(outcome.value)
        }),
    })

    app.post('/reviewer', reviewerRoute(context, { enrolmentOf, picture, refuseFromPage, sourceOf }))
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

function refusal<Refusal extends DocumentRefusal | FaceRefusal>(outcome: CountedRefusal<Refusal | ClosedRefusal>) {
  const { refusal, hints, marks, mayGoToReviewer } = outcome
  return refused(unlessClosed(refusal), hints, marks, mayGoToReviewer)
}

/** What it shares with the two picture endpoints. */
interface EnrolmentHelpers {
  enrolmentOf(request: FastifyRequest): TokenHolder
  picture<Answer>(
    request: FastifyRequest,
    submit: (picture: Uint8Array, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | object>
  refuseFromPage(enrolment: FoundEnrolment, source: CaptureSource): Promise<void>
  sourceOf(request: FastifyRequest): CaptureSource
}

const NOT_OFFERED = `A picture may go to a reviewer once ${REVIEWER_FROM} of its part were refused, or once a good one showed a card whose issuer is unknown, while that part is expected and if the tenant’s settings allow it.`

/** Ours: a picture that was refused repeatedly goes to a reviewer as it is. */
function reviewerRoute(context: HttpContext, helpers: EnrolmentHelpers): RouteShorthandOptionsWithHandler {
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
  if (!part) throw new BadCall('BAD_REQUEST', `of needs one of ${PARTS.join(', ')}.`)
  return part
}
