import type { BlockedKind } from './blocklist.ts'
import type { ListEntry } from './list-entry.ts'

/** One thing that supports or contradicts that two are the same person. */
export interface MatchFeature {
  feature: 'name' | 'weakAlias' | 'commonName' | 'birthDate' | 'country' | 'sex' | 'identifier' | 'face'
  /** What it adds to the score, from -1 to 1. */
  points: number
  /** In one sentence: what was compared with what. */
  detail: string
}

/** How well a person and an entry go together, and why. */
export interface Match {
  /** 0..1, rounded to thousandths. */
  score: number
  features: MatchFeature[]
  /** The person's name and the entry's that agree best. */
  name: { person: string; entry: string }
}

/** What comparing a person with the lists found, as it is kept with the decision. */
export interface WatchlistEvidence {
  /** The least score, of 100, that made a hit. */
  threshold: number
  /** The versions that were compared with; empty where there was none. */
  lists: { name: string; version: number; sha256: string; entries: number; sourceDate?: string }[]
  hits: WatchlistHit[]
  /** Nothing was compared, since no name could be read or the lists could not be searched. */
  notCompared?: true
}

/** Somebody on a list who may be the person. */
export interface WatchlistHit {
  list: string
  version: number
  /** Of the entry's content: another one means that it changed. */
  hash: string
  match: Match
  entry: ListEntry
  /** Of the tenant's own list: what it was put there by, and why. */
  blocked?: { kind: BlockedKind; reason: string; by: string; at: string }
  /** Somebody has said before that this entry is not this person, and neither has changed since. */
  dismissed?: true
}

export type HitAnswerWord = 'same' | 'other'

/** What a reviewer said of a hit: it is this person, or another. */
export interface HitAnswer {
  list: string
  entryId: string
  hash: string
  answer: HitAnswerWord
  reason: string
  by: string
  /** ISO 8601. */
  at: string
}

interface Screened {
  decision?: { evidence: { watchlist?: WatchlistEvidence } }
  laterHits?: WatchlistHit[]
  hitAnswers?: HitAnswer[]
}

/** Every hit of a session with what was said of it. */
export function hitsOf({
  decision,
  laterHits = [],
  hitAnswers = [],
}: Screened): (WatchlistHit & { answer?: HitAnswer })[] {
  return [...(decision?.evidence.watchlist?.hits ?? []), ...laterHits].map((hit) => {
    const answer = hitAnswers.findLast(
      ({ list, entryId, hash }) => list === hit.list && entryId === hit.entry.id && hash === hit.hash,
    )
    return { ...hit, ...(answer && { answer }) }
  })
}
