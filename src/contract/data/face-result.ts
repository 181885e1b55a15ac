import { type Static, Type } from 'typebox'
import { FACE_IMAGES } from '../../domain/vocabulary.ts'
import { score, words } from '../schema.ts'

/** Specification 2.8. */
export const FaceResult = Type.Object(
  {
    passiveLivenessScore: Type.Optional(
      score('0 to 50: the face is not live; over 50: it is. Absent when it could not be computed.'),
    ),
    verificationScore: Type.Optional(
      score(
        'Portrait of the document against the selfie. 0 to 50: no match; over 50: match. Absent when it could not be computed.',
      ),
    ),
    availableImages: Type.Array(words(FACE_IMAGES), { description: 'Names of the face images.' }),
    age: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'Estimated age in years; null when switched off or not computed.',
      examples: [34],
    }),
    gender: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: -10_000,
      maximum: 10_000,
      description: 'From −10,000 (male) to 10,000 (female), 0 undecided; null when switched off or not computed.',
      examples: [-9200],
    }),
  },
  { $id: 'FaceResult' },
)
export type FaceResult = Static<typeof FaceResult>
