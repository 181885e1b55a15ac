import { type Static, Type } from 'typebox'
import { LONGEST_UUID, words } from '../../../kernel/contract/schema.ts'

/** The answer of a reviewer about a hit. */
export const HitAnswerRequest = Type.Object(
  {
    list: Type.String({ maxLength: 40 }),
    entryId: Type.String({ maxLength: 500 }),
    answer: words(['same', 'other'], { description: 'It is this person, or another.' }),
    reason: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
  },
  { additionalProperties: false },
)
export type HitAnswerRequest = Static<typeof HitAnswerRequest>

export const CaseHit = Type.Object({
  list: Type.String(),
  version: Type.Number(),
  entryId: Type.String(),
  score: Type.Number(),
  names: Type.Array(
    Type.Object({
      text: Type.String(),
      isWeak: Type.Boolean(),
    }),
  ),
  births: Type.Array(Type.String()),
  countries: Type.Array(Type.String()),
  sex: Type.Optional(Type.String()),
  identifiers: Type.Array(Type.String()),
  topics: Type.Array(Type.String()),
  url: Type.Optional(Type.String()),
  /** Why it matched: what raised or lowered the score, and by how much. */
  features: Type.Array(
    Type.Object({
      feature: Type.String(),
      points: Type.Number(),
      detail: Type.String(),
    }),
  ),
  /** For an entry of the tenant's own list: why it was added. */
  blocked: Type.Optional(
    Type.Object({
      kind: words(['name', 'number', 'face']),
      reason: Type.String(),
      by: Type.String(),
      atUtc: Type.String(),
    }),
  ),
  /** A reviewer has said before that these are two persons. */
  isDismissed: Type.Boolean(),
  answer: Type.Optional(
    Type.Object({
      answer: words(['same', 'other']),
      reason: Type.String(),
      by: Type.String(),
      atUtc: Type.String(),
    }),
  ),
})
export type CaseHit = Static<typeof CaseHit>

/** The person of a case next to the listed persons who may be them. */
export const CaseWatchlist = Type.Object({
  /** The least score of a hit, out of 100. */
  threshold: Type.Number(),
  lists: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.Number(),
      sourceDate: Type.Optional(Type.String()),
    }),
  ),
  person: Type.Object({
    names: Type.Array(Type.String()),
    births: Type.Array(Type.String()),
    countries: Type.Array(Type.String()),
    sex: Type.Optional(Type.String()),
    identifiers: Type.Array(Type.String()),
  }),
  hits: Type.Array(CaseHit),
})
export type CaseWatchlist = Static<typeof CaseWatchlist>

/** Approved people with hits from later versions of lists, the lists, and how many people were compared with them. */
export const WatchlistQueue = Type.Object({
  total: Type.Number(),
  alerts: Type.Array(
    Type.Object({
      id: Type.String(),
      tenant: Type.String(),
      hits: Type.Number(),
      foundUtc: Type.String(),
    }),
  ),
  lists: Type.Array(
    Type.Object({
      name: Type.String(),
      version: Type.Number(),
      entries: Type.Number(),
      changed: Type.Number(),
      sourceDate: Type.Optional(Type.String()),
      importedUtc: Type.String(),
      /**
       * How many approved people were compared with this version, and how many of them had a hit; absent before the
       * comparison began.
       */
      compared: Type.Optional(Type.Number()),
      found: Type.Optional(Type.Number()),
      doneUtc: Type.Optional(Type.String()),
    }),
  ),
  /** Lists that are fetched automatically. */
  sources: Type.Array(
    Type.Object({
      list: Type.String(),
      /** The host of the address. */
      host: Type.String(),
      everyHours: Type.Number(),
      nextUtc: Type.String(),
      last: Type.Optional(
        Type.Object({
          outcome: words(['imported', 'unchanged', 'failed']),
          text: Type.String(),
          atUtc: Type.String(),
        }),
      ),
    }),
  ),
})
export type WatchlistQueue = Static<typeof WatchlistQueue>

export const WatchlistQuery = Type.Object(
  { mode: Type.Optional(words(['test', 'live'])) },
  { additionalProperties: false },
)

/** The tenant's own list. */
export const BlocklistView = Type.Object({
  tenant: Type.String(),
  /** The tenants that the reviewer may see. */
  tenants: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  mayChange: Type.Boolean(),
  entries: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: words(['name', 'number', 'face']),
      /** Name with birth date, number, or the id of the session; absent if the session was erased. */
      what: Type.Optional(Type.String()),
      reason: Type.Optional(Type.String()),
      by: Type.String(),
      atUtc: Type.String(),
      faceGone: Type.Optional(words(['erased', 'forgotten'])),
    }),
  ),
})
export type BlocklistView = Static<typeof BlocklistView>

/** The entry that was added. */
export const BlockedResponse = Type.Object({ id: Type.String() })

export const BlocklistQuery = Type.Object(
  {
    mode: Type.Optional(words(['test', 'live'])),
    tenant: Type.Optional(Type.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
)

export const BlockRequest = Type.Object(
  {
    tenant: Type.String({ maxLength: 64 }),
    mode: words(['test', 'live']),
    kind: words(['name', 'number', 'face']),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    birth: Type.Optional(Type.String({ maxLength: 10, pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' })),
    number: Type.Optional(Type.String({ maxLength: 64 })),
    sessionId: Type.Optional(Type.String({ format: 'uuid', maxLength: LONGEST_UUID })),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  },
  { additionalProperties: false },
)
export type BlockRequest = Static<typeof BlockRequest>

declare module '../../../kernel/feature-types.ts' {
  interface CaseFields {
    /** Listed persons who may be this person; absent if they were not compared with any list. */
    watchlist?: CaseWatchlist | undefined
  }
}
