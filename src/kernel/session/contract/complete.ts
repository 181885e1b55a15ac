import { type Static, Type } from 'typebox'
import { words } from '../../contract/schema.ts'

export const COMPLETE_ERRORS = ['SESSION_ALREADY_COMPLETED', 'MISSING_DOCUMENT_AND_FACE', 'INTERNAL_ERROR'] as const
const MISSING_PARTS = ['document.FRONT', 'document.BACK', 'face', 'chip', 'credential', 'proof'] as const

/** Specification 2.4. */
export const CompleteResponse = Type.Object(
  {
    customerReturnUrl: Type.Optional(
      Type.String({ description: 'The page to show the person now that the process has ended. Present on success.' }),
    ),
    hasError: Type.Optional(
      Type.Boolean({ description: 'True when the session could not be completed; absent on success.' }),
    ),
    error: Type.Optional(words(COMPLETE_ERRORS, { description: 'Present when hasError is true.' })),
    missing: Type.Optional(
      Type.Array(words(MISSING_PARTS), {
        description:
          'What is still to be sent, with MISSING_DOCUMENT_AND_FACE. Only the hosted page gets `proof`, once: see `stepUp` of the session.',
      }),
    ),
  },
  {
    $id: 'CompleteResponse',
    examples: [
      { customerReturnUrl: 'https://shop.example/welcome' },
      { hasError: true, error: 'MISSING_DOCUMENT_AND_FACE', missing: ['document.BACK', 'face'] },
    ],
  },
)
export type CompleteResponse = Static<typeof CompleteResponse>
