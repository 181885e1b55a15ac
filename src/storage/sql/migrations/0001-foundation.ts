import { refuse } from './append-only.ts'
import type { Migration } from './migration.ts'

export const foundation: Migration = (kind) => [
  `create table tenant (
    id text primary key, name text not null, settings text not null, created_at bigint not null)`,

  `create table credential (
    username text primary key, tenant text not null references tenant (id), password_sha256 text not null,
    created_at bigint not null, revoked_at bigint, last_used_at bigint)`,

  `create table reviewer (
    id text primary key, username text not null unique, password_hash text not null, role text not null,
    totp_wrapped text, totp_master_key_id text,
    failed_count integer not null, locked_until bigint, created_at bigint not null, disabled_at bigint)`,

  `create table session (
    id text primary key, tenant text not null references tenant (id), status text not null, version integer not null,
    created_at bigint not null, expires_at bigint not null, completed_at bigint, settled_at bigint,
    document_type text, country text, external_id_hash text, objects text not null,
    sealed_request text not null, sealed_content text not null,
    erased_at bigint, erased_by text)`,
  `create index session_by_creation on session (tenant, created_at, id) where erased_at is null`,
  `create index session_by_status on session (status, expires_at) where erased_at is null`,
  `create index session_by_settlement on session (tenant, settled_at) where erased_at is null`,
  `create index session_by_external_id on session (tenant, external_id_hash) where external_id_hash is not null`,
  `create index session_in_erasure on session (erased_at) where erased_at is not null`,

  `create table session_key (
    session_id text primary key references session (id), master_key_id text not null, wrapped text not null)`,

  `create table session_count (
    tenant text not null, span bigint not null, start bigint not null, sessions bigint not null,
    primary key (tenant, span, start))`,

  `create table tombstone (
    session_id text primary key, tenant text not null, erased_at bigint not null, actor text not null)`,

  `create table outbox (
    id text primary key, session_id text not null, tenant text not null, sequence bigint not null,
    status text not null, state text not null, created_at bigint not null, queued_at bigint not null,
    next_attempt_at bigint not null, attempts integer not null, lease_until bigint, lease_owner text,
    unique (session_id, sequence))`,
  `create index outbox_due on outbox (state, next_attempt_at)`,

  `create table outbox_attempt (
    id text primary key, event_id text not null references outbox (id), session_id text not null, at bigint not null,
    outcome text not null)`,
  `create index outbox_attempt_by_event on outbox_attempt (event_id, at)`,

  `create table review (
    id text primary key, session_id text not null, reviewer text not null, verdict text not null,
    at bigint not null, sealed_reason text not null)`,
  `create index review_by_session on review (session_id, at)`,
  ...refuse(kind, 'review', 'update'),
  ...refuse(kind, 'review', 'delete', STILL_THERE),

  `create table audit (
    id text primary key, at bigint not null, tenant text not null, actor text not null, action text not null,
    session_id text, detail text)`,
  `create index audit_by_session on audit (session_id, id)`,
  `create index audit_by_tenant on audit (tenant, id)`,
  ...refuse(kind, 'audit', 'update'),
  ...refuse(kind, 'audit', 'delete'),

  `create table signing_key (
    kid text primary key, master_key_id text not null, wrapped text not null,
    created_at bigint not null, retired_at bigint)`,

  `create table secret (
    name text primary key, master_key_id text not null, wrapped text not null, created_at bigint not null)`,

  `create table policy (sha256 text primary key, rules text not null, created_at bigint not null)`,
  `create table tenant_policy (
    tenant text primary key references tenant (id), sha256 text not null references policy (sha256),
    since bigint not null)`,

  `create table setting (name text primary key, value text not null, updated_at bigint not null)`,
]

/** A session's reviews go with the session and not before. */
const STILL_THERE = 'exists (select 1 from session where id = old.session_id and erased_at is null)'
