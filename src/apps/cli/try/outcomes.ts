import type { Status } from '../../../kernel/session/session-words.ts'
import type { DocumentRefusal, FaceRefusal } from '../../../vision/refusals.ts'
import type { DemonstrationPicture as Picture } from '../../demo/server/demo.ts'

/**
 * What the service can be made to answer with a picture or a call. INTERNAL_ERROR is a fault of the service and cannot
 * be provoked.
 */
type Ending =
  | Extract<Status, 'AUTO_APPROVED' | 'AUTO_REJECTED' | 'WAITING_FOR_MANUAL_APPROVE'>
  | Exclude<DocumentRefusal | FaceRefusal, 'INTERNAL_ERROR'>
  | 'MISSING_DOCUMENT_AND_FACE'
  | 'SESSION_UNAUTHORIZED'

/** One call of a session: a picture to an endpoint, the end of the session, or a call with a token that nobody signed. */
export type Call = { document: Picture } | { face: Picture } | 'complete' | 'foreign token'

export interface TestOutcome {
  /** What is sent, in a few words. */
  shows: string
  calls: readonly Call[]
  /** Where the real engine ends under the default policy; `try` compares it, and the service knows nothing of it. */
  ends: readonly Ending[]
  /** The Trust Factor, if any, that causes it. */
  because?: string
}

const session = (document: Picture, face: Picture = 'selfie'): Call[] => [{ document }, { face }, 'complete']

/** Every outcome by name. docs/test-outcomes.md has the same table. */
export const TEST_OUTCOMES: Record<string, TestOutcome> = {
  approved: { shows: 'a passport and a selfie of its holder', calls: session('passport'), ends: ['AUTO_APPROVED'] },
  card: {
    shows: 'both sides of an identity card, and a selfie of its holder',
    calls: [{ document: 'card-front' }, { document: 'card-back' }, { face: 'selfie' }, 'complete'],
    ends: ['AUTO_APPROVED'],
  },
  expired: {
    shows: 'a passport that has expired',
    calls: session('passport-expired'),
    ends: ['AUTO_REJECTED'],
    because: 'dateOfExpiration',
  },
  'wrong-person': {
    shows: 'a selfie of somebody else',
    calls: session('passport', 'selfie-of-another'),
    ends: ['AUTO_REJECTED'],
    because: 'faceVerification',
  },
  'same-photograph': {
    shows: 'the photograph on the document in place of a selfie',
    calls: session('passport', 'selfie-from-the-document'),
    ends: ['AUTO_REJECTED'],
    because: 'captureIntegrity',
  },
  'other-barcode': {
    shows: 'a driving licence with the barcode of somebody else',
    calls: [{ document: 'licence-front' }, { document: 'licence-back' }, { face: 'selfie' }, 'complete'],
    ends: ['AUTO_REJECTED'],
    because: 'barcodeOcrCrossCheck',
  },
  screen: {
    shows: 'a passport on a screen',
    calls: session('passport-on-screen'),
    // The pattern of a display can spoil the portrait too: then the faces do not match, and the session is rejected.
    ends: ['WAITING_FOR_MANUAL_APPROVE', 'AUTO_REJECTED'],
    because: 'documentLiveness',
  },
  copy: {
    shows: 'a black and white copy of a passport',
    calls: session('passport-grey-copy'),
    ends: ['WAITING_FOR_MANUAL_APPROVE'],
    because: 'documentLiveness',
  },
  'changed-digit': {
    shows: 'a passport with one digit changed in print, but not in the MRZ',
    calls: session('passport-changed-digit'),
    ends: ['WAITING_FOR_MANUAL_APPROVE'],
    because: 'mrzOcrCrossCheck',
  },
  'wrong-check-digit': {
    shows: 'a passport with a wrong check digit in the MRZ',
    calls: session('passport-wrong-check-digit'),
    // A reader that is confident of the characters rejects, one that is not leaves it to a person.
    ends: ['WAITING_FOR_MANUAL_APPROVE', 'AUTO_REJECTED'],
    because: 'mrzValidity',
  },
  'no-mrz': {
    shows: 'a passport without its MRZ',
    calls: session('passport-without-mrz'),
    ends: ['WAITING_FOR_MANUAL_APPROVE'],
    because: 'mrzValidity',
  },
  'no-document': { shows: 'an empty table', calls: [{ document: 'table' }], ends: ['DOCUMENT_NOT_RECOGNIZED'] },
  'poor-portrait': {
    shows: 'a passport with an unsharp portrait',
    calls: [{ document: 'passport-blurred-portrait' }],
    ends: ['FACE_QUALITY_LOW'],
  },
  'wrong-side': { shows: 'the back of a card first', calls: [{ document: 'card-back' }], ends: ['WRONG_SIDE'] },
  'no-face': { shows: 'a picture without a face', calls: [{ face: 'table' }], ends: ['FACE_NOT_FOUND'] },
  'two-faces': { shows: 'two people', calls: [{ face: 'selfie-of-two' }], ends: ['TOO_MANY_FACES'] },
  'face-covered': {
    shows: 'a scarf over mouth and nose',
    calls: [{ face: 'selfie-covered' }],
    ends: ['FACE_IS_OCCLUDED'],
  },
  'face-turned': {
    shows: 'a head that leans far over',
    calls: [{ face: 'selfie-turned' }],
    ends: ['FACE_ANGLE_TOO_LARGE'],
  },
  'face-cropped': { shows: 'half of a face', calls: [{ face: 'selfie-cropped' }], ends: ['FACE_CROPPED'] },
  'face-at-border': {
    shows: 'a face at the edge',
    calls: [{ face: 'selfie-at-the-border' }],
    ends: ['FACE_CLOSE_TO_BORDER'],
  },
  'face-too-close': {
    shows: 'a face that fills the picture',
    calls: [{ face: 'selfie-too-close' }],
    ends: ['FACE_TOO_CLOSE'],
  },
  'face-too-small': { shows: 'a face far away', calls: [{ face: 'selfie-too-small' }], ends: ['FACE_TOO_SMALL'] },
  'too-early': {
    shows: 'the end of a session without a picture',
    calls: ['complete'],
    ends: ['MISSING_DOCUMENT_AND_FACE'],
  },
  'already-completed': {
    shows: 'a picture after the end of the session',
    calls: [...session('passport'), { face: 'selfie' }],
    ends: ['SESSION_ALREADY_COMPLETED'],
  },
  'wrong-token': { shows: 'a token that nobody signed', calls: ['foreign token'], ends: ['SESSION_UNAUTHORIZED'] },
}
