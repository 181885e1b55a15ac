import type { Migration } from './migration.ts'

/**
 * Rows that turn a decision carry a MAC as well: taught documents, lists and their entries, dismissals, answers about
 * pairs, and the operator's own list. Prints and sent pictures are counted and hashed by tenant. The start that makes this step signs the existing ones (rights/rights.ts).
 */
export const version11: Migration = {
  schema: 42,
  statements: (kind) => [
    ...[
      'document_model',
      'watchlist',
      'watchlist_version',
      'watchlist_entry',
      'watchlist_dismissal',
      'list_source',
      'block_entry',
      'pair_answer',
    ].map((table) => `alter table ${table} add column mac text`),
    // Failed logins, which all nodes count together: names and addresses as keyed hashes.
    `create table login_failure (
      key_hash text primary key, failures integer not null, last_at bigint not null)`,
    'create index login_failure_last on login_failure (last_at)',
    // Signed hashes over the rows of a table in which none may be missing.
    'create table signed_set (name text primary key, digest text not null, mac text)',
    // By tenant, how many prints and sent pictures there are, and a hash over them; it also numbers the prints.
    `create table fingerprint_set (
      tenant text not null, kind text not null, last bigint not null, entries bigint not null, digest text not null,
      mac text, primary key (tenant, kind))`,
    `insert into fingerprint_set (tenant, kind, last, entries, digest)
      select tenant, 'print', last, 0, '' from print_sequence`,
    'drop table print_sequence',
    // The signs of a face's numbers, sealed under the session's key: the index of faces reads these and not the faces.
    `create table face_signs (
      session_id text primary key, tenant text not null, mode text not null, face_model text not null,
      sequence bigint not null, sealed_signs text not null)`,
    // The signs of faces in PostgreSQL, masked, if FACE_INDEX says that they are searched there; otherwise empty.
    `create table face_vector (
      session_id text primary key, tenant text not null, mode text not null, face_model text not null,
      sequence bigint not null, signs ${kind === 'postgres' ? 'bit(704)' : 'text'} not null)`,
    'create index face_vector_group on face_vector (tenant, mode, face_model)',
    'create index print_with_face on print (tenant, sequence, session_id) where sealed_face is not null',
    `alter table sent_picture add column tenant text not null default ''`,
    'update sent_picture set tenant = (select tenant from session where session.id = sent_picture.session_id)',
    'create index sent_picture_by_tenant on sent_picture (tenant)',
    // Services that people sign in to, what the provider keeps for a while (sealed), and which session a subject is of.
    `create table openid_client (
      client_id text primary key, tenant text not null, mode text not null, name text not null, settings text not null,
      secret_sha256 text, created_at bigint not null, revoked_at bigint, mac text)`,
    `create table openid_record (
      id_sha256 text primary key, kind text not null, grant_sha256 text, session_id text, sealed text not null,
      consumed_at bigint, expires_at bigint not null, mac text)`,
    'create index openid_record_grant on openid_record (grant_sha256)',
    'create index openid_record_session on openid_record (session_id)',
    'create index openid_record_end on openid_record (expires_at)',
    `create table openid_sign_in (
      session_id text primary key, client_id text not null, subject_mark text not null, created_at bigint not null,
      mac text)`,
    'create index openid_sign_in_subject on openid_sign_in (subject_mark)',
    // Whose sign-in at the company's provider a sign-in came from, as hashes, and which logout tokens were used.
    'alter table sign_in add column provider_subject text',
    'alter table sign_in add column provider_session text',
    // Accounts and groups of the company's directory, and who may send them.
    `create table scim_token (
      id text primary key, name text not null, token_sha256 text not null unique, created_at bigint not null,
      revoked_at bigint, mac text)`,
    `create table scim_user (
      id text primary key, user_name text not null, name_key text not null unique, external_id text not null unique,
      display_name text, active integer not null, created_at bigint not null, changed_at bigint not null, mac text)`,
    `create table scim_group (
      id text primary key, display_name text not null, name_key text not null unique, external_id text,
      members text not null, created_at bigint not null, changed_at bigint not null, mac text)`,
    'create table logout_token (id_sha256 text primary key, expires_at bigint not null)',
  ],
}
