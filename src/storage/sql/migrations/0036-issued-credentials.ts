import type { Migration } from './migration.ts'

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
