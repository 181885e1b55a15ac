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
}

export const WatchlistQuery = Type.Object(
  { mode: Type.Optional(words(['test', 'live'])) },
  { additionalProperties: false },
)
