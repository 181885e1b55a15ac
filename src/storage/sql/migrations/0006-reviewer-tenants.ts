import type { Migration } from './migration.ts'

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
