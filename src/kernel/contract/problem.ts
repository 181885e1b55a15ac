import { type Static, Type } from 'typebox'
import { AGAINST_CODES } from '../decision/finding-codes.ts'
import { STATUSES } from '../session/session-words.ts'
import { words } from './schema.ts'

/** The stable codes of problem answers: status and meaning of each. */
export const PROBLEMS = {
  BAD_REQUEST: [400, 'The request does not fit the contract; `detail` says where.'],
  UNAUTHORIZED: [401, 'Username or password are missing or wrong.'],
  SIGN_IN_REQUIRED: [401, 'Nobody is signed in to the console, or the sign-in was refused.'],
  SECOND_FACTOR_NEEDED: [401, 'The password is right; the code of the second factor is missing.'],
  FORBIDDEN: [403, 'These credentials may not do this.'],
  NOT_FOUND: [404, 'It does not exist, is not yours, or was deleted.'],
  METHOD_NOT_ALLOWED: [405, 'This address does not support the method; see the Allow header.'],
  REQUEST_TIMEOUT: [408, 'The body arrives too slowly, or not at all; send it again.'],
  RESULTS_NOT_READY: [409, 'The session is not in a final state; `sessionStatus` says which state it is in.'],
  SESSION_ALREADY_EXISTS: [409, 'This sessionId was initialised before, with another body.'],
  SESSION_ALREADY_COMPLETED: [409, 'This sessionId belongs to a completed session.'],
  SESSION_EXPIRED: [409, 'This sessionId belongs to an expired session.'],
  SESSION_DELETED: [409, 'This sessionId belongs to a deleted session.'],
  PERSON_UNAVAILABLE: [409, 'The session of `personOf` cannot be used to recognise the person; `detail` says why.'],
  CREDENTIAL_UNAVAILABLE: [
    409,
    'The session is not approved or has no name, or its credential was revoked: no credential can be offered.',
  ],
  NOT_WAITING_FOR_REVIEW: [409, 'The session does not wait for a reviewer; `sessionStatus` says in which state it is.'],
  CASE_CLAIMED: [409, 'Another reviewer is working on this case; `detail` says who.'],
  CASE_CHANGED: [409, 'The case is no longer what you have seen; `changes` says what is new. Look at it again.'],
  SECOND_PERSON_NEEDED: [
    409,
    'You have given your opinion on this case, or have had the link to send its pictures; another reviewer must decide.',
  ],
  FINDINGS_NOT_NAMED: [
    409,
    'Something speaks against an approval: `against` lists it. Name every code of it in the verdict, with your reason.',
  ],
  TOO_MANY_NEW_PICTURES: [409, 'Three new pictures were asked for in this session already; that is the maximum.'],
  TOO_LATE_TO_UNDO: [409, 'You can no longer undo anything here.'],
  CONFLICT: [409, 'Somebody else changed this at the same time; read it again and retry.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is over the limit.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This address does not accept the media type of the body.'],
  TOO_MANY_REQUESTS: [429, 'Wait as long as the Retry-After header says.'],
  INTERNAL_ERROR: [500, 'A fault of the service; the log has it under the request id.'],
  SERVICE_UNAVAILABLE: [503, 'Busy or starting; try again after the time of the Retry-After header.'],
} as const
export type ProblemCode = keyof typeof PROBLEMS

export const CaseChange = Type.Object({
  atUtc: Type.String({ format: 'date-time' }),
  actor: Type.String({ description: 'Who did it; `token` means the person.' }),
  action: Type.String({ description: 'The name of the action in the audit log.' }),
})
export type CaseChange = Static<typeof CaseChange>

export const AgainstFinding = Type.Object({
  code: words(AGAINST_CODES, { description: 'What a verdict names in `against`.' }),
  reason: Type.String({ description: 'What was found, in words.' }),
})
export type AgainstFinding = Static<typeof AgainstFinding>

/** RFC 9457. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Where the code is explained.' }),
    title: Type.String({ description: 'The meaning of the code.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    code: words(Object.keys(PROBLEMS) as ProblemCode[], { description: 'Stable; switch on this.' }),
    detail: Type.Optional(Type.String({ description: 'What was wrong with this request.' })),
    sessionStatus: Type.Optional(words(STATUSES, { description: 'With RESULTS_NOT_READY: the status as of now.' })),
    version: Type.Optional(Type.String({ description: 'With CASE_CHANGED: the present version of the case.' })),
    changes: Type.Optional(
      Type.Array(CaseChange, {
        description: 'With CASE_CHANGED: what others did since you last looked, oldest first.',
      }),
    ),
    against: Type.Optional(
      Type.Array(AgainstFinding, { description: 'With FINDINGS_NOT_NAMED: what speaks against an approval.' }),
    ),
    requestId: Type.String({ description: 'The same as the header x-request-id.' }),
  },
  {
    $id: 'Problem',
    description: 'RFC 9457 problem details.',
    examples: [
      {
        type: '/docs#RESULTS_NOT_READY',
        title: 'The session is not in a final state; `sessionStatus` says which state it is in.',
        status: 409,
        code: 'RESULTS_NOT_READY',
        sessionStatus: 'PENDING',
        requestId: '0b9f0d9e-54d4-4d0c-8f83-3a1f0d6cf5b1',
      },
    ],
  },
)
export type Problem = Static<typeof Problem>
