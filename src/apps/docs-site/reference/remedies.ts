import type { ProblemCode } from '../../../kernel/contract/problem.ts'
import type { COMPLETE_ERRORS } from '../../../kernel/session/contract/complete.ts'
import type { EnrolmentErrorCode } from '../../../kernel/session/contract/enrolment-error.ts'
import type { DocumentRefusal, FaceRefusal } from '../../../vision/refusals.ts'

export type Code =
  | ProblemCode
  | EnrolmentErrorCode
  | DocumentRefusal
  | FaceRefusal
  | (typeof COMPLETE_ERRORS)[number]
  | 'TOO_MANY_CHALLENGES'

/** What the recipient of a code should do. */
export const REMEDIES: Record<Code, string> = {
  BAD_REQUEST: 'Correct the request as `detail` or `message` says; unchanged, it fails again.',
  UNAUTHORIZED: 'Check username and password of the credential, and that it was not revoked.',
  SESSION_UNAUTHORIZED:
    'The token is wrong, expired or replaced by another device’s. Initialise a new session, or send the same `sessionId` and body to `initialize` for a fresh token.',
  SIGN_IN_REQUIRED: 'Sign in at /console.',
  SECOND_FACTOR_NEEDED: 'Send the six digits with the same sign-in.',
  FORBIDDEN: 'Use a credential or an account with that right: sessions of another mode or tenant are never shown.',
  NOT_FOUND: 'Check the id and which credential opened the session. After a deletion the answer stays this.',
  METHOD_NOT_ALLOWED: 'Use a method of the `Allow` header.',
  REQUEST_TIMEOUT: 'Send the picture again over a better connection, or a smaller one.',
  RESULTS_NOT_READY: 'Wait for the webhook, or ask `status` once a minute; a reviewer may be working on it.',
  SESSION_ALREADY_EXISTS:
    'Choose another `sessionId`. The same body again would have been answered with the same session.',
  SESSION_ALREADY_COMPLETED: 'Read the results; nothing more can be sent. For another try initialise a new session.',
  SESSION_EXPIRED: 'Initialise a new session; this one took too long.',
  SESSION_DELETED: 'Choose another `sessionId`: a deleted session cannot be restored.',
  PERSON_UNAVAILABLE: 'Open a session with the flow `identity` instead of `returning`.',
  CREDENTIAL_UNAVAILABLE:
    'Wait until the session is approved. With only a selfie there is no name to state. After a revocation open a new session.',
  NOT_WAITING_FOR_REVIEW: 'Read the status: it was decided meanwhile, or is not finished.',
  CASE_CLAIMED: 'Take another case, or ask the reviewer who has it.',
  CASE_CHANGED: 'Read the explanation and the pictures again, then send your decision with the new `version`.',
  SECOND_PERSON_NEEDED: 'Leave the case to another reviewer; a second verdict of yours does not count.',
  FINDINGS_NOT_NAMED:
    'Look at each finding in `against`; reject, or send `against` with every code and a `reason` for them.',
  TOO_MANY_NEW_PICTURES: 'Decide on the existing pictures.',
  TOO_LATE_TO_UNDO: 'It is final, and the webhook is sent. Write a note, or contact the recipient of the result.',
  CONFLICT: 'Read it again, look at what changed, and repeat.',
  PAYLOAD_TOO_LARGE: 'Send a smaller picture: 2,000 pixels on the long side are plenty.',
  UNSUPPORTED_MEDIA_TYPE: 'Send JSON, or the picture itself as JPEG, PNG, WebP or HEIC with its content type.',
  TOO_MANY_REQUESTS: 'Wait as long as `Retry-After` says.',
  SERVICE_UNAVAILABLE: 'Wait as long as `Retry-After` says and send it again; nothing was kept.',
  INTERNAL_ERROR: 'Try again. If the error persists, give the request id to the operator of the service.',
  DOCUMENT_NOT_RECOGNIZED:
    'Ask for a new picture as `hints` say: the whole document, sharp, without reflections. A picture of anything other than an identity document is always refused.',
  FACE_QUALITY_LOW:
    'The portrait on the document cannot be used: ask for a sharper picture of that side. With the hint `NO_PORTRAIT` it was not found; a second picture without one is taken, and a reviewer decides.',
  WRONG_SIDE: 'Ask for the other side: the front first, then the back.',
  FACE_ANGLE_TOO_LARGE: 'Ask the person to look straight into the camera.',
  FACE_CLOSE_TO_BORDER: 'Ask for a picture with the face in the middle.',
  FACE_CROPPED: 'Ask for a picture that shows the whole face.',
  FACE_IS_OCCLUDED: 'Ask to take off what covers the face: mask, sunglasses, a hand.',
  FACE_NOT_FOUND: 'Ask for a picture of the face, with light from the front.',
  FACE_TOO_CLOSE: 'Ask to hold the camera further away.',
  FACE_TOO_SMALL: 'Ask to come closer.',
  TOO_MANY_FACES: 'Ask for a picture with only one person in it.',
  MISSING_DOCUMENT_AND_FACE: 'Send what `missing` names, then complete again.',
  TOO_MANY_CHALLENGES: 'Send the selfie without a challenge; a person looks at the session.',
}
