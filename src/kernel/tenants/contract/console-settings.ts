import { type Static, Type } from 'typebox'
import { RIGHTS, type Right } from '../../accounts/credential-rights.ts'
import { ROLES } from '../../contract/console-words.ts'
import { words } from '../../contract/schema.ts'
import { ASSURANCE_LEVELS } from '../../decision/levels.ts'
import type { FactorRule } from '../../decision/rule.ts'
import { EVENT_STATES } from '../../events/event-types.ts'
import { MODES, STATUSES } from '../../session/session-words.ts'

/** What admins can change in the console. */

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
