import type { Migration } from './migration.ts'

/** What is trusted for chips and what for wallets lies apart: the same certificate may be there for both. */
export const trustPurpose: Migration = () => [
  'alter table trusted_item rename to trusted_item_of_chips',
  'drop index trusted_item_country',
  'drop index trusted_item_serial',
  'drop index trusted_item_key',
  `create table trusted_item (
    purpose text not null, sha256 text not null, kind text not null, country text not null, name text not null,
    serial text not null, subject_key text, ends_at bigint, origin text not null, listed_at bigint,
    imported_at bigint not null, bytes text not null, primary key (purpose, sha256))`,
  `insert into trusted_item (purpose, sha256, kind, country, name, serial, subject_key, ends_at, origin, listed_at,
    imported_at, bytes) select 'chip', sha256, kind, country, name, serial, subject_key, ends_at, origin, listed_at,
    imported_at, bytes from trusted_item_of_chips`,
  'drop table trusted_item_of_chips',
  'create index trusted_item_country on trusted_item (country, kind)',
  'create index trusted_item_serial on trusted_item (serial)',
  'create index trusted_item_key on trusted_item (subject_key)',
]
