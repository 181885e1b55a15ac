import type { Migration } from './migration.ts'

/** How far approved people were compared with each version of a list, and those with hits that nobody has answered. */
export const listRuns: Migration = () => [
  `create table watchlist_run (
    version bigint primary key, after text not null, compared bigint not null, found bigint not null,
    lease_owner text, lease_until bigint, done_at bigint)`,
  `create table watchlist_alert (
    session_id text primary key, tenant text not null, mode text not null, hits integer not null,
    found_at bigint not null)`,
  'create index watchlist_alert_found on watchlist_alert (mode, found_at)',
]
