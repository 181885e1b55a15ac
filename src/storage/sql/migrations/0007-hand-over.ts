import type { Migration } from './migration.ts'

export const handOvers: Migration = () => [
  `create table hand_over (
    code_sha256 text primary key, tenant text not null, session_id text not null,
    lang text, expires_at bigint not null)`,
  'create index hand_over_session on hand_over (session_id)',
  'create index hand_over_expires on hand_over (expires_at)',
]
