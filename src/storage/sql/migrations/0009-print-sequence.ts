import type { Migration } from './migration.ts'

/** Prints in the order in which they were written. What a session left that was not completed after all is removed. */
export const printSequence: Migration = () => [
  `create table print_sequence (tenant text primary key, last bigint not null)`,
  `alter table print add column sequence bigint not null default 0`,
  `create index print_by_sequence on print (tenant, sequence)`,
  `delete from print where session_id in (select id from session where completed_at is null)`,
]
