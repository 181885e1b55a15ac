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
