import { type Static, Type } from 'typebox'
import { FACE_REFUSALS, HINTS } from '../../domain/vocabulary.ts'
import { ref, words } from '../schema.ts'
import { ChallengeFrames } from './challenge.ts'
import { PictureRequest } from './picture.ts'

export const FaceRequest = Type.Object(
  { ...PictureRequest.properties, challenge: Type.Optional(ref(ChallengeFrames)) },
  { $id: 'FaceRequest', description: 'A selfie, as text, with the frames of a challenge where one was drawn.' },
)
export type FaceRequest = Static<typeof FaceRequest>

/** Specification 2.3. */
export const FaceResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when the picture was refused, false when it was accepted.' }),
    error: Type.Optional(words(FACE_REFUSALS, { description: 'Present when hasError is true.' })),
    challenge: Type.Optional(
      words(['PASSED', 'NOT_PASSED'], {
        description:
          'What became of the challenge that came with it. The selfie is kept either way; draw again to try again.',
      }),
    ),
    hints: Type.Optional(
      Type.Array(words(HINTS), { description: 'What could be better in the picture; absent when there is nothing.' }),
    ),
    mayGoToReviewer: Type.Optional(
      Type.Boolean({
        description:
          'With a refusal: true when the picture may go to a reviewer as it is (`POST /api/v1/enrolment/reviewer`); an addition.',
      }),
    ),
  },
  {
    $id: 'FaceResponse',
    description: 'What became of a selfie.',
    examples: [{ hasError: false }, { hasError: true, error: 'FACE_TOO_SMALL' }],
  },
)
export type FaceResponse = Static<typeof FaceResponse>
