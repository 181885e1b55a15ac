import { refuse } from './append-only.ts'
import type { Migration } from './migration.ts'

/** The audit log's entries in one order, each with a hash over all before it; and those on their way there. */
export const auditChain: Migration = (kind) => [
  'create table audit_link (seq bigint primary key, audit_id text not null unique, hash text not null)',
  ...refuse(kind, 'audit_link', 'update'),
  ...refuse(kind, 'audit_link', 'delete'),
  'create table audit_unlinked (audit_id text primary key)',
  'insert into audit_unlinked (audit_id) select id from audit',
]
