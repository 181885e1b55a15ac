import type { Migration } from './migration.ts'

/** Keyed hashes of what sessions are found by: nothing of it can be read. */
export const searchMarks: Migration = () => [
  'create table search_mark (mark text not null, session_id text not null, primary key (mark, session_id))',
  'create index search_mark_by_session on search_mark (session_id)',
]
