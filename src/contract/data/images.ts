import { type Static, Type } from 'typebox'
import { CHIP_IMAGES, CREDENTIAL_IMAGES, DOCUMENT_IMAGES, FACE_IMAGES } from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

/** Specification 2.9. */
export const ImagesResponse = Type.Object(
  {
    document: Type.Array(words(DOCUMENT_IMAGES), { description: 'Names of the document images.' }),
    face: Type.Array(words(FACE_IMAGES), { description: 'Names of the face images.' }),
    chip: Type.Optional(
      Type.Array(words(CHIP_IMAGES), { description: 'Names of the images of the chip; present where one was read.' }),
    ),
    credential: Type.Optional(
      Type.Array(words(CREDENTIAL_IMAGES), {
        description: 'Names of the images of a wallet’s credential; present where one came.',
      }),
    ),
  },
  {
    $id: 'ImagesResponse',
    examples: [
      {
        document: ['original_FRONT', 'original_normalized_FRONT', 'primary_face'],
        face: ['face_original', 'face_cropped'],
      },
    ],
  },
)
export type ImagesResponse = Static<typeof ImagesResponse>
