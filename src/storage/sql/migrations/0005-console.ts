import type { Migration } from './migration.ts'

/** Each of the wide indexes holds all that its query asks, so that filtering a year of sessions opens no row. */
export const consoleTables: Migration = () => [
  `create table console_session (
    id_sha256 text primary key, username text not null, password_mark text not null,
    created_at bigint not null, seen_at bigint not null)`,
  `alter table reviewer add column totp_step bigint`,
  `create table refusal_count (
    tenant text not null, day bigint not null, code text not null, refusals bigint not null,
    primary key (day, code, tenant))`,
  `create index session_search on session
    (created_at, id, tenant, status, expires_at, document_type, country) where erased_at is null`,
  `create index session_settled on session
    (settled_at, created_at, completed_at, status) where settled_at is not null and erased_at is null`,
  `create index audit_policy_use on audit (tenant, id) where action = 'policy.use'`,
]
