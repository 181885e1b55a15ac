import { type Static, Type } from 'typebox'
import { DOCUMENT_REFUSALS, DOCUMENT_TYPES, HINTS, PAGE_SIDES } from '../../domain/vocabulary.ts'
import { country, ref, words } from '../schema.ts'

const share = { minimum: 0, maximum: 1 }

/** Where in the picture a hint shows. */
export const HintMark = Type.Object(
  {
    hint: words(HINTS),
    x: Type.Number(share),
    y: Type.Number(share),
    width: Type.Number(share),
    height: Type.Number(share),
  },
  {
    $id: 'HintMark',
    description: 'Where a hint shows, in shares of the picture as it was sent, upright.',
    examples: [{ hint: 'GLARE', x: 0.41, y: 0.3, width: 0.12, height: 0.08 }],
  },
)
export type HintMark = Static<typeof HintMark>

/** Specification 2.2. */
export const DocumentResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when the picture was refused, false when it was accepted.' }),
    error: Type.Optional(words(DOCUMENT_REFUSALS, { description: 'Present when hasError is true.' })),
    isTwoSideDocument: Type.Optional(
      Type.Boolean({
        description: 'True for documents with two sides (identity card, driver licence), false for a passport.',
      }),
    ),
    pageSide: Type.Optional(words(PAGE_SIDES, { description: 'The side that was read.' })),
    country: Type.Optional(country()),
    type: Type.Optional(words(DOCUMENT_TYPES, { description: 'Document type.' })),
    hints: Type.Optional(
      Type.Array(words(HINTS), {
        description:
          'What could be better in the picture, most urgent first; absent when there is nothing. With a refusal, what to mend.',
      }),
    ),
    marks: Type.Optional(
      Type.Array(ref(HintMark), { description: 'Where the hints show that have a place; an addition.' }),
    ),
    expired: Type.Optional(
      Type.Object(
        {
          on: Type.String({ format: 'date', description: 'The last day on which the document was valid.' }),
          isRejected: Type.Boolean({ description: 'Whether the policy rejects it for that.' }),
        },
        { description: 'Present where the document that was accepted is out of date; an addition.' },
      ),
    ),
    mayGoToReviewer: Type.Optional(
      Type.Boolean({
        description:
          'With a refusal: true when the picture may go to a reviewer as it is (`POST /api/v1/enrolment/reviewer`); an addition.',
      }),
    ),
  },
  {
    $id: 'DocumentResponse',
    description: 'What became of a picture of a document side.',
    examples: [
      { hasError: false, isTwoSideDocument: true, pageSide: 'FRONT', country: 'UTO', type: 'IDENTITY_CARD' },
      {
        hasError: false,
        isTwoSideDocument: false,
        pageSide: 'FRONT',
        country: 'UTO',
        type: 'PASSPORT',
        expired: { on: '2024-04-15', isRejected: true },
      },
      { hasError: true, error: 'DOCUMENT_NOT_RECOGNIZED', hints: ['BLURRED'] },
      {
        hasError: true,
        error: 'DOCUMENT_NOT_RECOGNIZED',
        hints: ['CUT_OFF'],
        marks: [{ hint: 'CUT_OFF', x: 0, y: 0.2, width: 0.04, height: 0.5 }],
      },
      { hasError: true, error: 'WRONG_SIDE', hints: ['OTHER_DOCUMENT'] },
    ],
  },
)
export type DocumentResponse = Static<typeof DocumentResponse>
