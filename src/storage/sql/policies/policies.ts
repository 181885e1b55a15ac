import type { Kysely } from 'kysely'
import type { Policies } from '../../../actions/ports/policies.ts'
import { type Policy, readPolicy } from '../../../domain/decision/policy.ts'
import { recordEntry } from '../audit/audit.ts'
import type { Context } from '../database/context.ts'
import { makeTimeOrderedId } from '../database/identifiers.ts'
import type { Schema } from '../database/schema.ts'

export function sqlPolicies({ db, clock, auditKey }: Context, defaultPolicy: Policy): Policies {
  const kept = new Set<string>()
  const usesOf = (tenant: string, limit: number) =>
    db
      .selectFrom('policy_use')
      .innerJoin('policy', 'policy.sha256', 'policy_use.sha256')
      .select(['policy.sha256', 'policy.rules', 'policy_use.since', 'policy_use.actor'])
      .where('policy_use.tenant', '=', tenant)
      .orderBy('policy_use.since', 'desc')
      .orderBy('policy_use.id', 'desc')
      .limit(limit)
      .execute()

  return {
    async current(tenant) {
      const [row] = await usesOf(tenant, 1)
      return row ? policyOf(row) : defaultPolicy
    },
    async bySha256(sha256) {
      const row = await db.selectFrom('policy').selectAll().where('sha256', '=', sha256).executeTakeFirst()
      return row && policyOf(row)
    },
    use: (tenant, policy, audit) =>
      db.transaction().execute(async (trx) => {
        await insertPolicy(trx, policy, clock())
        const since = Math.max(audit.at.getTime(), (await lastUse(trx, tenant)) + 1)
        await trx
          .insertInto('policy_use')
          .values({ id: makeTimeOrderedId(since), tenant, sha256: policy.sha256, since, actor: audit.actor })
          .execute()
        await recordEntry(trx, auditKey, audit)
      }),
    async keep(policy) {
      if (kept.has(policy.sha256)) return
      await insertPolicy(db, policy, clock())
      kept.add(policy.sha256)
    },
    async history(tenant, limit) {
      const rows = await usesOf(tenant, limit)
      return rows.map((row) => ({ at: new Date(row.since), actor: row.actor, policy: policyOf(row) }))
    },
  }
}

/** When the tenant's policy was last changed: the next change counts as later, also on a node whose clock is behind. */
async function lastUse(trx: Kysely<Schema>, tenant: string): Promise<number> {
  const row = await trx
    .selectFrom('policy_use')
    .select(({ fn }) => fn.max('since').as('since'))
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row?.since ?? 0
}

async function insertPolicy(db: Kysely<Schema>, { sha256, ...rules }: Policy, now: Date): Promise<void> {
  await db
    .insertInto('policy')
    .values({ sha256, rules: JSON.stringify(rules), created_at: now.getTime() })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

/** Read as any policy is: one that this version does not understand must not decide with a rule left out. */
function policyOf({ sha256, rules }: { sha256: string; rules: string }): Policy {
  const read = readPolicy(JSON.parse(rules))
  if (!read.ok) throw new Error(`the stored policy ${sha256} cannot be read: ${read.refusal}`)
  return { ...read.value, sha256 }
}
