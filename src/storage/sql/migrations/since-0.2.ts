import { REVIEWED, TOOK } from '../counts/time-to-decide.ts'
import { FACET } from '../sessions/facet-expression.ts'
import { refuse } from './append-only.ts'
import type { Migration } from './migration.ts'

/**
 * How far people come, counted by day without any of them; and of each session how far it came, so that those who
 * stopped somewhere can be looked at. Of sessions from before only the ends are known.
 */
export const captureCount: Migration = () => [
  `create table capture_count (
    day bigint not null, tenant text not null, mode text not null, step text not null, about text not null,
    value text not null, device text not null, language text not null, times bigint not null,
    primary key (day, tenant, mode, step, about, value, device, language))`,
  'alter table session add column reached text',
  `update session set reached = 'completed' where completed_at is not null`,
  `create index session_reached on session (mode, reached, created_at, id, tenant)
    where reached is not null and erased_at is null`,
]

/**
 * Sessions by all that a search narrows by, newest first, so that what is rare is found without walking over everything;
 * by who decided them and how fast; and the verdicts of a reviewer. Those who came so far and no further are found by the
 * first as well.
 */
export const sessionFacets: Migration = () => [
  `create index session_by_facet on session ((${FACET}), created_at, id) where erased_at is null`,
  `create index session_by_delay on session (mode, (${REVIEWED}), (${TOOK}), settled_at)
    where settled_at is not null and completed_at is not null and erased_at is null`,
  `create index review_by_reviewer on review (reviewer, session_id)`,
  'drop index session_reached',
]

/** Authorities, signers and revocation lists that chips are trusted by. */
export const trustedItems: Migration = () => [
  `create table trusted_item (
    sha256 text primary key, kind text not null, country text not null, name text not null, serial text not null,
    subject_key text, ends_at bigint, origin text not null, listed_at bigint, imported_at bigint not null,
    bytes text not null)`,
  'create index trusted_item_country on trusted_item (country, kind)',
  'create index trusted_item_serial on trusted_item (serial)',
  'create index trusted_item_key on trusted_item (subject_key)',
]

/** Null in entries of earlier versions; see rights/open-rights.ts. */
export const auditMac: Migration = () => ['alter table audit add column mac text']

/** What is trusted for chips and what for wallets lies apart: the same certificate may be there for both. */
export const trustPurpose: Migration = () => [
  'alter table trusted_item rename to trusted_item_of_chips',
  'drop index trusted_item_country',
  'drop index trusted_item_serial',
  'drop index trusted_item_key',
  `create table trusted_item (
    purpose text not null, sha256 text not null, kind text not null, country text not null, name text not null,
    serial text not null, subject_key text, ends_at bigint, origin text not null, listed_at bigint,
    imported_at bigint not null, bytes text not null, primary key (purpose, sha256))`,
  `insert into trusted_item (purpose, sha256, kind, country, name, serial, subject_key, ends_at, origin, listed_at,
    imported_at, bytes) select 'chip', sha256, kind, country, name, serial, subject_key, ends_at, origin, listed_at,
    imported_at, bytes from trusted_item_of_chips`,
  'drop table trusted_item_of_chips',
  'create index trusted_item_country on trusted_item (country, kind)',
  'create index trusted_item_serial on trusted_item (serial)',
  'create index trusted_item_key on trusted_item (subject_key)',
]

/** Lists of persons that the operator imports, in versions, with an index to find people by. */
export const watchlists: Migration = () => [
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
]

/** Pairs of a person and an entry of a list that are two persons, as keyed hashes. */
export const dismissals: Migration = () => [
  `create table watchlist_dismissal (
    pair_mark text not null, session_id text not null, primary key (pair_mark, session_id))`,
  'create index watchlist_dismissal_session on watchlist_dismissal (session_id)',
]

/** How far approved people were compared with each version of a list, and those with hits that nobody has answered. */
export const listRuns: Migration = () => [
  `create table watchlist_run (
    version bigint primary key, after text not null, compared bigint not null, found bigint not null,
    lease_owner text, lease_until bigint, done_at bigint)`,
  `create table watchlist_alert (
    session_id text primary key, tenant text not null, mode text not null, hits integer not null,
    found_at bigint not null)`,
  'create index watchlist_alert_found on watchlist_alert (mode, found_at)',
]

/** What was erased of late, for nodes that hold faces in memory. */
export const tombstonesByTime: Migration = () => ['create index tombstone_by_time on tombstone (erased_at)']

/** Which session a wallet's request belongs to, while it can be answered. */
export const walletRequests: Migration = () => [
  `create table wallet_request (
    id_sha256 text primary key, tenant text not null, session_id text not null, expires_at bigint not null)`,
  'create index wallet_request_session on wallet_request (session_id)',
  'create index wallet_request_expires on wallet_request (expires_at)',
]

/** Addresses that lists are fetched from by themselves, with what came of it. */
export const listSources: Migration = () => [
  `create table list_source (
    list text primary key, url text not null, format text, sha256 text, sha256_url text, every_hours integer not null,
    next_at bigint not null, lease_owner text, lease_until bigint, last_at bigint, last_outcome text, last_text text,
    good_at bigint)`,
]

/** The operator's own list of persons, apart by tenant and mode. */
export const blocklist: Migration = () => [
  `create table block_entry (
    id text primary key, tenant text not null, mode text not null, kind text not null, session_id text,
    sealed text, added_by text not null, added_at bigint not null, face_gone text)`,
  'create index block_entry_tenant on block_entry (tenant, mode, added_at)',
  'create index block_entry_session on block_entry (session_id)',
]

/** Credentials of tenants' own: what is offered, and what was issued. */
export const issuedCredentials: Migration = () => [
  `create table credential_offer (
    session_id text primary key, tenant text not null, mode text not null, code_sha256 text, token_sha256 text,
    expires_at bigint not null)`,
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
]

/** What reviewers said of two sessions: one person or two. `low_id` and `high_id` are the two in order, for one row a pair. */
export const pairAnswers: Migration = () => [
  `create table pair_answer (
    low_id text not null, high_id text not null, session_id text not null, answer text not null,
    reviewer text not null, at bigint not null, sealed_reason text not null, primary key (low_id, high_id))`,
  'create index pair_answer_high on pair_answer (high_id)',
  'create index pair_answer_session on pair_answer (session_id)',
]

/** What credentials an issuer is trusted for; null in what was imported before this was kept, which stays trusted for all. */
export const trustUses: Migration = () => ['alter table trusted_item add column uses text']

/** The level of assurance a session was decided on, for the overview; null in what was decided before this was kept. */
export const sessionLevels: Migration = () => ['alter table session add column level text']

/** Rows that give a right carry a MAC: see rights/. What is there already is signed by the start that adds the columns. */
export const rowMacs: Migration = (kind) => [
  ...TABLES.map((table) => `alter table ${table} add column mac text`),
  ...(kind === 'sqlite'
    ? ['drop trigger policy_use_refuse_update']
    : ['drop trigger policy_use_refuse_update on policy_use', 'drop function policy_use_refuse_update()']),
  ...refuse(kind, 'policy_use', 'update', `(${contentOf('old')}) <> (${contentOf('new')})`),
]

const TABLES = [
  'tenant',
  'credential',
  'reviewer',
  'sign_in',
  'policy',
  'policy_use',
  'trusted_item',
  'hand_over',
  'credential_offer',
  'outbox',
]

/** Everything but the MAC, which a row of an earlier version gets. */
const contentOf = (row: 'old' | 'new') =>
  ['id', 'tenant', 'sha256', 'since', 'actor'].map((column) => `${row}.${column}`).join(', ')

/** Changes no table: the start that makes this step seals sessions of version 0.1 again; see sessions/bind-sessions.ts. */
export const boundSessions: Migration = () => []
