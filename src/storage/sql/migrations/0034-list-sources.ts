import type { Migration } from './migration.ts'

/** Addresses that lists are fetched from by themselves, with what came of it. */
export const listSources: Migration = () => [
  `create table list_source (
    list text primary key, url text not null, format text, sha256 text, sha256_url text, every_hours integer not null,
    next_at bigint not null, lease_owner text, lease_until bigint, last_at bigint, last_outcome text, last_text text,
    good_at bigint)`,
]
