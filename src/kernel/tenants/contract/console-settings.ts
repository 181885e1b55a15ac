import { type Static, Type } from 'typebox'
import { RIGHTS, type Right } from '../../accounts/credential-rights.ts'
import { ROLES } from '../../contract/console-words.ts'
import { ref, words } from '../../contract/schema.ts'
import { ASSURANCE_LEVELS, type Assurance } from '../../decision/levels.ts'
import type { FactorRule } from '../../decision/rule.ts'
import { EVENT_STATES } from '../../events/event-types.ts'
import { CONFIRM_AGAINST, FOUR_EYES } from '../../review/review-words.ts'
import { Theme } from '../../session/contract/enrolment-state.ts'
import { MODES, STATUSES, STEPS, type Step } from '../../session/session-words.ts'
import {
  CHALLENGE_SETTINGS,
  CHIP_SETTINGS,
  MINORS_ACCEPTED,
  SEAL_SETTINGS,
  type Strangers,
  UNNAMED_DOCUMENTS,
  WALLET_SETTINGS,
  WITHOUT_PORTRAIT,
} from '../../vocabulary.ts'
import type { PageTexts } from './page-texts.ts'

/** What admins can change in the console. */

/** What the action looks at, so that it can say in words what is wrong: here only its size is limited. */
const plain = [{ type: 'string', maxLength: 10_000 }, ...['number', 'boolean', 'null'].map((type) => ({ type }))]
const named = (values: object, most: number) => ({
  type: 'object',
  maxProperties: most,
  propertyNames: { maxLength: 1_000 },
  additionalProperties: values,
})
const list = { type: 'array', maxItems: 1_000, items: { anyOf: plain } }
const loose = { anyOf: [...plain, list, named({ anyOf: [...plain, list] }, 1_000)] }

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
export const CredentialEntry = Type.Object({
  username: Type.String(),
  tenant: Type.String(),
  mode: words(MODES),
  /** The display name. */
  label: Type.Optional(Type.String()),
  rights: Type.Unsafe<readonly Right[]>(Type.Array(words(RIGHTS))),
  createdUtc: Type.String(),
  lastUsedUtc: Type.Optional(Type.String()),
  revokedUtc: Type.Optional(Type.String()),
})
export type CredentialEntry = Static<typeof CredentialEntry>
/** A password that is shown only this once. */
export const ShownOnce = Type.Object({
  username: Type.String(),
  password: Type.String(),
})
export type ShownOnce = Static<typeof ShownOnce>

export const AccountRequest = Type.Object(
  {
    username: Type.String({ maxLength: 64, pattern: '^[a-z0-9][a-z0-9._-]{1,63}$' }),
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
/** A new password, shown only this once. */
export const AccountChanged = Type.Object({ password: Type.Optional(Type.String()) })
export type AccountChanged = Static<typeof AccountChanged>
export const AccountEntry = Type.Object({
  username: Type.String(),
  role: words(ROLES),
  /** Whose sessions are seen; all when absent. */
  tenants: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(Type.String()))),
  secondFactor: Type.Boolean(),
  /** An OpenID provider vouches for it. */
  byProvider: Type.Boolean(),
  createdUtc: Type.String(),
  locked: Type.Boolean(),
  disabled: Type.Boolean(),
})
export type AccountEntry = Static<typeof AccountEntry>

/** One browser in which somebody is signed in. */
export const SignInEntry = Type.Object({
  id: Type.String(),
  username: Type.String(),
  network: Type.String(),
  /** What the browser calls itself. */
  agent: Type.String(),
  sinceUtc: Type.String(),
  seenUtc: Type.String(),
  /** The sign-in that sends the request. */
  here: Type.Boolean(),
})
export type SignInEntry = Static<typeof SignInEntry>

export const ReplayRequest = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 64 })),
    /** All that failed for a tenant. */
    failedOf: Type.Optional(tenant),
  },
  { additionalProperties: false },
)
/** How many are sent again. */
export const Replayed = Type.Object({ events: Type.Number() })
export type Replayed = Static<typeof Replayed>
export const WebhookEvent = Type.Object({
  id: Type.String(),
  sessionId: Type.String(),
  status: words(STATUSES),
  state: words(EVENT_STATES),
  createdUtc: Type.String(),
  attempts: Type.Number(),
})
export type WebhookEvent = Static<typeof WebhookEvent>
export const WebhookList = Type.Object({
  address: Type.Optional(Type.String()),
  pending: Type.Number(),
  failed: Type.Number(),
  events: Type.Array(WebhookEvent),
})
export type WebhookList = Static<typeof WebhookList>
export const WebhookAttempts = Type.Object({
  /** The body as it is sent, pretty-printed. */
  payload: Type.String(),
  /** `answered` is the HTTP status, absent without an answer. */
  attempts: Type.Array(
    Type.Object({
      atUtc: Type.String(),
      outcome: Type.String(),
      answered: Type.Optional(Type.Number()),
      tookMs: Type.Optional(Type.Number()),
    }),
  ),
})
export type WebhookAttempts = Static<typeof WebhookAttempts>
export const WebhookTest = Type.Object({
  /** The HTTP status that the receiver answered with; absent when it could not be reached. */
  answered: Type.Optional(Type.Number()),
  problem: Type.Optional(Type.String()),
})
export type WebhookTest = Static<typeof WebhookTest>

/** The secrets that sign a tenant's webhooks, newest first. */
export const WebhookSecrets = Type.Object({
  secrets: Type.Array(
    Type.Object({
      secret: Type.String(),
      untilUtc: Type.Optional(Type.String()),
    }),
  ),
})
export type WebhookSecrets = Static<typeof WebhookSecrets>

/** The policy as JSON text, as an admin edits it. */
export const PolicyText = Type.Object({ text: Type.String({ maxLength: 50_000 }) }, { additionalProperties: false })
/** Tried on the sessions of one mode: the live ones, unless it says otherwise. */
export const PolicyTrial = Type.Object(
  { ...PolicyText.properties, mode: Type.Optional(words(MODES)) },
  { additionalProperties: false },
)
/** Now in use. */
export const PolicyUsed = Type.Object({ sha256: Type.String() })
export type PolicyUsed = Static<typeof PolicyUsed>
export const PolicyView = Type.Object({
  text: Type.String(),
  /** Every factor, with its question and its default rule. */
  factors: Type.Array(
    Type.Object({
      name: Type.String(),
      question: Type.String(),
      defaultRule: Type.Unsafe<FactorRule>({ type: 'object', additionalProperties: true }),
    }),
  ),
  sha256: Type.String(),
  /** The level that decides instead, if one is chosen, and the level closest to this policy. */
  assurance: Type.Object({
    chosen: Type.Optional(words(ASSURANCE_LEVELS)),
    level: words(ASSURANCE_LEVELS),
    differing: Type.Array(Type.String()),
  }),
  history: Type.Array(
    Type.Object({
      atUtc: Type.String(),
      actor: Type.String(),
      name: Type.String(),
      version: Type.String(),
      sha256: Type.String(),
    }),
  ),
})
export type PolicyView = Static<typeof PolicyView>
/** How past sessions scored: for each factor the number of sessions in each step from 0 to 100. */
export const PastScores = Type.Object({
  sessions: Type.Number(),
  scores: Type.Record(Type.String(), Type.Array(Type.Number())),
})
export type PastScores = Static<typeof PastScores>
export const PolicyEffect = Type.Object({
  sha256: Type.String(),
  sessions: Type.Number(),
  /** There are more sessions than were decided again. */
  isSample: Type.Boolean(),
  changed: Type.Number(),
  moves: Type.Array(
    Type.Object({
      from: Type.String(),
      to: Type.String(),
      sessions: Type.Number(),
    }),
  ),
  because: Type.Array(
    Type.Object({
      factor: Type.String(),
      sessions: Type.Number(),
    }),
  ),
  examples: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.String(),
      to: Type.String(),
    }),
  ),
})
export type PolicyEffect = Static<typeof PolicyEffect>

/** A reason with its code. */
export const CodedText = Type.Object({ code: Type.String(), text: Type.String() })

/** How a tenant wants its cases reviewed. */
export const ReviewSettings = Type.Object({
  fourEyes: words(FOUR_EYES),
  confirmAgainst: words(CONFIRM_AGAINST),
  reviewHours: Type.Optional(Type.Number()),
  /** In addition to the built-in ones. */
  rejectionReasons: Type.Array(CodedText),
})
export type ReviewSettings = Static<typeof ReviewSettings>

export const TenantView = Type.Object({
  id: Type.String(),
  review: ReviewSettings,
  name: Type.String(),
  /** The chosen level; absent: as the policy says. */
  assurance: Type.Optional(words(ASSURANCE_LEVELS)),
  retentionDays: Type.Number(),
  /** Whether the page accepts a chosen file as a live selfie. */
  selfieFiles: Type.Boolean(),
  /** Whether a picture that was refused repeatedly may go to a reviewer as it is. */
  refusedToReviewer: Type.Boolean(),
  /** What happens with a document that nothing names. */
  unnamedDocuments: Type.Optional(words(UNNAMED_DOCUMENTS)),
  /** Whether the page offers what would settle a session that lacks only a proof. */
  stepUp: Type.Boolean(),
  webhookUrl: Type.Optional(Type.String()),
  steps: Type.Array(words(STEPS)),
  /** Flows of its own, by name. */
  flows: Type.Record(
    Type.String(),
    Type.Object({
      steps: Type.Array(words(STEPS)),
      /** In place of the tenant's. */
      assurance: Type.Optional(words(ASSURANCE_LEVELS)),
    }),
  ),
  returnUrl: Type.Optional(Type.String()),
  frameOrigins: Type.Array(Type.String()),
  asksConsent: Type.Boolean(),
  /** Whether people are asked if their face may be kept to recognise them later. */
  keepsFaces: Type.Boolean(),
  /** For a person who pretends to be a returning person. */
  strangers: Type.Unsafe<Strangers>(Type.Number()),
  /** For people just below an age limit. */
  minorsAccepted: words(MINORS_ACCEPTED),
  challenge: Type.Optional(words(CHALLENGE_SETTINGS)),
  chip: Type.Optional(words(CHIP_SETTINGS)),
  chipApp: Type.Optional(Type.String()),
  seals: Type.Optional(words(SEAL_SETTINGS)),
  wallet: Type.Optional(words(WALLET_SETTINGS)),
  walletWithoutPortrait: Type.Optional(words(WITHOUT_PORTRAIT)),
  /** The credential that people get after an approval; absent: none. */
  issuance: Type.Optional(
    Type.Object({
      claims: Type.Array(Type.String()),
      days: Type.Number(),
      onPage: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Whether people are compared with lists; if no list is named, with all of them. */
  screening: Type.Object({
    enabled: Type.Boolean(),
    lists: Type.Array(Type.String()),
    threshold: Type.Number(),
  }),
  theme: ref(Theme),
  texts: Type.Unsafe<PageTexts>(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
})
export type TenantView = Static<typeof TenantView>
export const NewTenant = Type.Object(
  {
    id: Type.String({ maxLength: 64, pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
    name: Type.String({ minLength: 1, maxLength: 80 }),
  },
  { additionalProperties: false },
)
/** Why a change would be refused; absent when it would be accepted. */
export const TenantProblem = Type.Object({
  problem: Type.Optional(Type.String()),
})
export type TenantProblem = Static<typeof TenantProblem>
export const TenantChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    assurance: Type.Optional(Type.String({ maxLength: 20 })), // an empty text removes it
    retentionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    selfieFiles: Type.Optional(Type.Boolean()),
    refusedToReviewer: Type.Optional(Type.Boolean()),
    unnamedDocuments: Type.Optional(Type.String({ maxLength: 20 })),
    stepUp: Type.Optional(Type.Boolean()),
    fourEyes: Type.Optional(words(FOUR_EYES)),
    confirmAgainst: Type.Optional(words(CONFIRM_AGAINST)),
    reviewHours: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 720 }), Type.Null()])),
    rejectionReasons: Type.Optional(
      Type.Array(Type.Object({ code: Type.String({ maxLength: 200 }), text: Type.String({ maxLength: 2_000 }) }), {
        maxItems: 20,
      }), // the action says what is wrong
    ),
    webhookUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    returnUrl: Type.Optional(Type.String({ maxLength: 2048 })),
    steps: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    flows: Type.Optional(Type.Unsafe<Record<string, { steps: Step[]; assurance?: Assurance }>>(named(loose, 1_000))), // the action says what is wrong
    frameOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 50 })),
    asksConsent: Type.Optional(Type.Boolean()),
    keepsFaces: Type.Optional(Type.Boolean()),
    strangers: Type.Optional(Type.Integer()), // the action says what is wrong
    minorsAccepted: Type.Optional(Type.String({ maxLength: 10 })),
    challenge: Type.Optional(Type.String({ maxLength: 20 })),
    chip: Type.Optional(Type.String({ maxLength: 20 })),
    chipApp: Type.Optional(Type.String({ maxLength: 500 })),
    seals: Type.Optional(Type.String({ maxLength: 20 })),
    wallet: Type.Optional(Type.String({ maxLength: 20 })),
    walletWithoutPortrait: Type.Optional(Type.String({ maxLength: 20 })),
    issuance: Type.Optional(Type.Union([Type.Unsafe<object>(named(loose, 20)), Type.Null()])),
    screening: Type.Optional(
      Type.Unsafe<{ enabled: boolean; lists?: string[]; threshold?: number }>(named(loose, 20)), // the action says what is wrong
    ),
    theme: Type.Optional(ref(Theme)),
    texts: Type.Optional(Type.Unsafe<PageTexts>(named(loose, 100))), // the action says what is wrong, in words
  },
  { additionalProperties: false },
)

/** Trust anchors of chips, wallets and seals: authorities, signers and revocation lists. */
export const TrustView = Type.Object({
  items: Type.Array(
    Type.Object({
      sha256: Type.String(),
      purpose: words(['chip', 'wallet', 'seal']),
      /** The credentials it is trusted for; absent: all. */
      uses: Type.Optional(Type.Array(Type.String())),
      kind: Type.String(),
      /** ISO 3166 alpha-2; empty if it names no country. */
      country: Type.String(),
      name: Type.String(),
      /** The file it came from. */
      origin: Type.String(),
      endsUtc: Type.Optional(Type.String()),
      /** When the master list that contained it was signed. */
      listedUtc: Type.Optional(Type.String()),
      importedUtc: Type.String(),
    }),
  ),
  newestListUtc: Type.Optional(Type.String()),
  /** Countries whose last authority for chips expires within 60 days. */
  endingSoon: Type.Array(Type.String()),
})
export type TrustView = Static<typeof TrustView>
