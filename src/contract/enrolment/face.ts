import { type Static, Type } from 'typebox'
import { FACE_REFUSALS, HINTS } from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

/** Specification 2.3. */
export const FaceResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when the picture was refused, false when it was accepted.' }),
    error: Type.Optional(words(FACE_REFUSALS, { description: 'Present when hasError is true.' })),
    hints: Type.Optional(
      Type.Array(words(HINTS), { description: 'What could be better in the picture; absent when there is nothing.' }),
    ),
  },
  {
    $id: 'FaceResponse',
    description: 'What became of a selfie.',
    examples: [{ hasError: false }, { hasError: true, error: 'FACE_TOO_SMALL' }],
  },
)
export type FaceResponse = Static<typeof FaceResponse>
