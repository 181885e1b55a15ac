import { type Static, Type } from 'typebox'
import { DOCUMENT_REFUSALS, DOCUMENT_TYPES, HINTS, PAGE_SIDES } from '../../domain/vocabulary.ts'
import { country, words } from '../schema.ts'

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
      Type.Array(words(HINTS), { description: 'What could be better in the picture; absent when there is nothing.' }),
    ),
  },
  {
    $id: 'DocumentResponse',
    description: 'What became of a picture of a document side.',
    examples: [
      { hasError: false, isTwoSideDocument: true, pageSide: 'FRONT', country: 'UTO', type: 'IDENTITY_CARD' },
      { hasError: true, error: 'DOCUMENT_NOT_RECOGNIZED', hints: ['BLURRED'] },
    ],
  },
)
export type DocumentResponse = Static<typeof DocumentResponse>
