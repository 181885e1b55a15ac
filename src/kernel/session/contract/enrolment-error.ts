import { type Static, Type } from 'typebox'
import { words } from '../../contract/schema.ts'

/** Errors of the enrolment endpoints that are not refusals of a picture; they come with a status other than 200. */
const ENROLMENT_ERRORS = [
  'BAD_REQUEST',
  'SESSION_UNAUTHORIZED',
  'SESSION_EXPIRED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_ERROR',
] as const
export type EnrolmentErrorCode = (typeof ENROLMENT_ERRORS)[number]

export const EnrolmentError = Type.Object(
  {
    hasError: Type.Literal(true),
    error: words(ENROLMENT_ERRORS),
    message: Type.Optional(Type.String({ description: 'For the developer: what was wrong and what to change.' })),
  },
  {
    $id: 'EnrolmentError',
    description: 'An enrolment call that was not accepted.',
    examples: [{ hasError: true, error: 'SESSION_UNAUTHORIZED' }],
  },
)
export type EnrolmentError = Static<typeof EnrolmentError>
