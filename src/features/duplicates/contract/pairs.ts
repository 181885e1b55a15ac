import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, VISUAL_FIELDS } from '../../../formats/document-words.ts'
import { EyePoints } from '../../../kernel/contract/place.ts'
import { country, ref, score, words } from '../../../kernel/contract/schema.ts'
import { STATUSES } from '../../../kernel/session/session-words.ts'
import { PAIR_ANSWERS, PAIR_REASONS } from '../../../kernel/vocabulary.ts'

const utc = (description: string) => Type.String({ format: 'date-time', description })
const PORTRAITS = ['primary_face', 'chip_face', 'credential_face'] as const
const SELFIES = ['face_cropped', 'face_original'] as const

const answer = words(PAIR_ANSWERS, {
  description: 'same: one person; alike: two people who look alike, such as twins; other: two people.',
})

export const PairAnswerRequest = Type.Object(
  { answer, reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S', description: 'Why, in words.' }) },
  {
    $id: 'PairAnswerRequest',
    additionalProperties: false,
    examples: [
      { answer: 'alike', reason: 'Twins: both documents state the same date of birth and other given names.' },
    ],
  },
)
export type PairAnswerRequest = Static<typeof PairAnswerRequest>

const pairFields = {
  sessionId: Type.String({ format: 'uuid', description: 'The other session.' }),
  by: Type.Array(words(PAIR_REASONS), { description: 'What the two have in common.' }),
  isSettled: Type.Boolean({
    description:
      'Before this session was decided, a reviewer said that the faces belong to two people: the face was not a reason.',
  }),
  answer: Type.Optional(
    Type.Object(
      {
        answer,
        reason: Type.String(),
        by: Type.String({ description: 'The reviewer.' }),
        atUtc: utc('When the answer was given.'),
      },
      { description: 'The latest answer about the two.' },
    ),
  ),
}

const PairView = Type.Object(pairFields)
export type PairView = Static<typeof PairView>

/** As a case lists it: with whose session the other one is. */
export const CasePairView = Type.Object({
  ...pairFields,
  name: Type.Optional(Type.String()),
  thumbnail: Type.Optional(Type.String()),
})
export type CasePairView = Static<typeof CasePairView>

export const PairListResponse = Type.Object({ duplicates: Type.Array(PairView) }, { $id: 'PairListResponse' })
export type PairListResponse = Static<typeof PairListResponse>

const eyes = Type.Optional(Type.Object(EyePoints.properties, { description: 'As shares of the picture.' }))

export const PairSide = Type.Object(
  {
    sessionId: Type.String({ format: 'uuid' }),
    status: words(STATUSES),
    createdUtc: utc('When the session was opened.'),
    completedUtc: Type.Optional(utc('When it was completed.')),
    externalId: Type.Optional(Type.String()),
    documentName: Type.Optional(Type.String()),
    documentType: Type.Optional(words(DOCUMENT_TYPES)),
    country: Type.Optional(country()),
    portrait: Type.Optional(
      Type.Object({ image: words(PORTRAITS), eyes }, { description: 'The portrait of the document.' }),
    ),
    selfie: Type.Optional(Type.Object({ image: words(SELFIES), eyes })),
  },
  { $id: 'PairSide' },
)
export type PairSide = Static<typeof PairSide>

export const PairResponse = Type.Object(
  {
    ...pairFields,
    here: ref(PairSide, { description: 'The present case.' }),
    there: ref(PairSide, { description: 'The other session.' }),
    faceScore: Type.Optional(score('How alike the two selfies are; absent if a face was erased or none was read.')),
    fields: Type.Array(
      Type.Object({
        name: words(VISUAL_FIELDS),
        here: Type.Optional(Type.String()),
        there: Type.Optional(Type.String()),
        agrees: Type.Optional(Type.Boolean({ description: 'Absent if only one of the two states it.' })),
      }),
      { description: 'What the two documents state, field by field.' },
    ),
  },
  { $id: 'PairResponse' },
)
export type PairResponse = Static<typeof PairResponse>

declare module '../../../kernel/feature-types.ts' {
  interface CaseFields {
    /** Other sessions with its document or face. */
    duplicates?: CasePairView[]
    /** Sessions in which a picture of this one was sent before. */
    sentIn?: { sessionId: string; name?: string }[]
  }
}

export const caseDuplicates = {
  duplicates: Type.Array(CasePairView),
  sentIn: Type.Array(Type.Object({ sessionId: Type.String(), name: Type.Optional(Type.String()) })),
}
