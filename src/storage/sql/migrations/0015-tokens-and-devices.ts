import type { Migration } from './migration.ts'

/** Tokens that another device has ended, codes that remember where their tokens began, and the devices people sign in from. */
export const tokensAndDevices: Migration = () => [
  'alter table session add column token_epoch integer not null default 0',
  'alter table hand_over add column first_issued_at bigint',
  'alter table reviewer add column failed_at bigint',
  `create table known_device (
    id_sha256 text primary key, username text not null, seen_at bigint not null, failed_count integer not null)`,
  'create index known_device_seen on known_device (seen_at)',
]
