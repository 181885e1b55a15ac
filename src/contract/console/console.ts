import { type Static, Type } from 'typebox'
import type { ActiveAuthentication, CertificateSummary, ChipVerdict, GroupState } from '../../domain/chip/verdict.ts'
import type { CredentialClaims } from '../../domain/credential/claims.ts'
import type { CredentialStatus, CredentialVerdict, HolderBinding } from '../../domain/credential/verdict.ts'
import { FACTOR_NAMES } from '../../domain/decision/factors/index.ts'
import {
  type AgeAnswerWord,
  CAPTURE_STEPS,
  type CaptureCount,
  type DeviceClass,
  DOCUMENT_TYPES,
  type DocumentType,
  type ImageName,
  MODES,
  type Mode,
  type NewPictureReason,
  type PageSide,
  type Part,
  type ReviewAct,
  STATUSES,
  type Status,
} from '../../domain/vocabulary.ts'
import type { ExplanationResponse } from '../data/explanation.ts'
import { words } from '../schema.ts'
import type { Role } from './console-words.ts'
import type { EyePoints, SidePlace } from './place.ts'
import type { CaseWatchlist } from './watchlist.ts'

export type { Mode } from '../../domain/vocabulary.ts'

/** What the console and its own part of the service say to each other. It is no part of the public contract. */

export const SignInRequest = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.String({ minLength: 1, maxLength: 512 }),
    code: Type.Optional(Type.String({ pattern: '^\\d{6}$' })),
  },
  { additionalProperties: false },
)

/** Twelve characters are what the lock-out is reckoned for. */
export const PasswordChange = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 512 }), next: Type.String({ minLength: 12, maxLength: 512 }) },
  { additionalProperties: false },
)

export interface Me {
  username: string
  role: Role
  /** Whose sessions are seen; all when absent. */
  tenants?: readonly string[]
  secondFactor: boolean
  /** There must be one, and there is none yet: nothing else opens. */
  mustSetUp?: boolean
  /** The company's provider vouches for this account: it has neither password nor second factor here. */
  byProvider?: boolean
}

/** How one can sign in. */
export interface SignInWays {
  local: boolean
  /** What the company's own sign-in is called. */
  provider?: string
}

/** Which sessions a screen is about: live ones, unless it says otherwise. */
const mode = Type.Optional(words(MODES))
export const ModeQuery = Type.Object({ mode }, { additionalProperties: false })

export interface QueueCase {
  id: string
  tenant: string
  mode: Mode
  waitingSinceUtc: string
  documentType?: DocumentType
  country?: string
  externalId?: string
  claimedBy?: string
  /** Of the decision, and the factor that called for a reviewer first; absent for cases of earlier versions. */
  score?: number
  cause?: string
  /** Something speaks against it. */
  isRisky?: boolean
  dueUtc?: string
  /** The person was asked for a picture that may still come. */
  askedUntilUtc?: string
  /** To whom a new picture came back. */
  waitsFor?: string
  /** Somebody has spoken; it wants another reviewer. */
  isSecond?: boolean
}
export interface Queue {
  total: number
  cases: QueueCase[]
  /** Of all cases of the mode: how many wait for a reviewer and for a person, and what for. */
  tally: { reviewer: number; person: number; causes: Record<string, number> }
}

/** Which of the waiting cases, and in which order. */
const queueFilter = {
  mode,
  waitsFor: Type.Optional(words(['reviewer', 'person'])),
  /** Only those that the asking reviewer has in hand. */
  mine: Type.Optional(words(['true'])),
  cause: Type.Optional(words(FACTOR_NAMES)),
  documentType: Type.Optional(words(DOCUMENT_TYPES)),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{1,3}$' })),
  tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  order: Type.Optional(words(['pressing', 'oldest', 'newest', 'score'])),
}
export const QueueFilter = Type.Object(queueFilter, { additionalProperties: false })
export type QueueFilter = Static<typeof QueueFilter>

export const NextRequest = Type.Object(
  { ...queueFilter, except: Type.Array(Type.String({ maxLength: 36 }), { maxItems: 200 }) },
  { additionalProperties: false },
)

/** One value of a field as a source states it; a date also in ISO 8601, when it could be understood. */
export interface FieldValue {
  text: string
  date?: string
  /** Where it was read; absent where that was not noted. */
  place?: SidePlace
}
export interface CaseField {
  name: string
  visual?: FieldValue & {
    confidence: number
    side: PageSide
    /** What says that this is the field. */
    by?: 'model' | 'catalogue' | 'label' | 'number' | 'heading' | 'category' | 'mrz' | 'place'
  }
  mrz?: FieldValue
  barcode?: FieldValue
  /** What the chip says. */
  chip?: FieldValue
  /** The sources that were compared with the visual zone and found to differ. */
  differs: ('mrz' | 'barcode' | 'chip')[]
}

/** What the chip's signatures say: who signed for whom, and what of it was sent. */
export interface CaseChip {
  verdict: ChipVerdict
  activeAuthentication: ActiveAuthentication
  reasons: { code: string; text: string }[]
  /** ISO 3166 alpha-2, as the signer's certificate has it. */
  country?: string
  authority?: CertificateSummary & { origin: string }
  signer?: CertificateSummary
  signedUtc?: string
  readUtc: string
  /** Every data group that was sent, by number. */
  dataGroups: Record<string, GroupState>
  /** Said by the program that read the chip; nobody else saw it. */
  saidByReader?: { access?: string; chipAuthentication?: string }
}

/** What a wallet presented, and how far it can be trusted. */
export interface CaseCredential {
  verdict: CredentialVerdict
  holderBinding: HolderBinding
  status: CredentialStatus
  reasons: { code: string; text: string }[]
  credentialType: string
  claims: CredentialClaims
  issuer?: CertificateSummary
  authority?: CertificateSummary & { origin: string }
  receivedUtc: string
}

export interface CaseView {
  id: string
  /** Names what is shown here: sent with what the reviewer does to the case. */
  version: string
  tenant: string
  mode: Mode
  status: Status
  createdUtc: string
  completedUtc?: string
  externalId?: string
  applicantForm?: { firstName?: string; lastName?: string; dateOfBirth?: string }
  claimedBy?: string
  documentName?: string
  country?: string
  documentType?: DocumentType
  images: ImageName[]
  /** Sides of the document that were recognised by no model that was taught, so that one can be. */
  untaught: PageSide[]
  /** What became of the challenge that came with the selfie. */
  challenge?: { asked: string[]; passed: boolean; findings: { check: string; passed: boolean; reason: string }[] }
  fields: CaseField[]
  /** Where the chip of the document was read. */
  chip?: CaseChip
  /** Where a wallet presented one. */
  credential?: CaseCredential
  /** Where each part of the document stands, and what looks changed on it, most telling first. */
  places: { portrait?: SidePlace; mrz?: SidePlace; barcode?: SidePlace; traces: (SidePlace & { about?: string })[] }
  /** By which the two faces are laid over each other. */
  eyes: { portrait?: EyePoints; selfie?: EyePoints }
  mrzLines: string[]
  age?: number
  consent?: {
    by: 'page' | 'integrator'
    givenUtc: string
    textVersion: string
    lang?: string
    text?: string
    /** They also agreed that their face is kept to recognise them later. */
    keepFace?: boolean
  }
  /** When its faces as numbers were erased. */
  faceForgottenUtc?: string
  /** What a session of the flow `age` answered; nothing else is kept of it. */
  ageAnswer?: { atLeast: number; answer: AgeAnswerWord }
  /** Whom a returning person says to be; with a selfie where the earlier session still has one. */
  person?: { sessionId: string; selfie?: ImageName }
  explanation?: ExplanationResponse
  /** Those on lists who may be the person; absent where they were compared with none. */
  watchlist?: CaseWatchlist
  /** Newest first; `detail` is what the audit log keeps in addition to the action. */
  history: { atUtc: string; actor: string; action: string; detail?: Record<string, string | number | boolean> }[]
  /** What reviewers did, oldest first. */
  acts: {
    act: ReviewAct
    reviewer: string
    reason: string
    code?: string
    atUtc: string
    isUndone?: boolean
  }[]
  newPictures: {
    of: Part
    reason: NewPictureReason
    sentence?: string
    by: string
    askedUtc: string
    untilUtc: string
    answeredUtc?: string
  }[]
  /** Earlier pictures and decisions, oldest first: they stay until the session is erased. */
  earlier: { untilUtc: string; score: number; images: ImageName[] }[]
  /** What this reviewer may do to it. */
  may: {
    /** Pictures that can be asked for again. */
    ask: Part[]
    /** False when they have said what they think and somebody else must agree. */
    settle: boolean
    /** For so many seconds they can take back what they did. */
    undoSeconds: number
  }
  /** Reasons of rejection: those of everybody and the tenant's own. */
  rejectionReasons: { code: string; text: string }[]
}

const minutes = Type.Number({ minimum: 0, maximum: 1e6 })

export const SearchRequest = Type.Object(
  {
    mode,
    id: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F][0-9a-fA-F-]{3,35}$' })),
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    /** The beginnings of a reference, of names, of a number; in quotation marks a whole one. */
    text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    status: Type.Optional(words(STATUSES)),
    statuses: Type.Optional(Type.Array(words(STATUSES), { minItems: 1, maxItems: STATUSES.length })),
    from: Type.Optional(Type.String({ format: 'date-time' })),
    before: Type.Optional(Type.String({ format: 'date-time' })),
    documentType: Type.Optional(words(DOCUMENT_TYPES)),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{1,3}$' })),
    reached: Type.Optional(words(CAPTURE_STEPS)),
    decided: Type.Optional(
      Type.Object(
        {
          by: words(['rules', 'reviewer']),
          from: Type.Optional(Type.String({ format: 'date-time' })),
          overMinutes: Type.Optional(minutes),
          underMinutes: Type.Optional(minutes),
        },
        { additionalProperties: false },
      ),
    ),
    reviewer: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    after: Type.Optional(
      Type.Object({ createdUtc: Type.String({ format: 'date-time' }), id: Type.String({ maxLength: 36 }) }),
    ),
  },
  { additionalProperties: false },
)
export type SearchRequest = Static<typeof SearchRequest>

export const ExportRequest = Type.Object(
  { ...SearchRequest.properties, format: words(['csv', 'jsonl']) },
  { additionalProperties: false },
)

export interface FoundSession {
  id: string
  tenant: string
  mode: Mode
  status: Status
  createdUtc: string
  completedUtc?: string
  documentType?: DocumentType
  country?: string
  externalId?: string
}
/** `total` stops counting at `countedTo`. */
export interface SearchResult {
  total: number
  countedTo: number
  sessions: FoundSession[]
}

/** The days that an overview can be about, today included. */
const OVERVIEW_DAYS = [7, 30, 90] as const
export const OverviewQuery = Type.Object(
  {
    mode,
    days: Type.Optional(words(OVERVIEW_DAYS.map(String))),
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  },
  { additionalProperties: false },
)

export interface CaptureFigure extends CaptureCount {
  device: DeviceClass
  language: string
  times: number
}

export interface OverviewResponse {
  /** Oldest first, one entry a day without gaps. */
  days: { day: string; counts: Partial<Record<Status, number>> }[]
  /** Upper edges of the spans in minutes; the last span has none. */
  spans: { edges: number[]; automatic: number[]; reviewed: number[] }
  refusals: { code: string; refusals: number }[]
  /** How far people came, why pictures were refused, how many a step took and how long. */
  captures: CaptureFigure[]
  /** Of the node that answered, since it started; for those who see all tenants. */
  engine?: {
    queued?: number
    /** Faces that were read into memory for the duplicate check, of how many. */
    faces?: { read: number; total: number }
    steps: { step: string; calls: number; meanMs: number }[]
  }
  webhooks: { pending: number; failed: number }
  waiting: number
  /** Lists that people are compared with: how far approved people were compared with each, and hits nobody has answered. */
  lists: { open: number; runs: { list: string; persons: number; compared: number; found: number; isDone: boolean }[] }
  /** Verdicts, the different hours they were given in, and those that were decided otherwise later. */
  reviewers: { reviewer: string; verdicts: number; hours: number; overturned: number }[]
}
