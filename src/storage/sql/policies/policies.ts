import { sql } from 'kysely'
import type { Policies } from '../../../actions/ports/policies.ts'
import { type Policy, readPolicy } from '../../../domain/decision/policy.ts'
import type { Context } from '../database/context.ts'

export function sqlPolicies({ db, clock }: Context, defaultPolicy: Policy): Policies {
  const kept = new Set<string>()

  async function keep(policy: Policy): Promise<void> {
    if (kept.has(policy.sha256)) return
    const { sha256, ...rules } = policy
    await db
      .insertInto('policy')
      .values({ sha256, rules: JSON.stringify(rules), created_at: clock().getTime() })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .execute()
    kept.add(sha256)
  }

  return {
    async current(tenant) {
      const row = await db
        .selectFrom('tenant_policy')
        .innerJoin('policy', 'policy.sha256', 'tenant_policy.sha256')
        .select(['policy.sha256', 'policy.rules'])
        .where('tenant_policy.tenant', '=', tenant)
        .executeTakeFirst()
      return row ? policyOf(row) : defaultPolicy
    },
    async bySha256(sha256) {
      const row = await db.selectFrom('policy').selectAll().where('sha256', '=', sha256).executeTakeFirst()
      return row && policyOf(row)
    },
    async use(tenant, policy) {
      await keep(policy)
      const values = { sha256: policy.sha256, since: clock().getTime() }
      await db
        .insertInto('tenant_policy')
        .values({ tenant, ...values })
        .onConflict((conflict) => conflict.column('tenant').doUpdateSet(values))
        .execute()
    },
    keep,
    async history(tenant, limit) {
      const uses = await db
        .selectFrom('audit')
        .select(['at', 'actor', 'detail'])
        .where('tenant', '=', tenant)
        .where('action', '=', sql.lit('policy.use')) // written out, so that the index of these entries alone serves
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const named = uses.map(({ at, actor, detail }) => ({
        at,
        actor,
        sha256: JSON.parse(detail ?? '{}').to as string,
      }))
      const rows = named.length
        ? await db
            .selectFrom('policy')
            .select(['sha256', 'rules'])
            .where(
              'sha256',
              'in',
              named.map(({ sha256 }) => sha256),
            )
            .execute()
        : []
      const policies = new Map(rows.map((row) => [row.sha256, policyOf(row)]))
      return named.flatMap(({ at, actor, sha256 }) => {
        const policy = policies.get(sha256)
        return policy ? [{ at: new Date(at), actor, policy }] : []
      })
    },
  }
}

/** Read as any policy is: one that this version does not understand must not decide with a rule left out. */
function policyOf({ sha256, rules }: { sha256: string; rules: string }): Policy {
  const read = readPolicy(JSON.parse(rules))
  if (!read.ok) throw new Error(`the stored policy ${sha256} cannot be read: ${read.refusal}`)
  return { ...read.value, sha256 }
}
