import type { Migration } from './migration.ts'

/** The operator's own list of persons, apart by tenant and mode. */
export const blocklist: Migration = () => [
  `create table block_entry (
    id text primary key, tenant text not null, mode text not null, kind text not null, session_id text,
    sealed text, added_by text not null, added_at bigint not null, face_gone text)`,
  'create index block_entry_tenant on block_entry (tenant, mode, added_at)',
  'create index block_entry_session on block_entry (session_id)',
]
