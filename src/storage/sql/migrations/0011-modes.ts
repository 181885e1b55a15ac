import type { Migration } from './migration.ts'

/**
 * Test and live. What was there before there were modes is live. Counts are kept by mode, so their tables are made again;
 * every index that finds sessions in an order finds those of one mode.
 */
export const modes: Migration = () => [
  ...['credential', 'session', 'outbox', 'tombstone'].map(
    (table) => `alter table ${table} add column mode text not null default 'live'`,
  ),

  `create table session_count_of_mode (
    tenant text not null, mode text not null, span bigint not null, start bigint not null, sessions bigint not null,
    primary key (tenant, mode, span, start))`,
  `insert into session_count_of_mode (tenant, mode, span, start, sessions)
    select tenant, 'live', span, start, sessions from session_count`,
  'drop table session_count',
  'alter table session_count_of_mode rename to session_count',

  `create table status_count_of_mode (
    tenant text not null, mode text not null, day bigint not null, status text not null, sessions bigint not null,
    primary key (tenant, mode, day, status))`,
  `insert into status_count_of_mode (tenant, mode, day, status, sessions)
    select tenant, 'live', day, status, sessions from status_count`,
  'drop table status_count',
  'alter table status_count_of_mode rename to status_count',

  `create table refusal_count_of_mode (
    tenant text not null, mode text not null, day bigint not null, code text not null, refusals bigint not null,
    primary key (day, code, tenant, mode))`,
  `insert into refusal_count_of_mode (tenant, mode, day, code, refusals)
    select tenant, 'live', day, code, refusals from refusal_count`,
  'drop table refusal_count',
  'alter table refusal_count_of_mode rename to refusal_count',

  'drop index session_by_creation',
  'create index session_by_creation on session (tenant, mode, created_at, id) where erased_at is null',
  'drop index session_search',
  `create index session_search on session
    (mode, created_at, id, tenant, status, expires_at, document_type, country) where erased_at is null`,
  'drop index session_settled',
  `create index session_settled on session
    (mode, settled_at, created_at, completed_at, status, tenant) where settled_at is not null and erased_at is null`,
  'drop index session_waiting',
  `create index session_waiting on session (mode, completed_at, id, tenant)
    where status = 'WAITING_FOR_MANUAL_APPROVE' and erased_at is null`,
]
