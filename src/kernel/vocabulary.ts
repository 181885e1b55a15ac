/** Every closed list of the specification, in its spelling. No other code spells these words out again. */

export const STATUSES = [
  'PENDING',
  'WAITING_FOR_MANUAL_APPROVE',
  'AUTO_APPROVED',
  'MANUAL_APPROVED',
  'AUTO_REJECTED',
  'MANUAL_REJECTED',
  'EXPIRED',
] as const
export type Status = (typeof STATUSES)[number]

/** The states in which results can be read (specification 4.4). */
export const FINAL_STATUSES = ['AUTO_APPROVED', 'MANUAL_APPROVED', 'AUTO_REJECTED', 'MANUAL_REJECTED'] as const

/** What an API credential may do: open sessions, read their results, delete them. */
export const RIGHTS = ['open', 'read', 'delete'] as const
export type Right = (typeof RIGHTS)[number]

/** A session has the mode of the credential that opened it; the two modes are kept apart. */
export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

/** The certainty required to approve without a person: see kernel/decision/assurance.ts. */
export const ASSURANCE_LEVELS = ['basic', 'standard', 'high'] as const
export type Assurance = (typeof ASSURANCE_LEVELS)[number]

/** What may settle a session that lacks only a proof, before it goes to a reviewer. */
export const STEP_UPS = ['chip', 'wallet', 'picture'] as const
export type StepUp = (typeof STEP_UPS)[number]

/**
 * The ways in which evidence reaches a session, in order: pictures, the contents of the document's chip or signed
 * barcode, and a wallet's presentation. Each reading is kept under its name. What a decision is based on, what a person
 * gets of their own data and what is left out of evidence follow from this list.
 */
export const SOURCES = ['document', 'face', 'chip', 'seal', 'credential'] as const
export type SourceName = (typeof SOURCES)[number]

/** The pictures that a session is made of. */
export const PARTS = ['FRONT', 'BACK', 'FACE'] as const
export type Part = (typeof PARTS)[number]
/** Their names in sentences and counted steps. */
export const PART_WORDS = { FRONT: 'front', BACK: 'back', FACE: 'selfie' } as const satisfies Record<Part, string>

/** Why pictures of a session cannot teach a document. */
export const TEACHING_OBSTACLES = ['REJECTED', 'NOT_APPROVED', 'DOUBTED', 'NOT_COMPARED', 'TAUGHT'] as const
export type TeachingObstacle = (typeof TEACHING_OBSTACLES)[number]

/** A reviewer's answer about two sessions: one person, two who look alike (twins), or two who do not. */
export const PAIR_ANSWERS = ['same', 'alike', 'other'] as const
export type PairAnswerWord = (typeof PAIR_ANSWERS)[number]

/** What two sessions have in common. */
export const PAIR_REASONS = ['documentNumber', 'face', 'documentPicture'] as const
export type PairReason = (typeof PAIR_REASONS)[number]

/** The source of a picture: the camera of the hosted page, a file chosen there, or the API. */
export type CaptureSource = 'camera' | 'file' | 'api'

/** The moves of a challenge: each goes out and back to the start. Sides are the person's own. */
export const CHALLENGE_MOVES = ['LEFT', 'RIGHT', 'NEARER', 'BACK'] as const
export type ChallengeMove = (typeof CHALLENGE_MOVES)[number]

/** Why a reviewer wants another picture: each reason has a sentence for the person in every language. */
export const NEW_PICTURE_REASONS = [
  'BLURRED',
  'GLARE',
  'CUT_OFF',
  'TOO_DARK',
  'COVERED',
  'NOT_THE_ORIGINAL',
  'OTHER_DOCUMENT',
  'OTHER',
] as const
/** Reasons that apply only to documents: a selfie has no corners, no foil and no number. */
export const DOCUMENT_PICTURE_REASONS: readonly NewPictureReason[] = ['GLARE', 'CUT_OFF', 'OTHER_DOCUMENT']
export type NewPictureReason = (typeof NEW_PICTURE_REASONS)[number]

/** Why a reviewer rejects; a tenant may add reasons of its own. */
export const REJECTION_TEXTS = {
  ALTERED: 'The document was altered.',
  NOT_THE_HOLDER: 'The person is not the holder of the document.',
  COPY_OR_SCREEN: 'A copy or a screen, not the document itself.',
  NOT_GENUINE: 'Not a genuine document.',
  OUT_OF_DATE: 'The document is no longer valid.',
  POOR_PICTURES: 'The pictures are too poor to decide.',
  DUPLICATE: 'Duplicate person or document.',
  OTHER: 'Another reason, in words.',
} as const
export type RejectionReason = keyof typeof REJECTION_TEXTS
export const REJECTION_REASONS = Object.keys(REJECTION_TEXTS) as RejectionReason[]

/** What reviewers do to a case, each recorded with name, time and reason. */
export const REVIEW_ACTS = ['approve', 'reject', 'escalate', 'new-picture', 'note', 'undo'] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

/** Which verdicts need two reviewers who agree. */
export const FOUR_EYES = ['off', 'approvals', 'always'] as const
export type FourEyes = (typeof FOUR_EYES)[number]

/** When a tenant's face step asks for a challenge. */
export const CHALLENGE_SETTINGS = ['off', 'risk', 'always'] as const
export type ChallengeSetting = (typeof CHALLENGE_SETTINGS)[number]
/** How many strangers there are per one who is mistaken for a returning person; the first is the default. */
export const STRANGERS = [10_000, 100_000] as const
export type Strangers = (typeof STRANGERS)[number]
/** The share of people just below an age limit who may be accepted as old enough; the first is the default. */
export const MINORS_ACCEPTED = ['1%', '0.1%'] as const
export type MinorsAccepted = (typeof MINORS_ACCEPTED)[number]
/** The supported age limits: the errors for people just below them were measured. */
export const LEAST_AGE = 13
export const MOST_AGE = 25
export const AGE_ANSWERS = ['YES', 'NO', 'UNSURE'] as const
export type AgeAnswerWord = (typeof AGE_ANSWERS)[number]

/**
 * What may count against the camera of the hosted page: a track that comes from no device, frames that only the browser
 * made smaller, a clock that differs from the page's, and frames that repeat.
 */
export const CAMERA_SIGNALS = ['device', 'request', 'clock', 'repeats'] as const
export type CameraSignal = (typeof CAMERA_SIGNALS)[number]

/** What a level of assurance may require of a live session. */
export const REQUIREMENTS = [
  'documentFilmed',
  'zonesCompared',
  'picturesJudged',
  'cameraUndoubted',
  'documentAttested',
] as const
export type Requirement = (typeof REQUIREMENTS)[number]

/** Rules that bind in live mode whatever the policy says. */
export const LIVE_RULE_NAMES = [
  'noSpecimen',
  'challengePassed',
  'chipUnaltered',
  'sealUnaltered',
  'credentialGenuine',
  'documentProven',
  'portraitCompared',
  ...REQUIREMENTS,
] as const
export type LiveRuleName = (typeof LIVE_RULE_NAMES)[number]

/** Whether the chip of a document is accepted: never, if it comes, in place of the picture, or always required. */
export const CHIP_SETTINGS = ['off', 'optional', 'instead', 'required'] as const
export type ChipSetting = (typeof CHIP_SETTINGS)[number]

/** Whether signed barcodes are verified. Required: if none was read, a person looks. */
export const SEAL_SETTINGS = ['off', 'optional', 'required'] as const
export type SealSetting = (typeof SEAL_SETTINGS)[number]

export const CHIP_REFUSALS = ['CHIP_UNREADABLE', 'CHIP_ALTERED', 'SESSION_ALREADY_COMPLETED', 'INTERNAL_ERROR'] as const
export type ChipRefusal = (typeof CHIP_REFUSALS)[number]

/** Whether a wallet's credential is accepted: never, in addition to the document, or in place of its picture. */
export const WALLET_SETTINGS = ['off', 'optional', 'instead'] as const
export type WalletSetting = (typeof WALLET_SETTINGS)[number]

/** What happens if a credential replaces the document and has no portrait to compare the selfie with. */
export const WITHOUT_PORTRAIT = ['refer', 'accept'] as const
export type WithoutPortrait = (typeof WITHOUT_PORTRAIT)[number]

export const CREDENTIAL_REFUSALS = [
  'CREDENTIAL_UNREADABLE',
  'CREDENTIAL_ALTERED',
  'CREDENTIAL_NOT_ACCEPTED',
  'CREDENTIAL_NOT_BOUND',
  'CREDENTIAL_EXPIRED',
  'CREDENTIAL_NOT_YET_VALID',
  'CREDENTIAL_REVOKED',
  'WALLET_DECLINED',
  'WALLET_REQUEST_OVER',
  'SESSION_ALREADY_COMPLETED',
  'INTERNAL_ERROR',
] as const
export type CredentialRefusal = (typeof CREDENTIAL_REFUSALS)[number]

export const STEPS = ['document', 'face'] as const
export type Step = (typeof STEPS)[number]

export const PAGE_SIDES = ['FRONT', 'BACK'] as const
export type PageSide = (typeof PAGE_SIDES)[number]

export const DOCUMENT_TYPES = ['PASSPORT', 'IDENTITY_CARD', 'DRIVER_LICENSE', 'VISA', 'RESIDENCE_PERMIT'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export const LEVELS = ['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN', 'UNAVAILABLE'] as const
export type Level = (typeof LEVELS)[number]

/** The eight Trust Factors of the specification, in its order. */
export const TRUST_FACTORS = [
  'dateOfExpiration',
  'documentLiveness',
  'faceVerification',
  'mrzOcrCrossCheck',
  'barcodeOcrCrossCheck',
  'overallOcrFieldsConfidence',
  'passiveLiveness',
  'mrzValidity',
] as const
export type TrustFactorName = (typeof TRUST_FACTORS)[number]

export const DOCUMENT_REFUSALS = [
  'DOCUMENT_NOT_RECOGNIZED',
  'FACE_QUALITY_LOW',
  'INTERNAL_ERROR',
  'SESSION_ALREADY_COMPLETED',
  'WRONG_SIDE',
] as const
export type DocumentRefusal = (typeof DOCUMENT_REFUSALS)[number]

/** INTERNAL_ERROR is our addition: the specification lists it only for documents. */
export const FACE_REFUSALS = [
  'FACE_ANGLE_TOO_LARGE',
  'FACE_CLOSE_TO_BORDER',
  'FACE_CROPPED',
  'FACE_IS_OCCLUDED',
  'FACE_NOT_FOUND',
  'FACE_TOO_CLOSE',
  'FACE_TOO_SMALL',
  'SESSION_ALREADY_COMPLETED',
  'TOO_MANY_FACES',
  'INTERNAL_ERROR',
] as const
export type FaceRefusal = (typeof FACE_REFUSALS)[number]

/** The messages of an embedded frame to its parent (specification 6). */
export const FRAME_ERRORS = ['SESSION_ALREADY_COMPLETED', 'SESSION_UNAUTHORIZED', 'INTERNAL_ERROR'] as const

/** Details of a refusal or an accepted picture: what a page can ask a person to correct. */
export const HINTS = [
  'BLURRED',
  'GLARE',
  'GLARE_ON_MRZ',
  'CUT_OFF',
  'TOO_SMALL',
  'TOO_DARK',
  'TOO_BRIGHT',
  'NO_DOCUMENT',
  'MRZ_NOT_READ',
  'BARCODE_NOT_READ',
  'NO_PORTRAIT',
  'SEVERAL_PORTRAITS',
  'EYES_CLOSED',
  'OTHER_DOCUMENT',
  'OTHER_SIDE',
] as const
export type Hint = (typeof HINTS)[number]

export const VISUAL_FIELDS = [
  'address',
  'authority',
  'date_of_birth',
  'date_of_expiry',
  'date_of_issue',
  'document_class_code',
  'document_number',
  'fathers_name',
  'first_issue_date',
  'given_name',
  'height',
  'issuing_state_code',
  'issuing_state_name',
  'middle_name',
  'mothers_name',
  'nationality',
  'personal_number',
  'place_of_birth',
  'place_of_issue',
  'second_surname',
  'sex',
  'surname',
  'surname_and_given_names',
] as const
export type VisualFieldName = (typeof VISUAL_FIELDS)[number]

export const MRZ_FIELDS = [
  'composite_check_digit',
  'date_of_birth',
  'date_of_birth_check_digit',
  'date_of_expiry',
  'date_of_expiry_check_digit',
  'document_code',
  'document_number',
  'document_number_check_digit',
  'full_string',
  'issuing_state_or_organization',
  'mrz_type',
  'nationality',
  'personal_number_or_optional_data',
  'personal_number_or_optional_data_check_digit',
  'primary_identifier',
  'secondary_identifier',
  'sex',
] as const
export type MrzFieldName = (typeof MRZ_FIELDS)[number]

export const BARCODE_FIELDS = [
  'date_of_birth',
  'document_code',
  'document_number',
  'primary_identifier',
  'secondary_identifier',
  'sex',
] as const
export type BarcodeFieldName = (typeof BARCODE_FIELDS)[number]

export const DOCUMENT_IMAGES = [
  'primary_face',
  'signature',
  'fingerprint',
  'barcode',
  'seal',
  'original_normalized_FRONT',
  'original_FRONT',
  'original_normalized_BACK',
  'original_BACK',
] as const
export type DocumentImageName = (typeof DOCUMENT_IMAGES)[number]

export const FACE_IMAGES = ['face_original', 'face_cropped'] as const
export type FaceImageName = (typeof FACE_IMAGES)[number]

/** Pictures that the service makes for its reviewers; integrators do not get them. */
export const REVIEW_IMAGES = ['authenticity_FRONT', 'authenticity_BACK'] as const
export type ReviewImageName = (typeof REVIEW_IMAGES)[number]

/** Frames of the challenge in their order, also only for reviewers. */
export const CHALLENGE_IMAGES = ['challenge_1', 'challenge_2', 'challenge_3', 'challenge_4', 'challenge_5'] as const
export type ChallengeImageName = (typeof CHALLENGE_IMAGES)[number]

/** The portrait in the chip; and the raw files of the chip, which are not pictures and are not shown. */
export const CHIP_IMAGES = ['chip_face'] as const
export const CHIP_FILES = 'chip_files'

/** The portrait in a credential; and the raw presentation, which is not a picture and is not shown. */
export const CREDENTIAL_IMAGES = ['credential_face'] as const
export const CREDENTIAL_FILES = 'credential_files'

/** What integrators can download. */
export const RESULT_IMAGES = [...DOCUMENT_IMAGES, ...FACE_IMAGES, ...CHIP_IMAGES, ...CREDENTIAL_IMAGES] as const

export type ImageName =
  | (typeof RESULT_IMAGES)[number]
  | ReviewImageName
  | ChallengeImageName
  | typeof CHIP_FILES
  | typeof CREDENTIAL_FILES

/** The wire names of the 15 locales (specification 4.2). `jp-JP` is the specification's code for Japanese. */
export const LOCALES = [
  'ar-SA',
  'cs-CZ',
  'da-DK',
  'en-US',
  'fi-FI',
  'fr-FR',
  'de-DE',
  'hu-HU',
  'jp-JP',
  'lv-LV',
  'ro-RO',
  'sk-SK',
  'es-ES',
  'sv-SE',
  'uk-UA',
] as const
export type Locale = (typeof LOCALES)[number]

/** How far people get, in order. A one-sided document has no back, and not everybody is asked for consent. */
export const CAPTURE_STEPS = ['started', 'consented', 'front', 'back', 'selfie', 'completed'] as const
export type CaptureStep = (typeof CAPTURE_STEPS)[number]

export const DEVICE_CLASSES = ['phone', 'desktop', 'api'] as const
export type DeviceClass = (typeof DEVICE_CLASSES)[number]

/** Upper edges of the counted time spans, in seconds: from an automatic step to one that somebody came back to. */
export const SECONDS_EDGES = [5, 10, 20, 30, 60, 120, 300, 600, 1800] as const

/** The types of webhook events. */
export const EVENT_TYPES = [
  'session.completed',
  'session.reviewed',
  'session.picture_requested',
  'session.watchlist_hit',
  'session.expired',
  'session.deleted',
  'test',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The result of an event; `not-sent`: no address was configured. */
export const EVENT_STATES = ['pending', 'delivered', 'failed', 'not-sent'] as const
export type EventState = (typeof EVENT_STATES)[number]
