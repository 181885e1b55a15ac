import type { Migration } from './migration.ts'

/** Authorities, signers and revocation lists that chips are trusted by. */
export const trustedItems: Migration = () => [
  `create table trusted_item (
    sha256 text primary key, kind text not null, country text not null, name text not null, serial text not null,
    subject_key text, ends_at bigint, origin text not null, listed_at bigint, imported_at bigint not null,
    bytes text not null)`,
  'create index trusted_item_country on trusted_item (country, kind)',
  'create index trusted_item_serial on trusted_item (serial)',
  'create index trusted_item_key on trusted_item (subject_key)',
]
