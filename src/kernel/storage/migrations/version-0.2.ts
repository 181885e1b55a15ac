import { FACET, REVIEWED, TOOK } from '../../../platform/sql/indexed.ts'
import { type Migration, refuse } from './migration.ts'

export const version02: Migration = {
  schema: 23,
  statements: (kind) => [
    ...policyUse(kind),
    ...modes,

    // Prints in the order in which they were written. Prints of sessions that were not completed are removed.
    `create table print_sequence (tenant text primary key, last bigint not null)`,
    `alter table print add column sequence bigint not null default 0`,
    `create index print_by_sequence on print (tenant, sequence)`,
    `delete from print where session_id in (select id from session where completed_at is null)`,

    // Pictures as they were sent, sealed, and the keyed bands by which those worth comparing are found.
    `create table sent_picture (
      session_id text not null references session (id), part text not null, sealed text not null,
      primary key (session_id, part))`,
    `create table picture_band (
      band_hash text not null, session_id text not null, part text not null,
      primary key (band_hash, session_id, part))`,
    `create index picture_band_by_session on picture_band (session_id, part)`,

    // Sessions erased from the tables whose bytes the database's files may still hold.
    'create table compaction_due (session_id text primary key)',

    // Taught documents: every version stays. One row counts how often the models in use have changed.
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

    // The hash chain of the audit log's entries; and those that are not in it yet.
    'create table audit_link (seq bigint primary key, audit_id text not null unique, hash text not null)',
    ...refuse(kind, 'audit_link', 'update'),
    ...refuse(kind, 'audit_link', 'delete'),
    'create table audit_unlinked (audit_id text primary key)',
    'insert into audit_unlinked (audit_id) select id from audit',

    // Sign-ins, the devices they come from, and accounts that an OpenID provider vouches for.
    'alter table console_session rename to sign_in',
    `alter table sign_in add column network text not null default ''`,
    `alter table sign_in add column agent text not null default ''`,
    `create table known_device (
      id_sha256 text primary key, username text not null, seen_at bigint not null, failed_count integer not null)`,
    'create index known_device_seen on known_device (seen_at)',
    'alter table reviewer add column failed_at bigint',
    'alter table reviewer add column subject text',
    'create unique index reviewer_subject on reviewer (subject)',

    'alter table credential add column label text',
    'alter table credential add column rights text',
    'alter table hand_over add column first_issued_at bigint',
    'alter table outbox add column action text',
    'alter table outbox_attempt add column answered integer',
    'alter table outbox_attempt add column took_ms integer',
    'create index review_by_reviewer on review (reviewer, session_id)',

    // For earlier sessions only the end is known.
    'alter table session add column token_epoch integer not null default 0',
    'alter table session add column score integer',
    'alter table session add column cause text',
    'alter table session add column risk integer',
    'alter table session add column due_at bigint',
    'alter table session add column asked_until bigint',
    'alter table session add column held_until bigint',
    'alter table session add column waits_for text',
    'alter table session add column waits_since bigint',
    'alter table session add column spoken text',
    'alter table session add column reached text',
    `update session set reached = 'completed' where completed_at is not null`,

    /*
     * Sessions by everything that a search narrows by, newest first, so that rare ones are found without a scan; and by
     * who decided them and how fast. The first index also finds those who reached a step and no further.
     */
    `create index session_by_facet on session ((${FACET}), created_at, id) where erased_at is null`,
    `create index session_by_delay on session (mode, (${REVIEWED}), (${TOOK}), settled_at)
      where settled_at is not null and completed_at is not null and erased_at is null`,
    'create table search_mark (mark text not null, session_id text not null, primary key (mark, session_id))',
    'create index search_mark_by_session on search_mark (session_id)',

    // How far people come, counted by day without personal data.
    `create table capture_count (
      day bigint not null, tenant text not null, mode text not null, step text not null, about text not null,
      value text not null, device text not null, language text not null, times bigint not null,
      primary key (day, tenant, mode, step, about, value, device, language))`,
  ],
}

/**
 * The policies in use, which had to be read out of the audit log before. If the log does not end with the policy that
 * decides, because the program was interrupted between the two, that policy stays in use.
 */
const policyUse: Migration['statements'] = (kind) => [
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
const named = (kind: Parameters<Migration['statements']>[0]): string =>
  kind === 'sqlite' ? `json_extract(audit.detail, '$.to')` : `(audit.detail::json ->> 'to')`

/**
 * Test and live. Data from before modes existed is live. Counts are kept by mode, so their tables are created again;
 * every index that finds sessions in an order finds those of one mode.
 */
const modes = [
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
