import type { BlockedKind } from './blocklist.ts'
import type { ListEntry } from './list-entry.ts'

declare module '../../../kernel/feature-types.ts' {
  interface FeatureReadings {
    /** Hits that later versions of lists found after the session was approved. */
    laterHits?: WatchlistHit[]
    /** The answers of reviewers about hits on lists, oldest first. */
    hitAnswers?: HitAnswer[]
  }
  interface FeatureEvidence {
    /** The result of comparing the person with lists, if the tenant's setting asks for it. */
    watchlist?: WatchlistEvidence
  }
}

/** A feature that supports or contradicts that two are the same person. */
export interface MatchFeature {
  feature: 'name' | 'weakAlias' | 'commonName' | 'birthDate' | 'country' | 'sex' | 'identifier' | 'face'
  /** What it adds to the score, from -1 to 1. */
  points: number
  /** One sentence: what was compared with what. */
  detail: string
}

/** How well a person and an entry match, and why. */
export interface Match {
  /** 0..1, rounded to thousandths. */
  score: number
  features: MatchFeature[]
  /** The name of the person and the name of the entry that match best. */
  name: { person: string; entry: string }
}

/** The result of comparing a person with the lists, as it is kept with the decision. */
export interface WatchlistEvidence {
  /** The least score of a hit, out of 100. */
  threshold: number
  /** The versions of the lists that were used; empty if there were none. */
  lists: { name: string; version: number; sha256: string; entries: number; sourceDate?: string }[]
  hits: WatchlistHit[]
  /** Nothing was compared, because no name could be read or the lists could not be searched. */
  notCompared?: true
  /** The row of the lists that was changed past this program: nothing was compared. */
  changed?: string
}

/** A listed person who may be this person. */
export interface WatchlistHit {
  list: string
  version: number
  /** The hash of the entry's content. A different hash means that the entry changed. */
  hash: string
  match: Match
  entry: ListEntry
  /** For an entry of the tenant's own list: its kind, and why, by whom and when it was added. */
  blocked?: { kind: BlockedKind; reason: string; by: string; at: string }
  /** A reviewer has said before that this entry is not this person, and neither has changed since. */
  dismissed?: true
}

export type HitAnswerWord = 'same' | 'other'

/** The answer of a reviewer about a hit: it is this person, or another. */
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

/** Every hit of a session with its answer. */
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
