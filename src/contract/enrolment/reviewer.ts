import { type Static, Type } from 'typebox'
import { PARTS } from '../../domain/vocabulary.ts'
import { words } from '../schema.ts'

/** Ours: the way on for somebody whose pictures are refused over and over. */
export const ReviewerQuery = Type.Object(
  { of: words(PARTS, { description: 'What the picture is of: the side that is wanted now, or the selfie.' }) },
  { additionalProperties: false },
)
export type ReviewerQuery = Static<typeof ReviewerQuery>

export const ReviewerResponse = Type.Object(
  {
    hasError: Type.Boolean({ description: 'True on an error, false when the picture was kept.' }),
    error: Type.Optional(words(['SESSION_ALREADY_COMPLETED', 'INTERNAL_ERROR'])),
    sentToReviewer: Type.Optional(
      Type.Boolean({
        description:
          'True when it went to a reviewer and the session has ended. False when it could be read after all: it was taken as any other, and the session goes on.',
      }),
    ),
    customerReturnUrl: Type.Optional(
      Type.String({ description: 'The page to show the person now that the process has ended.' }),
    ),
  },
  {
    $id: 'ReviewerResponse',
    description: 'What became of a refused picture that was sent for a reviewer to look at.',
    examples: [
      { hasError: false, sentToReviewer: true, customerReturnUrl: 'https://shop.example/welcome' },
      { hasError: false, sentToReviewer: false },
      { hasError: true, error: 'SESSION_ALREADY_COMPLETED' },
    ],
  },
)
export type ReviewerResponse = Static<typeof ReviewerResponse>
