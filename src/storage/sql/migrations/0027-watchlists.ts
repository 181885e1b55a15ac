import type { Migration } from './migration.ts'

/** Lists of persons that the operator imports, in versions, with an index to find people by. */
export const watchlists: Migration = () => [
  'create table watchlist (name text primary key, version bigint, created_at bigint not null)',
  `create table watchlist_version (
    version bigint primary key, list text not null, state text not null, base bigint, format text not null,
    origin text not null, source_date text, sha256 text, entries bigint not null, skipped bigint not null,
    changed bigint not null, touched_at bigint not null, imported_at bigint)`,
  `create table watchlist_entry (
    version bigint not null, number bigint not null, entry_id text not null, hash text not null,
    changed integer not null, content text not null, primary key (version, number))`,
  'create index watchlist_entry_id on watchlist_entry (version, entry_id)',
  `create table watchlist_posting (
    version bigint not null, posting_key bigint not null, segment integer not null, entries integer not null,
    numbers text not null, primary key (version, posting_key, segment))`,
]
