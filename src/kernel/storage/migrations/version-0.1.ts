import { type Migration, refuse } from './migration.ts'

/** Each of the wide indexes contains everything its query needs, so that filtering a year of sessions reads no row. */
export const version01: Migration = {
  schema: 7,
  statements: (kind) => [
    `create table tenant (
      id text primary key, name text not null, settings text not null, created_at bigint not null)`,

    `create table credential (
      username text primary key, tenant text not null references tenant (id), password_hash text not null,
      created_at bigint not null, revoked_at bigint, last_used_at bigint)`,

    `create table reviewer (
      id text primary key, username text not null unique, password_hash text not null, role text not null,
      totp_wrapped text, totp_master_key_id text, totp_step bigint,
      failed_count integer not null, locked_until bigint, created_at bigint not null, disabled_at bigint, tenants text)`,
    `create table console_session (
      id_sha256 text primary key, username text not null, password_mark text not null,
      created_at bigint not null, seen_at bigint not null)`,

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
    `create index session_waiting on session (completed_at, id, tenant)
      where status = 'WAITING_FOR_MANUAL_APPROVE' and erased_at is null`,
    `create index session_search on session
      (created_at, id, tenant, status, expires_at, document_type, country) where erased_at is null`,
    `create index session_settled on session
      (settled_at, created_at, completed_at, status, tenant) where settled_at is not null and erased_at is null`,

    `create table session_key (
      session_id text primary key references session (id), master_key_id text not null, wrapped text not null)`,

    `create table session_count (
      tenant text not null, span bigint not null, start bigint not null, sessions bigint not null,
      primary key (tenant, span, start))`,
    `create table status_count (
      tenant text not null, day bigint not null, status text not null, sessions bigint not null,
      primary key (tenant, day, status))`,
    `create table refusal_count (
      tenant text not null, day bigint not null, code text not null, refusals bigint not null,
      primary key (day, code, tenant))`,

    `create table tombstone (
      session_id text primary key, tenant text not null, erased_at bigint not null, actor text not null)`,

    `create table outbox (
      id text primary key, session_id text not null, tenant text not null, sequence bigint not null,
      status text not null, state text not null, created_at bigint not null, queued_at bigint not null,
      next_attempt_at bigint not null, attempts integer not null, lease_until bigint, lease_owner text,
      unique (session_id, sequence))`,
    `create index outbox_due on outbox (state, next_attempt_at)`,
    `create index outbox_by_tenant on outbox (tenant, id)`,
    `create index outbox_by_state on outbox (tenant, state, id)`,

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
    `create table review_claim (
      session_id text primary key references session (id), reviewer text not null, until bigint not null)`,

    `create table print (
      session_id text primary key references session (id), tenant text not null,
      document_hash text, face_model text, sealed_face text)`,
    `create index print_by_document on print (tenant, document_hash) where document_hash is not null`,
    `create index print_by_face on print (tenant, face_model, session_id) where sealed_face is not null`,

    `create table hand_over (
      code_sha256 text primary key, tenant text not null, session_id text not null,
      lang text, expires_at bigint not null)`,
    'create index hand_over_session on hand_over (session_id)',
    'create index hand_over_expires on hand_over (expires_at)',

    `create table audit (
      id text primary key, at bigint not null, tenant text not null, actor text not null, action text not null,
      session_id text, detail text)`,
    `create index audit_by_session on audit (session_id, id)`,
    `create index audit_by_tenant on audit (tenant, id)`,
    `create index audit_by_time on audit (at, id)`,
    `create index audit_by_actor on audit (actor, at, id)`,
    `create index audit_by_action on audit (action, at, id)`,
    `create index audit_by_actor_action on audit (actor, action, at, id)`,
    `create index audit_policy_use on audit (tenant, id) where action = 'policy.use'`,
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
  ],
}

/** A session's reviews are deleted with the session and not before. */
const STILL_THERE = 'exists (select 1 from session where id = old.session_id and erased_at is null)'
