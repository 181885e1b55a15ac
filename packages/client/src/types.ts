// Written by `npm run cli -- openapi` from the contract of the service. Do not edit.

/** What the caller already knows about the person. It is compared with the document in the extra Trust Factor `applicantIntegrity`. */
export type ApplicantForm = {
  firstName?: string
  lastName?: string
  /** ISO 8601 date. */
  dateOfBirth?: string
  /** True leaves the Trust Factor `applicantIntegrity` out. */
  skipIntegrityCheck?: boolean
}

/** Consent that you asked for on your own pages: the hosted page then does not ask again. An addition. */
export type GivenConsent = {
  /** When the person agreed. */
  givenAt: string
  /** Your version of the text. */
  textVersion: string
  /** True when the person also agreed that their face is kept to recognise them when they come back. */
  keepFace?: boolean
}

/** The properties of a new session. Every property is optional. */
export type InitializeRequest = {
  /** UUID chosen by the caller; generated when absent. */
  sessionId?: string
  /** Where the person goes when the steps are finished. Absolute https URL without credentials; http for loopback hosts only. */
  returnUrl?: string
  /** Your own reference; comes back in webhooks and the session list. */
  externalId?: string
  applicantForm?: ApplicantForm
  /** Locale in which the hosted page opens; `ja-JP` is treated as `jp-JP`. */
  lang?: 'ar-SA' | 'cs-CZ' | 'da-DK' | 'en-US' | 'fi-FI' | 'fr-FR' | 'de-DE' | 'hu-HU' | 'jp-JP' | 'lv-LV' | 'ro-RO' | 'sk-SK' | 'es-ES' | 'sv-SE' | 'uk-UA' | 'ja-JP'
  /** Name of a configured theme. */
  theme?: string
  /** Which steps the session asks for: `identity` (document, then face), `document`, `returning` (a selfie of a person who was approved before, see `personOf`), `age` (is the person at least `atLeast` years old?), or a flow of your tenant’s. Absent: the tenant’s setting. */
  flow?: string
  /** With the flow `returning`: the session in which the person was approved. It must be of your tenant and mode, with consent to keep the face. Leave it out if your tenant issues credentials: the person shows theirs. */
  personOf?: string
  /** With the flow `age`: the limit in years. Nothing but the answer is kept. */
  atLeast?: number
  consent?: GivenConsent
}

export type InitializeResponse = {
  /** Identifies the session in every data endpoint. */
  sessionId: string
  /** JWT that opens the enrolment endpoints of this session and nothing else. It is for your server: a person who sends pictures on their own uses the token of `webEnrolmentUrl`, which is limited to what the hosted page asks for. */
  accessToken: string
  /** Address of the hosted page for this session, with a token of its own: redirect to it or frame it. */
  webEnrolmentUrl: string
  /** The mode of your credential; an addition. In `test` a specimen can be approved; `live` is for decisions about real people. */
  mode: 'test' | 'live'
}

/** A picture, as text. */
export type PictureRequest = {
  /** The picture as Base64 text (with or without a data-URL prefix) or an https URL of it. JPEG, PNG, WebP, HEIC or HEIF; at most 10 MB of picture bytes and 50 megapixels. */
  imageBase: string
}

/** Where a hint is located, as shares of the picture as it was sent, upright. */
export type HintMark = {
  hint: 'BLURRED' | 'GLARE' | 'GLARE_ON_MRZ' | 'CUT_OFF' | 'TOO_SMALL' | 'TOO_DARK' | 'TOO_BRIGHT' | 'NO_DOCUMENT' | 'MRZ_NOT_READ' | 'BARCODE_NOT_READ' | 'NO_PORTRAIT' | 'SEVERAL_PORTRAITS' | 'EYES_CLOSED' | 'OTHER_DOCUMENT' | 'OTHER_SIDE'
  x: number
  y: number
  width: number
  height: number
}

/** The result of a picture of a document side. */
export type DocumentResponse = {
  /** True when the picture was refused, false when it was accepted. */
  hasError: boolean
  /** Present when hasError is true. */
  error?: 'DOCUMENT_NOT_RECOGNIZED' | 'FACE_QUALITY_LOW' | 'INTERNAL_ERROR' | 'SESSION_ALREADY_COMPLETED' | 'WRONG_SIDE'
  /** True for documents with two sides (identity card, driver licence), false for a passport. */
  isTwoSideDocument?: boolean
  /** The side that was read. */
  pageSide?: 'FRONT' | 'BACK'
  /** ISO 3166 alpha-3 country code. */
  country?: string
  /** Document type. */
  type?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  /** What could be better in the picture, most urgent first; absent when there is nothing. With a refusal, what to correct. */
  hints?: Array<'BLURRED' | 'GLARE' | 'GLARE_ON_MRZ' | 'CUT_OFF' | 'TOO_SMALL' | 'TOO_DARK' | 'TOO_BRIGHT' | 'NO_DOCUMENT' | 'MRZ_NOT_READ' | 'BARCODE_NOT_READ' | 'NO_PORTRAIT' | 'SEVERAL_PORTRAITS' | 'EYES_CLOSED' | 'OTHER_DOCUMENT' | 'OTHER_SIDE'>
  /** The places of the hints that have one; an addition. */
  marks?: Array<HintMark>
  /** Present if the accepted document has expired; an addition. */
  expired?: {
    /** The last day on which the document was valid. */
    on: string
    /** Whether the policy rejects it for that reason. */
    isRejected: boolean
  }
  /** With a refusal: true when the picture may go to a reviewer as it is (`POST /api/v1/enrolment/reviewer`); an addition. */
  mayGoToReviewer?: boolean
}

/** A selfie, as text, with the frames of a challenge if one was issued. */
export type FaceRequest = {
  /** The picture as Base64 text (with or without a data-URL prefix) or an https URL of it. JPEG, PNG, WebP, HEIC or HEIF; at most 10 MB of picture bytes and 50 megapixels. */
  imageBase: string
  challenge?: ChallengeFrames
}

/** The result of a selfie. */
export type FaceResponse = {
  /** True when the picture was refused, false when it was accepted. */
  hasError: boolean
  /** Present when hasError is true. */
  error?: 'FACE_ANGLE_TOO_LARGE' | 'FACE_CLOSE_TO_BORDER' | 'FACE_CROPPED' | 'FACE_IS_OCCLUDED' | 'FACE_NOT_FOUND' | 'FACE_TOO_CLOSE' | 'FACE_TOO_SMALL' | 'SESSION_ALREADY_COMPLETED' | 'TOO_MANY_FACES' | 'INTERNAL_ERROR'
  /** The result of the challenge that came with it. The selfie is stored either way; request a new challenge to try again. */
  challenge?: 'PASSED' | 'NOT_PASSED'
  /** What could be better in the picture; absent when there is nothing. */
  hints?: Array<'BLURRED' | 'GLARE' | 'GLARE_ON_MRZ' | 'CUT_OFF' | 'TOO_SMALL' | 'TOO_DARK' | 'TOO_BRIGHT' | 'NO_DOCUMENT' | 'MRZ_NOT_READ' | 'BARCODE_NOT_READ' | 'NO_PORTRAIT' | 'SEVERAL_PORTRAITS' | 'EYES_CLOSED' | 'OTHER_DOCUMENT' | 'OTHER_SIDE'>
  /** With a refusal: true when the picture may go to a reviewer as it is (`POST /api/v1/enrolment/reviewer`); an addition. */
  mayGoToReviewer?: boolean
}

/** The result of sending a refused picture to a reviewer. */
export type ReviewerResponse = {
  /** True on an error, false when the picture was stored. */
  hasError: boolean
  error?: 'SESSION_ALREADY_COMPLETED' | 'INTERNAL_ERROR'
  /** True when it went to a reviewer and the session has ended. False when it could be read after all: it was accepted like any other, and the session continues. */
  sentToReviewer?: boolean
  /** The page to show the person now that the process has ended. */
  customerReturnUrl?: string
}

export type CompleteResponse = {
  /** The page to show the person now that the process has ended. Present on success. */
  customerReturnUrl?: string
  /** True when the session could not be completed; absent on success. */
  hasError?: boolean
  /** Present when hasError is true. */
  error?: 'SESSION_ALREADY_COMPLETED' | 'MISSING_DOCUMENT_AND_FACE' | 'INTERNAL_ERROR'
  /** What is still to be sent, with MISSING_DOCUMENT_AND_FACE. Only the hosted page gets `proof`, once: see `stepUp` of the session. */
  missing?: Array<'document.FRONT' | 'document.BACK' | 'face' | 'chip' | 'credential' | 'proof'>
}

/** An enrolment call that was not accepted. */
export type EnrolmentError = {
  hasError: true
  error: 'BAD_REQUEST' | 'SESSION_UNAUTHORIZED' | 'SESSION_EXPIRED' | 'REQUEST_TIMEOUT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE' | 'INTERNAL_ERROR'
  /** For the developer: what was wrong and what to change. */
  message?: string
}

/** How a tenant’s pages look. */
export type Theme = {
  /** The name of the tenant, as the person knows it. */
  name?: string
  logo?: string
  /** The colour of the tenant. */
  accent?: string
  /** The colour of text on the accent. */
  accentInk?: string
  /** Corner radius of cards, in pixels. */
  radius?: number
  /** One of the font stacks of the device. */
  font?: 'system' | 'serif' | 'rounded'
}

/** Where an enrolment stands. */
export type EnrolmentState = {
  /** Session identifier. */
  sessionId: string
  /** A page in test mode says so. */
  mode: 'test' | 'live'
  status: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** True when nothing more can be sent. */
  completed: boolean
  /** The steps of the tenant’s flow, in order. */
  steps: Array<'document' | 'face'>
  /** What was accepted so far. */
  received: {
    /** The sides that were accepted. */
    document: Array<'FRONT' | 'BACK'>
    face: boolean
  }
  /** Present if the session asks only for a minimum age. */
  age?: {
    atLeast: number
  }
  /** Present if a wallet may answer. */
  wallet?: {
    /** OFFERED: nothing was asked yet. WAITING: a wallet was asked. RECEIVED: it was answered. */
    state: 'OFFERED' | 'WAITING' | 'RECEIVED'
    /** Whether it replaces the picture of the document. */
    replacesDocument: boolean
    /** Present if nothing else can be sent: the credential that the tenant issued to the person. */
    required?: boolean
    /** Why the last answer by link was refused. */
    error?: 'CREDENTIAL_UNREADABLE' | 'CREDENTIAL_ALTERED' | 'CREDENTIAL_NOT_ACCEPTED' | 'CREDENTIAL_NOT_BOUND' | 'CREDENTIAL_EXPIRED' | 'CREDENTIAL_NOT_YET_VALID' | 'CREDENTIAL_REVOKED' | 'WALLET_DECLINED' | 'WALLET_REQUEST_OVER' | 'SESSION_ALREADY_COMPLETED' | 'INTERNAL_ERROR'
  }
  /** Known after a front was accepted. */
  isTwoSideDocument?: boolean
  /** A reviewer asks for a better picture of one part: only that part is accepted. */
  newPicture?: {
    of: 'FRONT' | 'BACK' | 'FACE'
    reason: 'BLURRED' | 'GLARE' | 'CUT_OFF' | 'TOO_DARK' | 'COVERED' | 'NOT_THE_ORIGINAL' | 'OTHER_DOCUMENT' | 'OTHER'
    sentence?: string
  }
  /** The locale of initialize. */
  lang?: 'ar-SA' | 'cs-CZ' | 'da-DK' | 'en-US' | 'fi-FI' | 'fr-FR' | 'de-DE' | 'hu-HU' | 'jp-JP' | 'lv-LV' | 'ro-RO' | 'sk-SK' | 'es-ES' | 'sv-SE' | 'uk-UA'
  theme: Theme
  /** Sentences of the hosted page in the tenant’s own words, by locale and name. */
  texts?: Record<string, Record<string, string>>
  /** Whether the page may send a chosen file as the selfie. */
  selfieFiles: boolean
  /** Whether the person is still to be asked before their face is looked at. */
  asksConsent: boolean
  /** Whether they agreed on the page, and can take it back there. */
  mayWithdraw: boolean
  /** Whether the face step asks for a challenge. */
  challenge: boolean
  /** What the hosted page switches its camera to for a moment, in live mode: a program in place of a camera often cannot. */
  cameraRequest?: '640x480' | '640x360' | '480x360' | '352x288' | '320x240'
  /** Number of pixels that a document needs along its long side so that it can be compared with taught documents; absent if none was taught. */
  documentPixels?: number
  /** Present if the chip of the document is required or offered: browsers cannot read it. */
  chip?: {
    /** Whether it was received. */
    received: boolean
    /** Whether the tenant has an app that reads the chip. */
    app: boolean
    /** True if it is only offered: see `stepUp`. */
    isOptional?: boolean
  }
  /** What would settle a session that lacks only a proof. Offer it, or complete again: then a reviewer decides. */
  stepUp?: Array<'chip' | 'wallet' | 'picture'>
  /** Whether a credential of the tenant is offered after the session is approved. */
  offersCredential?: boolean
  /** Present if the person signs in to a service with it: who asks, and for what. */
  signIn?: {
    /** The name of the service. */
    to: string
    /** What it will be given, by the names of the claims. */
    claims: Array<string>
    /** Where a person goes who does not want that. */
    cancelUrl: string
    /** The logo of the service, on this server. */
    logoUrl?: string
  }
  /** Days for which the data is kept after the decision. */
  retentionDays: number
  expiryDateUtc: string
  /** Where the person goes afterwards. */
  customerReturnUrl?: string
  /** Origins the embedded frame may post its message to. */
  frameOrigins: Array<string>
  /** The device that has the session. */
  device?: {
    id: string
    since: string
    /** Present while its page is not visible. */
    awaySince?: string
  }
}

/** What the person is asked to agree to. */
export type ConsentTextResponse = {
  lang: 'ar-SA' | 'cs-CZ' | 'da-DK' | 'en-US' | 'fi-FI' | 'fr-FR' | 'de-DE' | 'hu-HU' | 'jp-JP' | 'lv-LV' | 'ro-RO' | 'sk-SK' | 'es-ES' | 'sv-SE' | 'uk-UA'
  /** Who asks, what for, how long it is kept. */
  text: string
  /** What happens otherwise, and how to withdraw. */
  otherwise: string
  /** What may be agreed to in addition, on a line of its own that is not ticked beforehand: the face is kept to recognise the person when they come back. Absent if the tenant does not ask. */
  keep?: string
  /** The version of the built-in text; `own-…` for a text of the tenant. */
  version: string
  /** SHA-256 of `text`, a line feed and `otherwise`; with `keep`, also of another line feed and `keep`. */
  sha256: string
}

/** The person agreed to exactly this text. */
export type ConsentRequest = {
  lang: 'ar-SA' | 'cs-CZ' | 'da-DK' | 'en-US' | 'fi-FI' | 'fr-FR' | 'de-DE' | 'hu-HU' | 'jp-JP' | 'lv-LV' | 'ro-RO' | 'sk-SK' | 'es-ES' | 'sv-SE' | 'uk-UA'
  /** SHA-256 of `text`, a line feed and `otherwise`; with `keep`, also of another line feed and `keep`. */
  sha256: string
  /** True when they also agreed to `keep`. */
  keepFace?: boolean
}

export type ConsentResponse = {
  /** True when nothing was stored. */
  hasError: boolean
  /** CONSENT_TEXT_CHANGED: the text has changed since; show it and ask again. */
  error?: 'CONSENT_TEXT_CHANGED' | 'SESSION_ALREADY_COMPLETED'
}

export type DeviceRequest = {
  deviceId: string
  /** True to take the session from another device. */
  takeOver?: boolean
  /** True when the page on this device becomes hidden: the page that follows along is notified. If absent, the page is visible again. */
  away?: boolean
}

export type DeviceResponse = {
  /** False when another device has the session. */
  active: boolean
  /** After a takeover: the token to continue with. The token of the other device can then only watch. */
  accessToken?: string
}

export type HandOverRequest = {
  /** The locale the other device opens in. */
  lang?: 'ar-SA' | 'cs-CZ' | 'da-DK' | 'en-US' | 'fi-FI' | 'fr-FR' | 'de-DE' | 'hu-HU' | 'jp-JP' | 'lv-LV' | 'ro-RO' | 'sk-SK' | 'es-ES' | 'sv-SE' | 'uk-UA'
}

export type HandOverResponse = {
  /** Opens the session on another device. */
  url?: string
  /** How long the link works; request a new one before that. */
  expiresInSeconds?: number
  /** True when the session was completed before. */
  hasError?: boolean
  error?: 'SESSION_ALREADY_COMPLETED'
}

export type HandOverOpenRequest = {
  /** The last part of the link. */
  code: string
  deviceId: string
  /** True to take the session from another device. */
  takeOver?: boolean
}

export type HandOverOpenResponse = {
  /** False when another device has the session: ask to take over. */
  active: boolean
  /** Present when active: opens the session. */
  accessToken?: string
  /** The locale of the device the person comes from. */
  lang?: 'ar-SA' | 'cs-CZ' | 'da-DK' | 'en-US' | 'fi-FI' | 'fr-FR' | 'de-DE' | 'hu-HU' | 'jp-JP' | 'lv-LV' | 'ro-RO' | 'sk-SK' | 'es-ES' | 'sv-SE' | 'uk-UA'
  /** True when the session was completed before. */
  hasError?: boolean
  error?: 'SESSION_ALREADY_COMPLETED'
}

export type StatusResponse = {
  /** State of the session. Ask about once a minute, or use a webhook. */
  status: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
}

/** What one Trust Factor found. */
export type FactorResult = {
  /** Absent when the level is UNKNOWN or UNAVAILABLE. */
  score?: number
  /** UNKNOWN: could not be computed. UNAVAILABLE: switched off, or the document has no such feature. */
  level: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN' | 'UNAVAILABLE'
}

export type MrzCrossCheckField = {
  /** Name of the compared field. */
  inputFieldName: string
  /** The value of the visual zone. */
  ocrTextValue: string
  /** The value of the MRZ. */
  mrzTextValue: string
  /** 0 when the values are equal. */
  distance: number
  /** How well the two agree. */
  score: number
}

/** Visual zone against MRZ, field by field. */
export type MrzCrossCheck = {
  fields: Array<MrzCrossCheckField>
  /** Absent when the level is UNKNOWN or UNAVAILABLE. */
  score?: number
  /** UNKNOWN: could not be computed. UNAVAILABLE: switched off, or the document has no such feature. */
  level: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN' | 'UNAVAILABLE'
}

export type BarcodeCrossCheckField = {
  /** Name of the compared field. */
  inputFieldName: string
  /** The value of the visual zone. */
  ocrTextValue: string
  /** The value of the barcode. */
  barcodeTextValue: string
  /** 0 when the values are equal. */
  distance: number
  /** How well the two agree. */
  score: number
}

/** Visual zone against barcode, field by field. */
export type BarcodeCrossCheck = {
  fields: Array<BarcodeCrossCheckField>
  /** Absent when the level is UNKNOWN or UNAVAILABLE. */
  score?: number
  /** UNKNOWN: could not be computed. UNAVAILABLE: switched off, or the document has no such feature. */
  level: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN' | 'UNAVAILABLE'
}

/** Trust Factors by name. Those after the eighth are additions that a setting or `applicantForm` asks for. */
export type Verifications = {
  dateOfExpiration: FactorResult
  documentLiveness: FactorResult
  faceVerification: FactorResult
  mrzOcrCrossCheck: MrzCrossCheck
  barcodeOcrCrossCheck: BarcodeCrossCheck
  overallOcrFieldsConfidence: FactorResult
  passiveLiveness: FactorResult
  mrzValidity: FactorResult
  applicantIntegrity?: FactorResult
  documentConsistency?: FactorResult
  documentAuthenticity?: FactorResult
  captureIntegrity?: FactorResult
  captureCompleteness?: FactorResult
  documentNaming?: FactorResult
  documentPortrait?: FactorResult
  proofConsistency?: FactorResult
  ageVerification?: FactorResult
  duplicateCheck?: FactorResult
  chipAuthenticity?: FactorResult
  chipCrossCheck?: FactorResult
  sealAuthenticity?: FactorResult
  sealCrossCheck?: FactorResult
  credentialAuthenticity?: FactorResult
  credentialCrossCheck?: FactorResult
  returningPerson?: FactorResult
  watchlist?: FactorResult
  minimumAge?: FactorResult
}

export type DecisionResponse = {
  verifications: Verifications
  /** The main output of the process. */
  decision: {
    score: number
    /** UNKNOWN: could not be computed. UNAVAILABLE: switched off, or the document has no such feature. */
    level: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN' | 'UNAVAILABLE'
  }
  /** The level of assurance that it was decided on, if the tenant or its flow chose one: an addition. Absent: the policy decided; it is that of `high` unless the tenant has its own. */
  assurance?: 'basic' | 'standard' | 'high'
  /** Only with the flow `age`: an addition. */
  age?: {
    /** The age limit in years. */
    atLeast: number
    /** YES: at least that old. NO: nothing but the age speaks against the person. UNSURE: it could not be determined. */
    answer: 'YES' | 'NO' | 'UNSURE'
    /** SHA-256 of the evidence; nothing else of it is kept. */
    evidenceSha256: string
  }
}

export type ExplainedField = {
  /** Name of the compared field. */
  inputFieldName: string
  /** The value of the visual zone. */
  ocrTextValue: string
  /** The value of the MRZ or the barcode. */
  otherTextValue: string
  /** 0 when the values are equal. */
  distance: number
  /** How well the two agree. */
  score: number
}

/** One Trust Factor with its reason. */
export type ExplainedFactor = {
  name: 'dateOfExpiration' | 'documentLiveness' | 'faceVerification' | 'mrzOcrCrossCheck' | 'barcodeOcrCrossCheck' | 'overallOcrFieldsConfidence' | 'passiveLiveness' | 'mrzValidity' | 'applicantIntegrity' | 'documentConsistency' | 'documentAuthenticity' | 'captureIntegrity' | 'captureCompleteness' | 'documentNaming' | 'documentPortrait' | 'proofConsistency' | 'ageVerification' | 'duplicateCheck' | 'chipAuthenticity' | 'chipCrossCheck' | 'sealAuthenticity' | 'sealCrossCheck' | 'credentialAuthenticity' | 'credentialCrossCheck' | 'returningPerson' | 'watchlist' | 'minimumAge'
  /** What the factor asks. */
  question: string
  level: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN' | 'UNAVAILABLE'
  /** Absent when the level is UNKNOWN or UNAVAILABLE. */
  score?: number
  /** The effect of the policy. */
  effect: 'none' | 'ignore' | 'refer' | 'reject'
  /** Why, in words. */
  reason: string
  /** The values that were examined. */
  used: Record<string, string | number | boolean | null>
  fields?: Array<ExplainedField>
}

/** What a reviewer decided, when and why. Never changed. */
export type ReviewRecord = {
  reviewer: string
  verdict: 'approve' | 'reject'
  reason: string
  /** The reason code of a rejection. */
  code?: string
  /** The findings that an approval was given against. */
  against?: Array<'ALTERED_PROOF' | 'SPECIMEN' | 'WRONG_PERSON' | 'CONTRADICTION' | 'OTHER_SESSION' | 'LIST_HIT'>
  /** The tenant leaves an approval against a specimen or an altered proof to one reviewer. */
  confirmAgainst?: 'alone'
  atUtc: string
}

export type ExplanationResponse = {
  sessionId: string
  status: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** The decision in one sentence. */
  summary: string
  /** The reasons for it, most important first. */
  reasons: Array<string>
  /** The same, each with its Trust Factor; a rule of live mode has none. */
  causes: Array<{
    factor?: 'dateOfExpiration' | 'documentLiveness' | 'faceVerification' | 'mrzOcrCrossCheck' | 'barcodeOcrCrossCheck' | 'overallOcrFieldsConfidence' | 'passiveLiveness' | 'mrzValidity' | 'applicantIntegrity' | 'documentConsistency' | 'documentAuthenticity' | 'captureIntegrity' | 'captureCompleteness' | 'documentNaming' | 'documentPortrait' | 'proofConsistency' | 'ageVerification' | 'duplicateCheck' | 'chipAuthenticity' | 'chipCrossCheck' | 'sealAuthenticity' | 'sealCrossCheck' | 'credentialAuthenticity' | 'credentialCrossCheck' | 'returningPerson' | 'watchlist' | 'minimumAge'
    reason: string
  }>
  decision: {
    score: number
    level: 'HIGH' | 'MEDIUM' | 'LOW' | 'UNKNOWN' | 'UNAVAILABLE'
    outcome: 'approve' | 'refer' | 'reject'
    policy: {
      name: string
      version: string
      /** The SHA-256 of its canonical JSON. */
      sha256: string
    }
  }
  /** The level of assurance that it was decided on, if one was chosen. Absent: only the policy decided. */
  assurance?: 'basic' | 'standard' | 'high'
  /** The day that counted as today. */
  decidedOn: string
  factors: Array<ExplainedFactor>
  /** The models that read the pictures. */
  models: Array<{
    name: string
    /** The SHA-256 of the model file. */
    sha256: string
  }>
  reviews: Array<ReviewRecord>
  /** For reviewers, in live mode: what speaks against an approval and must be named in the verdict. */
  against?: Array<{
    /** What a verdict names in `against`. */
    code: 'ALTERED_PROOF' | 'SPECIMEN' | 'WRONG_PERSON' | 'CONTRADICTION' | 'OTHER_SESSION' | 'LIST_HIT'
    /** What was found, in words. */
    reason: string
  }>
  /** For reviewers: the version of what you see here. Send it with everything you do to the case. */
  version?: string
}

export type EvidenceKeyResponse = {
  algorithm: 'Ed25519'
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: string
  /** The SHA-256 of the key in DER, to compare by voice. */
  fingerprint: string
}

/** The holder, from the best combination of MRZ, visual zone and barcode. What was not read is absent. */
export type Applicant = {
  /** ISO 8601 date. */
  dateOfBirth?: string
  /** Given name, all uppercase. */
  firstName?: string
  /** Family name, all uppercase. */
  lastName?: string
  /** Surname followed by given names, all uppercase. */
  surnameAndGivenNames?: string
}

export type VisualResult = {
  name: 'address' | 'authority' | 'date_of_birth' | 'date_of_expiry' | 'date_of_issue' | 'document_class_code' | 'document_number' | 'fathers_name' | 'first_issue_date' | 'given_name' | 'height' | 'issuing_state_code' | 'issuing_state_name' | 'middle_name' | 'mothers_name' | 'nationality' | 'personal_number' | 'place_of_birth' | 'place_of_issue' | 'second_surname' | 'sex' | 'surname' | 'surname_and_given_names'
  /** As printed. */
  value: string
  /** The confidence of the reader. */
  confidence: number
  pageSide: 'FRONT' | 'BACK'
  /** Date-time text, when the field is a date. */
  normalizedDateValue?: string
}

export type MrzResult = {
  name: 'composite_check_digit' | 'date_of_birth' | 'date_of_birth_check_digit' | 'date_of_expiry' | 'date_of_expiry_check_digit' | 'document_code' | 'document_number' | 'document_number_check_digit' | 'full_string' | 'issuing_state_or_organization' | 'mrz_type' | 'nationality' | 'personal_number_or_optional_data' | 'personal_number_or_optional_data_check_digit' | 'primary_identifier' | 'secondary_identifier' | 'sex'
  value: string
}

export type BarcodeResult = {
  name: 'date_of_birth' | 'document_code' | 'document_number' | 'primary_identifier' | 'secondary_identifier' | 'sex'
  value: string
}

export type DocumentResult = {
  /** ISO 3166 alpha-3 code of the document country. Absent if nothing on the document says who issued it. */
  country?: string
  documentType: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  /** Year in which this model of the document was first issued, when known. */
  documentReleaseYear?: string
  /** Country, optional state, province or region, type, issuance year and optional version of the document. */
  documentName: string
  applicant: Applicant
  /** Fields of the visual zone. */
  documentVisualResults: Array<VisualResult>
  /** Fields of the MRZ; present if the document has one. */
  documentMrzResults?: Array<MrzResult>
  /** Fields of the barcode; present if the document has one. */
  documentBarcodeResults?: Array<BarcodeResult>
  /** Names of the document images. */
  availableImages: Array<'primary_face' | 'signature' | 'fingerprint' | 'barcode' | 'seal' | 'original_normalized_FRONT' | 'original_FRONT' | 'original_normalized_BACK' | 'original_BACK'>
}

export type FaceResult = {
  /** 0 to 50: the face is not live; over 50: it is. Absent when it could not be computed. */
  passiveLivenessScore?: number
  /** Portrait of the document against the selfie. 0 to 50: no match; over 50: match. Absent when it could not be computed. */
  verificationScore?: number
  /** Names of the face images. */
  availableImages: Array<'face_original' | 'face_cropped'>
  /** Estimated age in years; null when switched off or not computed. */
  age: number | null
  /** From −10,000 (male) to 10,000 (female), 0 undecided; null when switched off or not computed. */
  gender: number | null
}

export type ImagesResponse = {
  /** Names of the document images. */
  document: Array<'primary_face' | 'signature' | 'fingerprint' | 'barcode' | 'seal' | 'original_normalized_FRONT' | 'original_FRONT' | 'original_normalized_BACK' | 'original_BACK'>
  /** Names of the face images. */
  face: Array<'face_original' | 'face_cropped'>
  /** Names of the images of the chip; present if one was read. */
  chip?: Array<'chip_face'>
  /** Names of the images of a wallet’s credential; present if one was received. */
  credential?: Array<'credential_face'>
}

export type SessionListEntry = {
  /** The sessionId. */
  id: string
  /** The mode of the credential that opened it; an addition. */
  mode: 'test' | 'live'
  /** Creation time, UTC. */
  createdDateUtc: string
  /** Expiry time, UTC. */
  expiryDateUtc: string
  /** Absent until a document was accepted. */
  documentType?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  verificationStatus: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** Completion time, UTC. Absent until the session is completed. */
  completedDateUtc?: string
  /** ISO 3166 alpha-3 code. Absent until a document was accepted. */
  country?: string
  /** Your own reference of initialize; an addition. */
  externalId?: string
}

/** One page of sessions, newest first. */
export type SessionListResponse = {
  /** Page number. */
  pageNumber: number
  /** Maximum number of records per page. */
  pageSize: number
  /** Records in this page. The header x-total-count has the total. */
  totalRecords: number
  data: Array<SessionListEntry>
}

export type QueueEntry = {
  /** The sessionId. */
  id: string
  tenant: string
  mode: 'test' | 'live'
  /** When the session was referred. */
  waitingSinceUtc: string
  documentType?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  /** ISO 3166 alpha-3 country code. */
  country?: string
  /** The integrator’s own reference. */
  externalId?: string
  /** The score of the decision. */
  score?: number
  /** The Trust Factor or live-mode rule of the most incriminating finding; without one, what called for a reviewer. */
  cause?: string
  /** Whether the cause speaks against the person. */
  isRisky?: boolean
  /** Whether the cause is that something could not be read or compared. */
  isUnread?: boolean
  /** Until when the tenant wants a verdict. */
  dueUtc?: string
  /** Until when the person may send the picture they were asked for. */
  askedUntilUtc?: string
  /** The reviewer to whom a new picture came back. */
  waitsFor?: string
  /** Whether it needs a second reviewer. */
  isSecond?: boolean
  /** The reviewer who has claimed it. */
  claimedBy?: string
  /** When that claim expires. */
  claimedUntilUtc?: string
}

/** Sessions that wait for a reviewer: those whose deadline has passed first, then those that most speaks against, then those with the nearest deadline, then those that have waited longest. */
export type QueueResponse = {
  pageNumber: number
  pageSize: number
  /** Records in this page. The count of all is in the header x-total-count. */
  totalRecords: number
  data: Array<QueueEntry>
}

export type ClaimResponse = {
  claimedBy: string
  /** When the claim expires unless it is renewed. */
  claimedUntilUtc: string
}

export type ReviewRequest = {
  /** The `version` of the explanation that you have seen. If the case has changed since, nothing is done: 409 CASE_CHANGED. Optional until a new picture has come. */
  version?: string
  /** approve: MANUAL_APPROVED; reject: MANUAL_REJECTED. */
  verdict: 'approve' | 'reject'
  /** The reason of a rejection: one of ALTERED, NOT_THE_HOLDER, COPY_OR_SCREEN, NOT_GENUINE, OUT_OF_DATE, POOR_PICTURES, DUPLICATE, OTHER, or one that the tenant has added. OTHER if absent. */
  code?: string
  /** Why, in words. Stored permanently. Required to approve, and with the code OTHER. */
  reason?: string
  /** To approve in live mode: every finding that speaks against it, as in `against` of the explanation. `reason` says why you approve nevertheless. Without them: 409 FINDINGS_NOT_NAMED with the list. A specimen or an altered proof wants a second reviewer, unless the tenant’s `confirmAgainst` is `alone`. In test mode nothing binds. */
  against?: Array<'ALTERED_PROOF' | 'SPECIMEN' | 'WRONG_PERSON' | 'CONTRADICTION' | 'OTHER_SESSION' | 'LIST_HIT'>
}

export type ReviewResponse = {
  /** WAITING_FOR_MANUAL_APPROVE if the tenant requires a second reviewer to agree. Until `undoUntilUtc` the data endpoints keep this status. */
  status: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** Until when it can be undone; the webhook is sent after that. */
  undoUntilUtc?: string
}

export type NewPictureRequest = {
  /** The `version` of the explanation that you have seen. If the case has changed since, nothing is done: 409 CASE_CHANGED. Optional until a new picture has come. */
  version?: string
  /** Which picture. */
  of: 'FRONT' | 'BACK' | 'FACE'
  /** The reason, shown to the person in their own language. GLARE, CUT_OFF and OTHER_DOCUMENT are about documents and do not fit a selfie. */
  reason: 'BLURRED' | 'GLARE' | 'CUT_OFF' | 'TOO_DARK' | 'COVERED' | 'NOT_THE_ORIGINAL' | 'OTHER_DOCUMENT' | 'OTHER'
  /** A sentence to the person, in your own words, in addition to the reason. */
  sentence?: string
}

export type NewPictureResponse = {
  /** Until when the person may send it. */
  untilUtc: string
  /** Until when it can be undone; the webhook is sent after that. */
  undoUntilUtc?: string
}

export type EscalateRequest = {
  /** The `version` of the explanation that you have seen. If the case has changed since, nothing is done: 409 CASE_CHANGED. Optional until a new picture has come. */
  version?: string
  /** What the second reviewer should look at. */
  reason: string
}

export type NoteRequest = {
  /** For colleagues. */
  note: string
}

export type UndoableResponse = {
  /** Until when it can be undone. */
  undoUntilUtc?: string
}

/** The `data` of the message event that an embedded frame posts to its parent when the process finishes. */
export type FrameMessage = {
  /** Session identifier. */
  sessionId: string
  /** True when the session finished successfully. */
  hasCompleted: boolean
  /** True when the process cannot continue; initialise a new session. */
  hasError: boolean
  error?: 'SESSION_ALREADY_COMPLETED' | 'SESSION_UNAUTHORIZED' | 'INTERNAL_ERROR'
}

/** One change of status. Signed as Standard Webhooks says, delivered at least once, in order per session. */
export type WebhookBody = {
  /** What has happened; an addition. `session.completed`: a decision was taken, `session.reviewed`: a reviewer decided, `session.picture_requested`: a reviewer asks for a new picture, `session.watchlist_hit`: a new version of a list contains somebody who may be this approved person, `session.expired`, `session.deleted`: it was erased before an earlier event could be delivered, `test`: sent manually from the console, for no session. */
  type: 'session.completed' | 'session.reviewed' | 'session.picture_requested' | 'session.watchlist_hit' | 'session.expired' | 'session.deleted' | 'test'
  /** Session identifier. */
  sessionId: string
  /** The status the session has changed to. Absent only with `session.deleted`: nothing is kept of that session. */
  status?: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** The tenant of the session, so that a receiver for several tenants knows whose secret signed; an addition. */
  tenant: string
  /** The mode of the credential that opened the session; an addition. */
  mode: 'test' | 'live'
  /** Your own reference of initialize. */
  externalId?: string
  /** What the person has to do now, or what was found, while the status stays; an addition. */
  action?: 'NEW_PICTURE' | 'WATCHLIST_HIT'
  /** Whether a trusted issuer signed what the chip, the barcode or the wallet showed; an addition. */
  proofs?: {
    chip?: 'TRUSTED' | 'ALTERED' | 'UNKNOWN_ISSUER' | 'UNREADABLE'
    seal?: 'TRUSTED' | 'UNKNOWN_ISSUER' | 'ALTERED' | 'EXPIRED' | 'UNREADABLE'
    credential?: 'TRUSTED' | 'ALTERED' | 'UNKNOWN_ISSUER' | 'UNREADABLE'
  }
  /** With an action: where the person does it. Made for this delivery; `initialize` with the same sessionId and body gives another. */
  webEnrolmentUrl?: string
  /** With NEW_PICTURE: which picture is wanted, and why. */
  newPicture?: {
    of: 'FRONT' | 'BACK' | 'FACE'
    reason: 'BLURRED' | 'GLARE' | 'CUT_OFF' | 'TOO_DARK' | 'COVERED' | 'NOT_THE_ORIGINAL' | 'OTHER_DOCUMENT' | 'OTHER'
    /** In the reviewer’s own words. */
    sentence?: string
  }
}

/** RFC 9457 problem details. */
export type Problem = {
  /** Where the code is explained. */
  type: string
  /** The meaning of the code. */
  title: string
  /** The HTTP status. */
  status: number
  /** Stable; switch on this. */
  code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'SIGN_IN_REQUIRED' | 'SECOND_FACTOR_NEEDED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_ALLOWED' | 'REQUEST_TIMEOUT' | 'RESULTS_NOT_READY' | 'SESSION_ALREADY_EXISTS' | 'SESSION_ALREADY_COMPLETED' | 'SESSION_EXPIRED' | 'SESSION_DELETED' | 'PERSON_UNAVAILABLE' | 'CREDENTIAL_UNAVAILABLE' | 'NOT_WAITING_FOR_REVIEW' | 'CASE_CLAIMED' | 'CASE_CHANGED' | 'SECOND_PERSON_NEEDED' | 'FINDINGS_NOT_NAMED' | 'TOO_MANY_NEW_PICTURES' | 'TOO_LATE_TO_UNDO' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'TOO_MANY_REQUESTS' | 'INTERNAL_ERROR' | 'SERVICE_UNAVAILABLE'
  /** What was wrong with this request. */
  detail?: string
  /** With RESULTS_NOT_READY: the status as of now. */
  sessionStatus?: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** With CASE_CHANGED: the present version of the case. */
  version?: string
  /** With CASE_CHANGED: what others did since you last looked, oldest first. */
  changes?: Array<{
    atUtc: string
    /** Who did it; `token` means the person. */
    actor: string
    /** The name of the action in the audit log. */
    action: string
  }>
  /** With FINDINGS_NOT_NAMED: what speaks against an approval. */
  against?: Array<{
    /** What a verdict names in `against`. */
    code: 'ALTERED_PROOF' | 'SPECIMEN' | 'WRONG_PERSON' | 'CONTRADICTION' | 'OTHER_SESSION' | 'LIST_HIT'
    /** What was found, in words. */
    reason: string
  }>
  /** The same as the header x-request-id. */
  requestId: string
}

export type ChallengeRequest = {
  /** The person cannot do the challenge and asks for another way: a reviewer looks instead. */
  declined?: true
}

/** A challenge of this session, or none if it was declined. */
export type ChallengeResponse = {
  /** Sent back with the frames. */
  id?: string
  /** To be made in this order, each out and back to the middle. Left and right are the person’s own; NEARER is towards the camera, BACK away from it. */
  moves?: Array<'LEFT' | 'RIGHT' | 'NEARER' | 'BACK'>
  /** Until when it can be answered, once. After that, request another one. */
  expiresInSeconds?: number
  /** True when no challenge was issued. */
  hasError?: boolean
  error?: 'SESSION_ALREADY_COMPLETED' | 'TOO_MANY_CHALLENGES'
}

/** What the camera saw while the moves were made. */
export type ChallengeFrames = {
  /** The id of the challenge. */
  id: string
  /** In the order in which they were taken, about three a second from before the first move until after the last; at most 600000 bytes together. */
  frames: Array<{
    /** Milliseconds since the challenge was issued. */
    at: number
    /** The frame as Base64 text: JPEG, PNG or WebP of at most 60000 bytes and one megapixel, not mirrored. 480 pixels on the longer side are enough. */
    image: string
  }>
}

export type ChipAppResponse = {
  /** Opens the app of the tenant. Its fragment, which no server sees, has `api`, `token`, and if the machine readable zone was read `documentNumber`, `birthDate` and `expiryDate`, which open the chip. Show it only to the person. */
  url?: string
  /** True when the session was completed before. */
  hasError?: boolean
  error?: 'SESSION_ALREADY_COMPLETED'
}

export type ChipChallengeResponse = {
  /** Eight random bytes in hex, valid for one answer within five minutes. */
  challenge?: string
  /** True when no challenge was drawn. */
  hasError?: boolean
  error?: 'SESSION_ALREADY_COMPLETED'
}

/** All files together have at most one megabyte. */
export type ChipRequest = {
  /** EF.SOD as it was read, Base64. */
  sod: string
  /** Data groups as they were read, by number, Base64. */
  dataGroups: {
    /** DG1: the machine readable zone. */
    1: string
    /** DG2: the portrait. */
    2: string
    /** DG7: the signature. */
    7?: string
    /** DG11: additional details of the holder. */
    11?: string
    /** DG12: additional details of the document. */
    12?: string
    /** DG13: what the issuer adds. */
    13?: string
    /** DG14: how the chip protects itself. */
    14?: string
    /** DG15: the public key of the chip. */
    15?: string
  }
  /** EF.COM as it was read, Base64. It is not signed and proves nothing. */
  com?: string
  /** The answer of the chip to the challenge of this session. */
  activeAuthentication?: {
    /** The signature that the chip answered with, Base64. */
    signature: string
  }
  /** How the reader opened the chip. Reported by the client and kept; it does not affect the decision. */
  access?: 'PACE' | 'BAC' | 'NONE'
  /** The result of chip authentication or PACE-CAM. Reported by the client and kept; it proves nothing, since only the reader saw it. */
  chipAuthentication?: 'DONE' | 'FAILED'
  /** What the chip refused, in the form of limen-chip-reader. It is not kept. */
  refusals?: Array<{
    step: string
    status?: string
    text: string
  }>
}

export type ChipResponse = {
  /** True when the chip was not accepted, or was found altered. */
  hasError: boolean
  /** Present when hasError is true. */
  error?: 'CHIP_UNREADABLE' | 'CHIP_ALTERED' | 'SESSION_ALREADY_COMPLETED' | 'INTERNAL_ERROR'
  /** ISO 3166 alpha-3 code of the issuer in the chip. */
  country?: string
  type?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
}

export type ChipCertificate = {
  subject: string
  issuer: string
  /** Beginning of its validity. */
  notBefore: string
  /** End of its validity. */
  notAfter: string
  /** For an authority: the list or file that it came from. */
  origin?: string
}

export type ChipResult = {
  /** TRUSTED: signed by a state that the operator trusts, and unchanged. ALTERED: a signature or hash does not hold. UNKNOWN_ISSUER: all signatures and hashes hold, but the signer is not trusted. */
  verdict: 'TRUSTED' | 'ALTERED' | 'UNKNOWN_ISSUER' | 'UNREADABLE'
  reasons: Array<{
    code: 'SIGNATURE_HOLDS' | 'ISSUER_TRUSTED' | 'SIGNED_OBJECT_UNREADABLE' | 'TOO_LARGE' | 'ALGORITHM_UNKNOWN' | 'CONTENT_TYPE_WRONG' | 'DIGEST_WRONG' | 'SIGNATURE_WRONG' | 'SIGNER_NOT_FOUND' | 'SIGNER_CERTIFICATE_WRONG' | 'DATA_GROUP_CHANGED' | 'DATA_GROUP_NOT_SIGNED' | 'DATA_GROUP_UNREADABLE' | 'AUTHORITY_UNKNOWN' | 'AUTHORITY_OUTSIDE_VALIDITY' | 'AUTHORITY_REVOKED' | 'SIGNER_OUTSIDE_VALIDITY' | 'SIGNER_REVOKED' | 'SIGNER_FOR_ANOTHER_PURPOSE' | 'SIGNED_OUTSIDE_KEY_USE' | 'SHA1' | 'ACTIVE_AUTHENTICATION_HOLDS' | 'ACTIVE_AUTHENTICATION_FALSE' | 'ACTIVE_AUTHENTICATION_UNREADABLE' | 'CHALLENGE_MISSING' | 'TRUST_FILE_REFUSED' | 'COUNTRY_DIFFERS' | 'LIST_DIFFERS'
    text: string
  }>
  /** GENUINE: the chip proved that it holds its private key. FALSE: it did not answer with that key, so it is a copy. ABSENT: it was not asked, or has no key; a copy of its files would look the same. */
  activeAuthentication: 'GENUINE' | 'FALSE' | 'ABSENT'
  /** ISO 3166 alpha-3 code of the issuer in DG1. */
  country?: string
  type?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  /** Every data group that was sent, by number, compared with its signed hash. */
  dataGroups: Record<string, 'SAME' | 'OTHER' | 'NOT_SIGNED'>
  /** The machine readable zone in DG1. */
  chipMrzResults: Array<MrzResult>
  /** DG11, if it was sent. */
  holder?: {
    fullName?: string
    personalNumber?: string
    dateOfBirth?: string
    placeOfBirth?: string
    address?: string
  }
  /** DG12, if it was sent. */
  document?: {
    issuingAuthority?: string
    dateOfIssue?: string
  }
  signer?: ChipCertificate
  authority?: ChipCertificate
  /** When the state signed it, if stated. */
  signedAt?: string
  /** What the program that read the chip reported. It cannot be verified and does not affect the decision. */
  saidByReader?: {
    access?: 'PACE' | 'BAC' | 'NONE'
    chipAuthentication?: 'DONE' | 'FAILED'
  }
  /** When it was sent. */
  readAt: string
  /** Names of the images of the chip. */
  availableImages: Array<'chip_face'>
}

export type SealResult = {
  /** TRUSTED: signed by an issuer that the operator trusts, and unchanged. ALTERED: the signature does not hold. EXPIRED: it or its signer was not valid. UNKNOWN_ISSUER: the signer is not trusted. */
  verdict: 'TRUSTED' | 'UNKNOWN_ISSUER' | 'ALTERED' | 'EXPIRED' | 'UNREADABLE'
  /** Whether the signature itself holds, independent of the signer. */
  signature: 'HOLDS' | 'WRONG' | 'NOT_CHECKED' | 'ABSENT'
  reasons: Array<{
    code: 'SIGNATURE_HOLDS' | 'ISSUER_TRUSTED' | 'SEAL_UNREADABLE' | 'SEAL_ENCRYPTED' | 'NOT_SIGNED' | 'ALGORITHM_UNKNOWN' | 'SIGNATURE_WRONG' | 'SIGNER_NOT_FOUND' | 'SIGNER_CERTIFICATE_WRONG' | 'AUTHORITY_UNKNOWN' | 'AUTHORITY_OUTSIDE_VALIDITY' | 'AUTHORITY_REVOKED' | 'SIGNER_OUTSIDE_VALIDITY' | 'SIGNER_REVOKED' | 'SIGNER_FOR_ANOTHER_PURPOSE' | 'COUNTRY_DIFFERS' | 'VALIDITY_OVER' | 'NOT_YET_VALID' | 'TRUST_FILE_REFUSED'
    text: string
  }>
  kind: 'VDS' | 'IDB' | 'VDS_NC' | 'CLAIM_169' | 'AADHAAR' | '2D_DOC'
  /** The side of the document that it is on. */
  side: 'FRONT' | 'BACK'
  /** The issuer as the barcode names it. */
  country?: string
  /** The kind of document as the barcode names it. */
  documentType?: string
  /** When it was signed, ISO 8601. */
  signedOn?: string
  /** Start of its validity, ISO 8601. */
  validFrom?: string
  /** End of its validity, ISO 8601. */
  validUntil?: string
  /** What it says about the person and the document. Fields that it does not hold are absent. */
  fields: {
    surname?: string
    givenNames?: string
    fullName?: string
    dateOfBirth?: string
    sex?: string
    nationality?: string
    documentNumber?: string
    passportNumber?: string
    personalNumber?: string
    issuingState?: string
    dateOfExpiry?: string
  }
  /** All its values in order, without pictures. */
  values: Array<{
    name: string
    value: string
  }>
  signer?: {
    subject: string
    issuer?: string
    notBefore?: string
    notAfter?: string
  }
  /** What the signature was checked with: the certificate of the signer, or else its public key. DER, Base64. */
  signedWith?: string
  authority?: {
    subject: string
    issuer?: string
    notBefore?: string
    notAfter?: string
    origin: string
  }
  /** The contents of the code, Base64, for verification with the certificates. */
  raw: string
  readAt: string
}

export type WalletRequestRequest = {
  /** browser: through the Digital Credentials API of the browser that shows the page. link: an address that a wallet on another device opens, as a QR code. redirect: an address that opens a wallet on this device; the wallet returns to the hosted page with a response code, and its answer counts only in this session. */
  transport: 'browser' | 'link' | 'redirect'
}

export type WalletRequestResponse = {
  /** The protocol of the first request, which is OpenID4VP; with browser. */
  protocol?: 'openid4vp-v1-signed'
  /** The signed request, for `digital.requests[].data.request`; with browser. */
  request?: string
  /** For `digital.requests` of navigator.credentials.get, with browser: the same request for OpenID4VP and, for mdocs, for ISO/IEC 18013-7 annex C. A wallet answers one. */
  requests?: Array<{
    protocol: 'openid4vp-v1-signed' | 'org-iso-mdoc'
    data: Record<string, string>
  }>
  /** The address that opens a wallet, also for the QR code; with link and redirect. */
  link?: string
  /** The request is valid for one answer within this time. */
  expiresInSeconds?: number
  /** True when no request was created. */
  hasError?: boolean
  error?: 'SESSION_ALREADY_COMPLETED'
}

export type CredentialRequest = {
  /** The encrypted answer as the browser handed it over: `data.response` of the DigitalCredential. */
  response?: string
  /** `protocol` of the DigitalCredential; openid4vp-v1-signed if absent. */
  protocol?: 'openid4vp-v1-signed' | 'org-iso-mdoc'
  /** Instead of response, with redirect: `response_code` of the address that the wallet returned to. */
  responseCode?: string
}

export type CredentialResponse = {
  /** True when the credential was not accepted, or was found altered. */
  hasError: boolean
  /** Present when hasError is true. */
  error?: 'CREDENTIAL_UNREADABLE' | 'CREDENTIAL_ALTERED' | 'CREDENTIAL_NOT_ACCEPTED' | 'CREDENTIAL_NOT_BOUND' | 'CREDENTIAL_EXPIRED' | 'CREDENTIAL_NOT_YET_VALID' | 'CREDENTIAL_REVOKED' | 'WALLET_DECLINED' | 'WALLET_REQUEST_OVER' | 'SESSION_ALREADY_COMPLETED' | 'INTERNAL_ERROR'
  /** ISO 3166 alpha-3 code of the issuer. */
  country?: string
  type?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
}

export type CredentialResult = {
  /** TRUSTED: signed by an issuer that the operator trusts, and unchanged. ALTERED: a signature or digest does not hold. UNKNOWN_ISSUER: all signatures and digests hold, but the issuer is not trusted. */
  verdict: 'TRUSTED' | 'ALTERED' | 'UNKNOWN_ISSUER' | 'UNREADABLE'
  reasons: Array<{
    code: 'SIGNATURE_HOLDS' | 'ISSUER_TRUSTED' | 'LIST_OUT_OF_DATE' | 'CREDENTIAL_UNREADABLE' | 'TOO_LARGE' | 'ALGORITHM_UNKNOWN' | 'SIGNATURE_WRONG' | 'DIGEST_WRONG' | 'DISCLOSURE_NOT_SIGNED' | 'DISCLOSURE_TWICE' | 'TYPE_WRONG' | 'TYPE_NOT_ACCEPTED' | 'CERTIFICATE_MISSING' | 'SIGNER_CERTIFICATE_WRONG' | 'ISSUER_UNKNOWN' | 'ISSUER_OUTSIDE_VALIDITY' | 'ISSUER_REVOKED' | 'ISSUER_FOR_ANOTHER_PURPOSE' | 'COUNTRY_DIFFERS' | 'EXPIRED' | 'NOT_YET_VALID' | 'HOLDER_BINDING_HOLDS' | 'HOLDER_BINDING_MISSING' | 'HOLDER_SIGNATURE_WRONG' | 'NONCE_WRONG' | 'AUDIENCE_WRONG' | 'PRESENTATION_CHANGED' | 'PRESENTED_AT_ANOTHER_TIME' | 'STATUS_VALID' | 'STATUS_REVOKED' | 'STATUS_SUSPENDED' | 'STATUS_UNKNOWN' | 'TRUST_FILE_REFUSED'
    text: string
  }>
  /** HOLDS: the device that the credential was issued to answered this request. FALSE: the answer is from another device or to another request. ABSENT: no device signed an answer. */
  holderBinding: 'HOLDS' | 'FALSE' | 'ABSENT'
  validity: 'VALID' | 'EXPIRED' | 'NOT_YET_VALID'
  /** The status in the issuer’s list. UNKNOWN: the list could not be read. ABSENT: the credential names no list. */
  status: 'VALID' | 'REVOKED' | 'SUSPENDED' | 'UNKNOWN' | 'ABSENT'
  format: 'dc+sd-jwt' | 'mso_mdoc'
  /** The `vct` of an SD-JWT VC, the document type of an mdoc. */
  credentialType: string
  /** How the wallet was asked. */
  transport: 'browser' | 'link' | 'redirect'
  /** ISO 3166 alpha-3 code of the issuer. */
  country?: string
  /** The document that it represents. */
  type?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  /** What it says about its holder; dates as ISO 8601. What was not disclosed is absent. */
  claims: {
    family_name?: string
    given_name?: string
    birth_date?: string
    nationality?: string
    document_number?: string
    issue_date?: string
    expiry_date?: string
    issuing_country?: string
    issuing_authority?: string
  }
  issuer?: ChipCertificate
  authority?: ChipCertificate
  /** When the issuer signed it. */
  signedAt?: string
  /** Start of the credential’s validity. */
  validFrom?: string
  /** End of the credential’s validity. */
  validUntil?: string
  /** When it was presented. */
  receivedAt: string
  /** Names of the images of the credential. */
  availableImages: Array<'credential_face'>
}

/** An offer under OpenID4VCI 1.0 with a pre-authorized code. */
export type CredentialOfferResponse = {
  /** Opens a wallet on the phone; shown as a QR code elsewhere. Anyone who has it can take the credential. */
  link: string
  /** Until when the offer can be used. It can be used once. */
  expiresAtUtc: string
}

export type IssuedCredentialsResponse = {
  /** Newest first. A newer one revokes those before it. */
  credentials: Array<{
    issuedAtUtc: string
    expiresAtUtc: string
    /** Absent if it was not revoked. */
    revokedAtUtc?: string
  }>
}

export type PairAnswerRequest = {
  /** same: one person; alike: two people who look alike, such as twins; other: two people. */
  answer: 'same' | 'alike' | 'other'
  /** Why, in words. */
  reason: string
}

export type PairListResponse = {
  duplicates: Array<{
    /** The other session. */
    sessionId: string
    /** What the two have in common. */
    by: Array<'documentNumber' | 'face' | 'documentPicture'>
    /** Before this session was decided, a reviewer said that the faces belong to two people: the face was not a reason. */
    isSettled: boolean
    /** The latest answer about the two. */
    answer?: {
      /** same: one person; alike: two people who look alike, such as twins; other: two people. */
      answer: 'same' | 'alike' | 'other'
      reason: string
      /** The reviewer. */
      by: string
      /** When the answer was given. */
      atUtc: string
    }
  }>
}

export type PairSide = {
  sessionId: string
  status: 'PENDING' | 'WAITING_FOR_MANUAL_APPROVE' | 'AUTO_APPROVED' | 'MANUAL_APPROVED' | 'AUTO_REJECTED' | 'MANUAL_REJECTED' | 'EXPIRED'
  /** When the session was opened. */
  createdUtc: string
  /** When it was completed. */
  completedUtc?: string
  externalId?: string
  documentName?: string
  documentType?: 'PASSPORT' | 'IDENTITY_CARD' | 'DRIVER_LICENSE' | 'VISA' | 'RESIDENCE_PERMIT' | 'OTHER'
  /** ISO 3166 alpha-3 country code. */
  country?: string
  /** The portrait of the document. */
  portrait?: {
    image: 'primary_face' | 'chip_face' | 'credential_face'
    /** As shares of the picture. */
    eyes?: {
      left: {
        x: number
        y: number
      }
      right: {
        x: number
        y: number
      }
    }
  }
  selfie?: {
    image: 'face_cropped' | 'face_original'
    /** As shares of the picture. */
    eyes?: {
      left: {
        x: number
        y: number
      }
      right: {
        x: number
        y: number
      }
    }
  }
}

export type PairResponse = {
  /** The other session. */
  sessionId: string
  /** What the two have in common. */
  by: Array<'documentNumber' | 'face' | 'documentPicture'>
  /** Before this session was decided, a reviewer said that the faces belong to two people: the face was not a reason. */
  isSettled: boolean
  /** The latest answer about the two. */
  answer?: {
    /** same: one person; alike: two people who look alike, such as twins; other: two people. */
    answer: 'same' | 'alike' | 'other'
    reason: string
    /** The reviewer. */
    by: string
    /** When the answer was given. */
    atUtc: string
  }
  here: PairSide
  there: PairSide
  /** How alike the two selfies are; absent if a face was erased or none was read. */
  faceScore?: number
  /** What the two documents state, field by field. */
  fields: Array<{
    name: 'address' | 'authority' | 'date_of_birth' | 'date_of_expiry' | 'date_of_issue' | 'document_class_code' | 'document_number' | 'fathers_name' | 'first_issue_date' | 'given_name' | 'height' | 'issuing_state_code' | 'issuing_state_name' | 'middle_name' | 'mothers_name' | 'nationality' | 'personal_number' | 'place_of_birth' | 'place_of_issue' | 'second_surname' | 'sex' | 'surname' | 'surname_and_given_names'
    here?: string
    there?: string
    /** Absent if only one of the two states it. */
    agrees?: boolean
  }>
}
