import { ref } from '../../kernel/contract/schema.ts'
import { readCameraReport } from '../../kernel/evidence/capture-input.ts'
import { FaceRequest, FaceResponse } from '../../kernel/evidence/contract/pictures.ts'
import { selfieFields } from '../../kernel/evidence/contract/selfie-fields.ts'
import type { PictureSource } from '../../kernel/evidence/image-input.ts'
import { type PictureRoute, type PictureRoutes, pictureBody } from '../../kernel/evidence/picture-routes.ts'
import { hintsOf } from '../../kernel/evidence/present-picture.ts'
import { type SentCompanion, selfieCompanions } from '../../kernel/evidence/selfie-companion.ts'
import { countStep } from '../../kernel/figures/count-funnel.ts'
import type { HttpContext } from '../../kernel/http/context.ts'
import { enrolmentErrors } from '../../kernel/http/responses.ts'
import { submitFace } from './submit-face.ts'

export const faceRoute = (
  context: HttpContext,
  { enrolmentOf, picture, refuseFromPage, sourceOf, refusal }: PictureRoutes,
): PictureRoute => ({
  path: '/face',
  config: {
    errors: 'hasError',
    holdsOwnBody: true,
    withPicture: { fields: selfieFields.parts().map(({ name }) => name) },
  },
  validatorCompiler: () => () => true, // the content-type parsers have checked every byte
  schema: {
    operationId: 'submitFace',
    tags: ['Enrolment'],
    summary: 'Submit the selfie',
    description:
      "Reads a picture of the person's face, with the frames of a challenge if one was issued. Sent again, it replaces the earlier one.",
    ...pictureBody(FaceRequest),
    response: { 200: ref(FaceResponse), ...enrolmentErrors(400, 401, 408, 410, 413, 415, 429, 503) },
  },
  handler: (request) =>
    picture(request, async (bytes, signal) => {
      const { ports, settings } = context
      const source = sourceOf(request)
      const enrolment = enrolmentOf(request)
      const { forPage } = enrolment
      if (source !== 'api' || forPage) await refuseFromPage(enrolment, source)
      const companion = companionOf(request.body as PictureSource, bytes)
      const camera = source === 'camera' ? readCameraReport(request) : undefined
      const sent = { picture: bytes, source, forPage, companion, camera }
      const outcome = await submitFace(ports, enrolment, sent, { validDays: settings.sessionDays, signal })
      if (!outcome.ok) return refusal(request, 'selfie', outcome)
      const { hints, answer, isFirst } = outcome.value
      if (isFirst) await countStep(context, request, enrolment, 'selfie')
      return { hasError: false, ...answer, ...hintsOf(hints) }
    }),
})

/** What came with the selfie, validated. */
function companionOf({ more = {} }: PictureSource, picture: Uint8Array): SentCompanion | undefined {
  const sent = selfieCompanions.parts().find(({ field }) => (more[field.name] ?? undefined) !== undefined)
  return sent?.read(more[sent.field.name], picture)
}
