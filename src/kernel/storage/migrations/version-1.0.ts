import { type Migration, refuse } from './migration.ts'

/**
 * Rows that give a right carry a MAC from here on, and the content of a session is bound to its row: the start that
 * makes this step signs existing rows, and seals sessions of version 0.1 again (rights/rights.ts,
 * sessions/bind-sessions.ts).
 */
export const version10: Migration = {
  schema: 39,
  statements: (kind) => [
    ...['audit', 'tenant', 'credential', 'reviewer', 'sign_in', 'policy', 'policy_use', 'hand_over', 'outbox'].map(
      (table) => `alter table ${table} add column mac text`,
    ),
    ...(kind === 'sqlite'
      ? ['drop trigger policy_use_refuse_update']
      : ['drop trigger policy_use_refuse_update on policy_use', 'drop function policy_use_refuse_update()']),
    ...refuse(kind, 'policy_use', 'update', `(${contentOf('old')}) <> (${contentOf('new')})`),

    // The level of assurance a session was decided on; null for earlier decisions.
    'alter table session add column level text',
    // Recent erasures, for nodes that have faces in memory.
    'create index tombstone_by_time on tombstone (erased_at)',

    // Authorities, signers and revocation lists. The same certificate may be there for several purposes; without uses, for all.
    `create table trusted_item (
      purpose text not null, sha256 text not null, kind text not null, country text not null, name text not null,
      serial text not null, subject_key text, ends_at bigint, origin text not null, listed_at bigint,
      imported_at bigint not null, bytes text not null, uses text, mac text, primary key (purpose, sha256))`,
    'create index trusted_item_country on trusted_item (country, kind)',
    'create index trusted_item_serial on trusted_item (serial)',
    'create index trusted_item_key on trusted_item (subject_key)',

    // Lists of persons that the operator imports, in versions, with an index to find people by.
    'create table watchlist (name text primary key, version bigint, created_at bigint not null)',
    `create table watchlist_version (
      version bigint primary key, list text not null, state text not null, base bigint, format text not null,
      origin text not null, source_date text, sha256 text, entries bigint not null, skipped bigint not null,
      changed bigint not null, touched_at bigint not null, imported_at bigint)`,
    `create table watchlist_entry (
      version bigint not null, number bigint not null, entry_id text not null, hash text not null,
      changed integer not null, content text not null, primary key (version, number))`,
    'create index watchlist_entry_id on watchlist_entry (version, entry_id)',
    `create table watchlist_posting (
      version bigint not null, posting_key bigint not null, segment integer not null, entries integer not null,
      numbers text not null, primary key (version, posting_key, segment))`,
    // Pairs of a person and a list entry that are two different persons, as keyed hashes.
    `create table watchlist_dismissal (
      pair_mark text not null, session_id text not null, primary key (pair_mark, session_id))`,
    'create index watchlist_dismissal_session on watchlist_dismissal (session_id)',
    // How far the comparison of approved people with each version of a list has come, and hits that nobody has
    // answered.
    `create table watchlist_run (
      version bigint primary key, after text not null, compared bigint not null, found bigint not null,
      lease_owner text, lease_until bigint, done_at bigint)`,
    `create table watchlist_alert (
      session_id text primary key, tenant text not null, mode text not null, hits integer not null,
      found_at bigint not null)`,
    'create index watchlist_alert_found on watchlist_alert (mode, found_at)',
    // Addresses from which lists are fetched automatically, with the result.
    `create table list_source (
      list text primary key, url text not null, format text, sha256 text, sha256_url text, every_hours integer not null,
      next_at bigint not null, lease_owner text, lease_until bigint, last_at bigint, last_outcome text, last_text text,
      good_at bigint)`,
    // The operator's own list of persons, separate for each tenant and mode.
    `create table block_entry (
      id text primary key, tenant text not null, mode text not null, kind text not null, session_id text,
      sealed text, added_by text not null, added_at bigint not null, face_gone text)`,
    'create index block_entry_tenant on block_entry (tenant, mode, added_at)',
    'create index block_entry_session on block_entry (session_id)',

    // Which session a wallet's request belongs to, while it can be answered.
    `create table wallet_request (
      id_sha256 text primary key, tenant text not null, session_id text not null, expires_at bigint not null)`,
    'create index wallet_request_session on wallet_request (session_id)',
    'create index wallet_request_expires on wallet_request (expires_at)',

    // Credentials of tenants' own: what is offered, and what was issued.
    `create table credential_offer (
      session_id text primary key, tenant text not null, mode text not null, code_sha256 text, token_sha256 text,
      expires_at bigint not null, mac text)`,
    'create unique index credential_offer_code on credential_offer (code_sha256)',
    'create unique index credential_offer_token on credential_offer (token_sha256)',
    'create index credential_offer_expires on credential_offer (expires_at)',
    `create table issued_credential (
      tenant text not null, mode text not null, list integer not null, list_index integer not null, session_id text,
      signing_key integer not null, nonce_sha256 text not null, issued_at bigint not null, expires_at bigint not null,
      revoked_at bigint, primary key (tenant, mode, list, list_index))`,
    'create unique index issued_credential_nonce on issued_credential (nonce_sha256)',
    'create index issued_credential_session on issued_credential (session_id)',
    'create index issued_credential_expires on issued_credential (expires_at)',

    // Reviewers' answers about two sessions: one person or two. `low_id` and `high_id` are the two in order, for one
    // row per pair.
    `create table pair_answer (
      low_id text not null, high_id text not null, session_id text not null, answer text not null,
      reviewer text not null, at bigint not null, sealed_reason text not null, primary key (low_id, high_id))`,
    'create index pair_answer_high on pair_answer (high_id)',
    'create index pair_answer_session on pair_answer (session_id)',
  ],
}

/** Everything but the MAC, which a row of an earlier version gets. */
const contentOf = (row: 'old' | 'new') =>
  ['id', 'tenant', 'sha256', 'since', 'actor'].map((column) => `${row}.${column}`).join(', ')
