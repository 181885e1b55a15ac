import { type Static, Type } from 'typebox'
import { words } from '../schema.ts'

/** What a reviewer says of a hit. */
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

/** The person of a case next to those on lists who may be them. */
export interface CaseWatchlist {
  /** The least score, of 100, that made a hit. */
  threshold: number
  lists: { name: string; version: number; sourceDate?: string }[]
  person: { names: string[]; births: string[]; countries: string[]; sex?: string; identifiers: string[] }
  hits: CaseHit[]
}

export interface CaseHit {
  list: string
  version: number
  entryId: string
  score: number
  names: { text: string; isWeak: boolean }[]
  births: string[]
  countries: string[]
  sex?: string
  identifiers: string[]
  topics: string[]
  url?: string
  /** Why it matched: what was added or taken off, and for what. */
  features: { feature: string; points: number; detail: string }[]
  /** Of the tenant's own list: why it is there. */
  blocked?: { kind: 'name' | 'number' | 'face'; reason: string; by: string; atUtc: string }
  /** A reviewer has said before that these are two persons. */
  isDismissed: boolean
  answer?: { answer: 'same' | 'other'; reason: string; by: string; atUtc: string }
}

/** Approved people of whom a later version of a list brought a hit, the lists, and how far people were compared with them. */
export interface WatchlistQueue {
  total: number
  alerts: { id: string; tenant: string; hits: number; foundUtc: string }[]
  lists: {
    name: string
    version: number
    entries: number
    changed: number
    sourceDate?: string
    importedUtc: string
    /** Approved people who were compared with this version, and of how many a hit was found; absent before it began. */
    compared?: number
    found?: number
    doneUtc?: string
  }[]
  /** Lists that are fetched by themselves. */
  sources: {
    list: string
    /** Of the address. */
    host: string
    everyHours: number
    nextUtc: string
    last?: { outcome: 'imported' | 'unchanged' | 'failed'; text: string; atUtc: string }
  }[]
}

export const WatchlistQuery = Type.Object(
  { mode: Type.Optional(words(['test', 'live'])) },
  { additionalProperties: false },
)

/** The tenant's own list. */
export interface BlocklistView {
  tenant: string
  /** Those that the person may look at. */
  tenants: { id: string; name: string }[]
  mayChange: boolean
  entries: {
    id: string
    kind: 'name' | 'number' | 'face'
    /** Name with birth date, number, or the id of the session; absent where the session was erased. */
    what?: string
    reason?: string
    by: string
    atUtc: string
    faceGone?: 'erased' | 'forgotten'
  }[]
}

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
    birth: Type.Optional(Type.String({ pattern: '^\\d{4}(-\\d{2}(-\\d{2})?)?$' })),
    number: Type.Optional(Type.String({ maxLength: 64 })),
    sessionId: Type.Optional(Type.String({ format: 'uuid' })),
    reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  },
  { additionalProperties: false },
)
export type BlockRequest = Static<typeof BlockRequest>
