import type { Migration } from './migration.ts'

/** Which session a wallet's request belongs to, while it can be answered. */
export const walletRequests: Migration = () => [
  `create table wallet_request (
    id_sha256 text primary key, tenant text not null, session_id text not null, expires_at bigint not null)`,
  'create index wallet_request_session on wallet_request (session_id)',
  'create index wallet_request_expires on wallet_request (expires_at)',
]
