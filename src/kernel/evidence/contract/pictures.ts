import { type Static, Type } from 'typebox'
import { DOCUMENT_TYPES, PAGE_SIDES } from '../../../formats/document-words.ts'
import { HINTS } from '../../../formats/hints.ts'
import { DOCUMENT_REFUSALS, FACE_REFUSALS } from '../../../vision/refusals.ts'
import { country, LONGEST_PICTURE, late, ref, words } from '../../contract/schema.ts'
import { PARTS } from '../../session/session-words.ts'
import { selfieFields } from './selfie-fields.ts'

/** The media types a picture may be sent as, in addition to JSON. The bytes themselves say what it is. */
export const PICTURE_MEDIA_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/octet-stream',
] as const

export const PictureRequest = Type.Object(
  {
    imageBase: Type.String({
      minLength: 1,
      maxLength: LONGEST_PICTURE,
      description:
        'The picture as Base64 text (with or without a data-URL prefix) or an https URL of it. JPEG, PNG, WebP, HEIC or HEIF; at most 10 MB of picture bytes and 50 megapixels.',
      examples: ['/9j/4AAQSkZJRgABAQAAAQABAAD…', 'https://shop.example/pictures/front.jpg'],
    }),
  },
  { $id: 'PictureRequest', description: 'A picture, as text.' },
)
export type PictureRequest = Static<typeof PictureRequest>

const share = { minimum: 0, maximum: 1 }

/** Where in the picture a hint is located. */
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
    description: 'Where a hint is located, as shares of the picture as it was sent, upright.',
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
          'What could be better in the picture, most urgent first; absent when there is nothing. With a refusal, what to correct.',
      }),
    ),
    marks: Type.Optional(
      Type.Array(ref(HintMark), { description: 'The places of the hints that have one; an addition.' }),
    ),
    expired: Type.Optional(
      Type.Object(
        {
          on: Type.String({ format: 'date', description: 'The last day on which the document was valid.' }),
          isRejected: Type.Boolean({ description: 'Whether the policy rejects it for that reason.' }),
        },
        { description: 'Present if the accepted document has expired; an addition.' },
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
    description: 'The result of a picture of a document side.',
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

export const FaceRequest = late('FaceRequest', () =>
  Type.Object(
    {
      ...PictureRequest.properties,
      ...Object.fromEntries(selfieFields.parts().map(({ name, schema }) => [name, Type.Optional(schema)])),
    },
    { $id: 'FaceRequest', description: 'A selfie, as text, with the frames of a challenge if one was issued.' },
  ),
)

/** Specification 2.3. */
export const FaceResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True when the picture was refused, false when it was accepted.' }),
    error: Type.Optional(words(FACE_REFUSALS, { description: 'Present when hasError is true.' })),
    challenge: Type.Optional(
      words(['PASSED', 'NOT_PASSED'], {
        description:
          'The result of the challenge that came with it. The selfie is stored either way; request a new challenge to try again.',
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
    description: 'The result of a selfie.',
    examples: [{ hasError: false }, { hasError: true, error: 'FACE_TOO_SMALL' }],
  },
)
export type FaceResponse = Static<typeof FaceResponse>

/** Ours: a way out for somebody whose pictures are refused repeatedly. */
export const ReviewerQuery = Type.Object(
  { of: words(PARTS, { description: 'The subject of the picture: the side that is expected now, or the selfie.' }) },
  { additionalProperties: false },
)
export type ReviewerQuery = Static<typeof ReviewerQuery>

export const ReviewerResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True on an error, false when the picture was stored.' }),
    error: Type.Optional(words(['SESSION_ALREADY_COMPLETED', 'INTERNAL_ERROR'])),
    sentToReviewer: Type.Optional(
      Type.Boolean({
        description:
          'True when it went to a reviewer and the session has ended. False when it could be read after all: it was accepted like any other, and the session continues.',
      }),
    ),
    customerReturnUrl: Type.Optional(
      Type.String({ description: 'The page to show the person now that the process has ended.' }),
    ),
  },
  {
    $id: 'ReviewerResponse',
    description: 'The result of sending a refused picture to a reviewer.',
    examples: [
      { hasError: false, sentToReviewer: true, customerReturnUrl: 'https://shop.example/welcome' },
      { hasError: false, sentToReviewer: false },
      { hasError: true, error: 'SESSION_ALREADY_COMPLETED' },
    ],
  },
)
export type ReviewerResponse = Static<typeof ReviewerResponse>
