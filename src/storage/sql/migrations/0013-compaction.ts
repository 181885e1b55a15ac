import type { Migration } from './migration.ts'

/** Sessions erased from the tables whose bytes the database's files may still hold. */
export const compaction: Migration = () => ['create table compaction_due (session_id text primary key)']
