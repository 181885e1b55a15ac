import { type Static, Type } from 'typebox'
import {
  type ChallengeSetting,
  FOUR_EYES,
  type FourEyes,
  type MinorsAccepted,
  MODES,
  type Mode,
  RIGHTS,
  type Right,
  type Status,
  type Step,
  type Strangers,
} from '../../domain/vocabulary.ts'
import type { Theme } from '../enrolment/enrolment-state.ts'
import type { PageTexts } from '../page-texts.ts'
import { words } from '../schema.ts'
import { type Effect, ROLES, type Role } from './console-words.ts'

/** What admins set in the console. */

const tenant = Type.String({ minLength: 1, maxLength: 64 })
/** Whose sessions somebody sees. */
const tenants = Type.Union([Type.Literal('all'), Type.Array(tenant, { minItems: 1, maxItems: 100, uniqueItems: true })])
export type TenantsSeen = Static<typeof tenants>

export const CredentialRequest = Type.Object(
  {
    tenant,
    mode: Type.Optional(words(MODES)),
    label: Type.Optional(Type.String({ maxLength: 80 })),
    rights: Type.Optional(Type.Array(words(RIGHTS), { minItems: 1, uniqueItems: true })),
  },
  { additionalProperties: false },
)
export interface CredentialEntry {
  username: string
  tenant: string
  mode: Mode
  /** What people call it. */
  label?: string
  rights: readonly Right[]
  createdUtc: string
  lastUsedUtc?: string
  revokedUtc?: string
}
/** A password that is shown this once. */
export interface ShownOnce {
  username: string
  password: string
}

export const AccountRequest = Type.Object(
  {
    username: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{1,63}$' }),
    role: words(ROLES),
    tenants: Type.Optional(tenants),
  },
  { additionalProperties: false },
)
export const AccountChange = Type.Object(
  {
    role: Type.Optional(words(ROLES)),
    disabled: Type.Optional(Type.Boolean()),
    tenants: Type.Optional(tenants),
    reset: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export interface AccountEntry {
  username: string
  role: Role
  /** Whose sessions are seen; all when absent. */
  tenants?: readonly string[]
  secondFactor: boolean
  /** An OpenID provider vouches for it. */
  byProvider: boolean
  createdUtc: string
  locked: boolean
  disabled: boolean
}

/** One browser in which somebody is signed in. */
export interface SignInEntry {
  id: string
  username: string
  network: string
  /** What the browser calls itself. */
  agent: string
  sinceUtc: string
  seenUtc: string
  /** The one that asks. */
  here: boolean
}

export const ReplayRequest = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 64 })),
    /** All that failed of a tenant. */
    failedOf: Type.Optional(tenant),
  },
  { additionalProperties: false },
)
export interface WebhookEvent {
  id: string
  sessionId: string
  status: Status
  state: 'pending' | 'delivered' | 'failed'
  createdUtc: string
  attempts: number
}
export interface WebhookList {
  address?: string
  pending: number
  failed: number
  events: WebhookEvent[]
}
export interface WebhookAttempts {
  /** The body as it is sent, set in lines. */
  payload: string
  /** `answered` is the HTTP status, absent where nothing came. */
  attempts: { atUtc: string; outcome: string; answered?: number; tookMs?: number }[]
}
export interface WebhookTest {
  /** The HTTP status that the receiver answered with; absent when it could not be reached. */
  answered?: number
  problem?: string
}

/** What signs a tenant's webhooks, newest first. */
export interface WebhookSecrets {
  secrets: { secret: string; untilUtc?: string }[]
}

/** The policy as JSON text, as an admin edits it. */
export const PolicyText = Type.Object({ text: Type.String({ maxLength: 50_000 }) }, { additionalProperties: false })
/** Tried on the sessions of one mode: the live ones, unless it says otherwise. */
export const PolicyTrial = Type.Object(
  { ...PolicyText.properties, mode: Type.Optional(words(MODES)) },
  { additionalProperties: false },
)
/** How one factor is graded and what each level does; the same as the policy's JSON. */
export interface PolicyRule {
  enabled: boolean
  required: boolean
  high: number
  medium: number
  weight: number
  onLow: Effect
  onMedium: Effect
  onUnknown: Effect
  onUnavailable?: Effect
}
export interface PolicyView {
  text: string
  /** Every factor there is, with its question and the rule that it has unless a policy says otherwise. */
  factors: { name: string; question: string; defaultRule: PolicyRule }[]
  sha256: string
  history: { atUtc: string; actor: string; name: string; version: string; sha256: string }[]
}
/** How past sessions scored: by factor how many in each step from 0 to 100. */
export interface PastScores {
  sessions: number
  scores: Record<string, number[]>
}
export interface PolicyEffect {
  sha256: string
  sessions: number
  /** There are more sessions than were decided again. */
  isSample: boolean
  changed: number
  moves: { from: string; to: string; sessions: number }[]
  because: { factor: string; sessions: number }[]
  examples: { id: string; from: string; to: string }[]
}

/** How a tenant wants its cases reviewed. */
export interface ReviewSettings {
  fourEyes: FourEyes
  reviewHours?: number
  /** In addition to those that everybody has. */
  rejectionReasons: { code: string; text: string }[]
}

export interface TenantView {
  id: string
  review: ReviewSettings
  name: string
  retentionDays: number
  /** Whether the page takes a chosen file as a live selfie. */
  selfieFiles: boolean
  /** Whether a picture that was refused over and over may go to a reviewer as it is. */
  refusedToReviewer: boolean
  webhookUrl?: string
  steps: Step[]
  /** Flows of its own, by name. */
  flows: Record<string, { steps: Step[] }>
  returnUrl?: string
  frameOrigins: string[]
  asksConsent: boolean
  /** Whether people are asked if their face may be kept to recognise them later. */
  keepsFaces: boolean
  /** To one who would be taken for a returning person. */
  strangers: Strangers
  /** Of people just below an age limit. */
  minorsAccepted: MinorsAccepted
  challenge?: ChallengeSetting
  /** Whether people are compared with lists; no list named is all of them. */
  screening: { enabled: boolean; lists: string[]; threshold: number }
  theme: Theme
  texts: PageTexts
}
export const NewTenant = Type.Object(
  { id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }), name: Type.String({ minLength: 1, maxLength: 80 }) },
  { additionalProperties: false },
)
/** What a change would be refused for; absent when it would be taken. */
export interface TenantProblem {
  problem?: string
}
export const TenantChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    retentionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    selfieFiles: Type.Optional(Type.Boolean()),
    refusedToReviewer: Type.Optional(Type.Boolean()),
    fourEyes: Type.Optional(words(FOUR_EYES)),
    reviewHours: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 720 }), Type.Null()])),
    rejectionReasons: Type.Optional(
      Type.Array(Type.Object({ code: Type.String(), text: Type.String() }), { maxItems: 20 }), // the action says what is wrong
    ),
    webhookUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    returnUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    steps: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    flows: Type.Optional(Type.Unsafe<Record<string, { steps: Step[] }>>({ type: 'object' })), // the action says what is wrong
    frameOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 })),
    asksConsent: Type.Optional(Type.Boolean()),
    keepsFaces: Type.Optional(Type.Boolean()),
    strangers: Type.Optional(Type.Integer()), // the action says what is wrong
    minorsAccepted: Type.Optional(Type.String({ maxLength: 10 })),
    challenge: Type.Optional(Type.String({ maxLength: 20 })),
    screening: Type.Optional(
      Type.Unsafe<{ enabled: boolean; lists?: string[]; threshold?: number }>({ type: 'object' }), // the action says what is wrong
    ),
    theme: Type.Optional(Type.Unsafe<Theme>({ $ref: 'Theme#' })),
    texts: Type.Optional(Type.Unsafe<PageTexts>({ type: 'object' })), // the action says what is wrong, in words
  },
  { additionalProperties: false },
)

/** Whom chips and wallets are trusted by: authorities, signers and revocation lists. */
export interface TrustView {
  items: {
    sha256: string
    purpose: 'chip' | 'wallet'
    kind: string
    /** ISO 3166 alpha-2; empty where it names none. */
    country: string
    name: string
    /** The file it came from. */
    origin: string
    endsUtc?: string
    /** When the master list was signed that it came in. */
    listedUtc?: string
    importedUtc: string
  }[]
  newestListUtc?: string
  /** Countries whose last authority for chips ends within 60 days. */
  endingSoon: string[]
}
