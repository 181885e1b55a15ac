import type { FaceRequest } from '../../../contract/enrolment/face.ts'
import { PICTURE_MEDIA_TYPES, type PictureRequest } from '../../../contract/enrolment/picture.ts'
import { ref } from '../../../contract/schema.ts'

const binary = { schema: { type: 'string', format: 'binary' } }

/** A picture as text in JSON, or as the body itself. */
export const bodySchema = (json: typeof PictureRequest | typeof FaceRequest) => ({
  security: [{ bearer: [] }],
  body: {
    content: {
      'application/json': { schema: ref(json) },
      ...Object.fromEntries(PICTURE_MEDIA_TYPES.map((mediaType) => [mediaType, binary])),
    },
  },
})
