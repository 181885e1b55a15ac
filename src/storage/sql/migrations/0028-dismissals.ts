import type { Migration } from './migration.ts'

/** Pairs of a person and an entry of a list that are two persons, as keyed hashes. */
export const dismissals: Migration = () => [
  `create table watchlist_dismissal (
    pair_mark text not null, session_id text not null, primary key (pair_mark, session_id))`,
  'create index watchlist_dismissal_session on watchlist_dismissal (session_id)',
]
