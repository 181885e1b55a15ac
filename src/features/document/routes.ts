import { ref } from '../../kernel/contract/schema.ts'
import { readCameraReport, readCorners } from '../../kernel/evidence/capture-input.ts'
import { DocumentResponse, PictureRequest } from '../../kernel/evidence/contract/pictures.ts'
import type { PictureSource } from '../../kernel/evidence/image-input.ts'
import { type PictureRoute, type PictureRoutes, pictureBody } from '../../kernel/evidence/picture-routes.ts'
import { hintsOf } from '../../kernel/evidence/present-picture.ts'
import { countStep } from '../../kernel/figures/count-funnel.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { enrolmentErrors } from '../../kernel/http/responses.ts'
import { PART_WORDS } from '../../kernel/session/session-words.ts'
import { type SubmittedPage, submitDocument } from './submit-document.ts'

export const documentRoute = (
  context: HttpContext,
  { enrolmentOf, picture, sourceOf, refusal }: PictureRoutes,
): PictureRoute => ({
  path: '/document',
  config: { errors: 'hasError', holdsOwnBody: true, withPicture: { film: true } },
  validatorCompiler: () => () => true, // the content-type parsers have checked every byte
  schema: {
    operationId: 'submitDocument',
    tags: ['Enrolment'],
    summary: 'Submit one side of the document',
    description:
      'Reads one side of an identity document. A two-sided document takes two calls, the front first; a side sent again replaces the earlier one.',
    ...pictureBody(PictureRequest),
    response: { 200: ref(DocumentResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
  },
  handler: (request) =>
    picture(request, async (bytes, signal) => {
      const { ports, settings } = context
      const source = sourceOf(request)
      const { film } = request.body as PictureSource
      const enrolment = enrolmentOf(request)
      const camera = source === 'camera' ? readCameraReport(request) : undefined
      const sent = { picture: bytes, source, film, camera, corners: readCorners(request) }
      const outcome = await submitDocument(ports, enrolment, sent, { validDays: settings.sessionDays, signal })
      if (!outcome.ok) return refusal(request, 'document', outcome)
      const { page, isFirst } = outcome.value
      if (isFirst) await countStep(context, request, enrolment, PART_WORDS[page.side])
      return accepted(outcome.value)
    }),
})

const accepted = ({ page, marks, expired }: SubmittedPage): DocumentResponse => ({
  hasError: false,
  isTwoSideDocument: page.twoSided,
  pageSide: page.side,
  ...(page.country === undefined ? {} : { country: page.country }),
  type: page.type,
  ...hintsOf(page.hints, marks),
  ...(expired && { expired }),
})
