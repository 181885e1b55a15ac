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

export const reviewClaims: Migration = () => [
  `create table review_claim (
    session_id text primary key references session (id), reviewer text not null, until bigint not null)`,
  `create index session_waiting on session (completed_at, id)
    where status = 'WAITING_FOR_MANUAL_APPROVE' and erased_at is null`,
]

export const prints: Migration = () => [
  `create table print (
    session_id text primary key references session (id), tenant text not null,
    document_hash text, face_model text, sealed_face text)`,
  `create index print_by_document on print (tenant, document_hash) where document_hash is not null`,
  `create index print_by_face on print (tenant, face_model, session_id) where sealed_face is not null`,
]

export const statusCount: Migration = () => [
  `create table status_count (
    tenant text not null, day bigint not null, status text not null, sessions bigint not null,
    primary key (tenant, day, status))`,
  `insert into status_count (tenant, day, status, sessions)
    select tenant, created_at - created_at % 86400000, status, count(*) from session where erased_at is null
    group by tenant, created_at - created_at % 86400000, status`,
]

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

/** Reviewers bound to tenants (JSON array; null is all of them), and what the audit log and a tenant's webhooks are read by. */
export const reviewerTenants: Migration = () => [
  `alter table reviewer add column tenants text`,
  `alter table credential rename column password_sha256 to password_hash`,
  `create index audit_by_time on audit (at, id)`,
  `create index audit_by_actor on audit (actor, at, id)`,
  `create index audit_by_action on audit (action, at, id)`,
  `create index audit_by_actor_action on audit (actor, action, at, id)`,
  `create index outbox_by_tenant on outbox (tenant, id)`,
  `create index outbox_by_state on outbox (tenant, state, id)`,
  `drop index session_settled`,
  `create index session_settled on session
    (settled_at, created_at, completed_at, status, tenant) where settled_at is not null and erased_at is null`,
  `drop index session_waiting`,
  `create index session_waiting on session (completed_at, id, tenant)
    where status = 'WAITING_FOR_MANUAL_APPROVE' and erased_at is null`,
]

export const handOvers: Migration = () => [
  `create table hand_over (
    code_sha256 text primary key, tenant text not null, session_id text not null,
    lang text, expires_at bigint not null)`,
  'create index hand_over_session on hand_over (session_id)',
  'create index hand_over_expires on hand_over (expires_at)',
]

/**
 * The policies in use, which so far were to be read out of the audit log. Where the log does not end with the policy
 * that decides, because the program was cut short between the two, what decides goes on deciding.
 */
export const policyUse: Migration = (kind) => [
  `create table policy_use (
    id text primary key, tenant text not null references tenant (id), sha256 text not null references policy (sha256),
    since bigint not null, actor text not null)`,
  `insert into policy_use (id, tenant, sha256, since, actor)
    select audit.id, audit.tenant, policy.sha256, audit.at, audit.actor
    from audit join policy on policy.sha256 = ${named(kind)} join tenant on tenant.id = audit.tenant
    where audit.action = 'policy.use'`,
  `insert into policy_use (id, tenant, sha256, since, actor)
    select 'tenant ' || decides.tenant, decides.tenant, decides.sha256, (
      select case when max(used.since) > decides.since then max(used.since) else decides.since end
      from policy_use as used where used.tenant = decides.tenant
    ), 'system'
    from tenant_policy as decides
    where decides.sha256 <> coalesce((
      select used.sha256 from policy_use as used where used.tenant = decides.tenant
      order by used.since desc, used.id desc limit 1
    ), '')`,
  `create index policy_use_by_tenant on policy_use (tenant, since, id)`,
  ...refuse(kind, 'policy_use', 'update'),
  ...refuse(kind, 'policy_use', 'delete'),
  `drop table tenant_policy`,
  `drop index audit_policy_use`,
]

/** The policy that an entry of the audit log names. */
const named = (kind: Parameters<Migration>[0]): string =>
  kind === 'sqlite' ? `json_extract(audit.detail, '$.to')` : `(audit.detail::json ->> 'to')`

/** Prints in the order in which they were written. What a session left that was not completed after all is removed. */
export const printSequence: Migration = () => [
  `create table print_sequence (tenant text primary key, last bigint not null)`,
  `alter table print add column sequence bigint not null default 0`,
  `create index print_by_sequence on print (tenant, sequence)`,
  `delete from print where session_id in (select id from session where completed_at is null)`,
]

/** A reviewer's sign-in under its own name: a session is a person's. */
export const signIn: Migration = () => ['alter table console_session rename to sign_in']

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

/** Pictures as they were sent, sealed, and the keyed bands by which those worth comparing are found. */
export const sentPictures: Migration = () => [
  `create table sent_picture (
    session_id text not null references session (id), part text not null, sealed text not null,
    primary key (session_id, part))`,
  `create table picture_band (
    band_hash text not null, session_id text not null, part text not null,
    primary key (band_hash, session_id, part))`,
  `create index picture_band_by_session on picture_band (session_id, part)`,
]

/** Sessions erased from the tables whose bytes the database's files may still hold. */
export const compaction: Migration = () => ['create table compaction_due (session_id text primary key)']

/** Documents that were taught: every version stays. One row says how often what is in use has changed. */
export const documentModels: Migration = () => [
  `create table document_model (
    id text not null, version integer not null, status text not null,
    country text not null, type text not null, side text not null, year text, name text not null,
    content text not null, pictures integer not null, fields text not null, zones text not null,
    taught_by text not null, at bigint not null, signer text, signature text,
    primary key (id, version))`,
  `create index document_model_in_use on document_model (id) where status = 'published'`,
  'create table document_model_revision (one integer primary key, revision bigint not null)',
  'insert into document_model_revision (one, revision) values (1, 0)',
  `create table document_model_count (
    model text not null, tenant text not null, mode text not null, day bigint not null,
    seen bigint not null, approved bigint not null,
    primary key (day, model, tenant, mode))`,
]

/** Tokens that another device has ended, codes that remember where their tokens began, and the devices people sign in from. */
export const tokensAndDevices: Migration = () => [
  'alter table session add column token_epoch integer not null default 0',
  'alter table hand_over add column first_issued_at bigint',
  'alter table reviewer add column failed_at bigint',
  `create table known_device (
    id_sha256 text primary key, username text not null, seen_at bigint not null, failed_count integer not null)`,
  'create index known_device_seen on known_device (seen_at)',
]

/** The audit log's entries in one order, each with a hash over all before it; and those on their way there. */
export const auditChain: Migration = (kind) => [
  'create table audit_link (seq bigint primary key, audit_id text not null unique, hash text not null)',
  ...refuse(kind, 'audit_link', 'update'),
  ...refuse(kind, 'audit_link', 'delete'),
  'create table audit_unlinked (audit_id text primary key)',
  'insert into audit_unlinked (audit_id) select id from audit',
]

/** Accounts that an OpenID provider vouches for, and from where each sign-in came. */
export const providerAccounts: Migration = () => [
  'alter table reviewer add column subject text',
  'create unique index reviewer_subject on reviewer (subject)',
  `alter table sign_in add column network text not null default ''`,
  `alter table sign_in add column agent text not null default ''`,
]

/** What people call a credential, and what it may do (words with commas between; null is everything). */
export const credentialRights: Migration = () => [
  'alter table credential add column label text',
  'alter table credential add column rights text',
]

/** What a receiver of webhooks answered to each attempt, and how long it took. */
export const deliveryAnswers: Migration = () => [
  'alter table outbox_attempt add column answered integer',
  'alter table outbox_attempt add column took_ms integer',
]

/**
 * What the queue is sorted and narrowed by, until when a person may send a new picture, until when a verdict can be taken
 * back, and what a webhook asks for.
 */
export const review: Migration = () => [
  'alter table session add column score integer',
  'alter table session add column cause text',
  'alter table session add column risk integer',
  'alter table session add column due_at bigint',
  'alter table session add column asked_until bigint',
  'alter table session add column held_until bigint',
  'alter table session add column waits_for text',
  'alter table session add column waits_since bigint',
  'alter table session add column spoken text',
  'alter table outbox add column action text',
]

/** Keyed hashes of what sessions are found by: nothing of it can be read. */
export const searchMarks: Migration = () => [
  'create table search_mark (mark text not null, session_id text not null, primary key (mark, session_id))',
  'create index search_mark_by_session on search_mark (session_id)',
]
