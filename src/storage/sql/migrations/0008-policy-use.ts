import { refuse } from './append-only.ts'
import type { Migration } from './migration.ts'

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
