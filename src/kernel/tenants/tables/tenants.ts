import type { Kysely } from 'kysely'
import { makeTimeOrderedId } from '../../../platform/sql/identifiers.ts'
import { recordEntry, recordIf } from '../../audit/tables/audit.ts'
import { type Policy, readPolicy } from '../../decision/policy.ts'
import type { Policies, Tenant, Tenants } from '../../ports/tenants.ts'
import { markedPolicyUse, markPolicyUse, NO_USE } from '../../rights/policy-marks.ts'
import { ChangedRow, NotOurs } from '../../rights/signed-rows.ts'
import type { Context } from '../../storage/context.ts'
import { compile } from '../../storage/query.ts'
import type { Schema } from '../../storage/schema.ts'
import { DEFAULT_SETTINGS } from '../tenant.ts'

export function sqlTenants({ db, clock, auditKey, signed }: Context): Tenants {
  const load = compile(db, ['id'], ([id]) => db.selectFrom('tenant').selectAll().where('id', '=', id))
  return {
    async load(id) {
      const row = await load(id)
      return row && signed.isOurs('tenant', row) ? tenantOf(row) : undefined
    },
    async all() {
      const rows = await db.selectFrom('tenant').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.filter((row) => signed.isOurs('tenant', row)).map(tenantOf)
    },
    create: ({ id, name, settings }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const created = await trx
          .insertInto('tenant')
          .values(
            signed.sign('tenant', { id, name, settings: JSON.stringify(settings), created_at: clock().getTime() }),
          )
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (created) await markPolicyUse(trx, signed, id, NO_USE, 'keep')
        return recordIf(trx, auditKey, created !== undefined, audit)
      }),
    save: ({ id, name, settings }, ...audit) =>
      db.transaction().execute(async (trx) => {
        const values = { name, settings: JSON.stringify(settings) }
        if (!(await signed.change(trx, 'tenant', { id }, () => values))) throw new NotOurs(`tenant ${id}`)
        await recordIf(trx, auditKey, true, audit)
      }),
  }
}

/** Settings of a later version have their defaults in rows of an earlier one. */
const tenantOf = (row: { id: string; name: string; settings: string }): Tenant => ({
  id: row.id,
  name: row.name,
  settings: { ...DEFAULT_SETTINGS, ...(JSON.parse(row.settings) as Partial<Tenant['settings']>) },
})

export function sqlPolicies({ db, clock, auditKey, signed }: Context, defaultPolicy: Policy): Policies {
  const kept = new Set<string>()
  /** Newest first. A use, or a policy, that somebody else wrote is left out. */
  async function usesOf(tenant: string, limit: number): Promise<{ policy: Policy; since: number; actor: string }[]> {
    const found: { policy: Policy; since: number; actor: string }[] = []
    for (let offset = 0; found.length < limit; offset += limit) {
      const uses = await db
        .selectFrom('policy_use')
        .selectAll()
        .where('tenant', '=', tenant)
        .orderBy('since', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      for (const use of uses) {
        const policy = signed.isOurs('policy_use', use) ? await bySha256(use.sha256) : undefined
        if (policy) found.push({ policy, since: use.since, actor: use.actor })
      }
      if (uses.length < limit) break
    }
    return found.slice(0, limit)
  }

  async function bySha256(sha256: string): Promise<Policy | undefined> {
    const row = await db.selectFrom('policy').selectAll().where('sha256', '=', sha256).executeTakeFirst()
    return row && signed.isOurs('policy', row) ? policyOf(row) : undefined
  }

  async function insertPolicy(trx: Kysely<Schema>, { sha256, ...rules }: Policy): Promise<void> {
    const values = { rules: JSON.stringify(rules), created_at: clock().getTime() }
    const { mac } = signed.sign('policy', { sha256, ...values })
    const there = await trx.selectFrom('policy').selectAll().where('sha256', '=', sha256).executeTakeFirst()
    if (there && signed.isOurs('policy', there)) return
    await trx
      .insertInto('policy')
      .values({ sha256, ...values, mac })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ ...values, mac }))
      .execute()
  }

  return {
    async current(tenant) {
      const id = await markedPolicyUse(db, signed, tenant)
      if (id === NO_USE) return defaultPolicy
      const use = await db.selectFrom('policy_use').selectAll().where('id', '=', id).executeTakeFirst()
      // An earlier policy may be more lenient: it does not take the place of one that was changed or removed.
      if (!use || !signed.isOurs('policy_use', use)) throw new ChangedRow(`policy_use:${id}`)
      const policy = await bySha256(use.sha256)
      if (!policy) throw new ChangedRow(`policy:${use.sha256}`)
      return policy
    },
    bySha256,
    use: (tenant, policy, audit) =>
      db.transaction().execute(async (trx) => {
        await insertPolicy(trx, policy)
        const since = Math.max(audit.at.getTime(), (await lastUse(trx, tenant)) + 1)
        const use = signed.sign('policy_use', {
          id: makeTimeOrderedId(since),
          tenant,
          sha256: policy.sha256,
          since,
          actor: audit.actor,
        })
        await trx.insertInto('policy_use').values(use).execute()
        await markPolicyUse(trx, signed, tenant, use.id)
        await recordEntry(trx, auditKey, audit)
      }),
    async keep(policy) {
      if (kept.has(policy.sha256)) return
      await insertPolicy(db, policy)
      kept.add(policy.sha256)
    },
    async history(tenant, limit) {
      const rows = await usesOf(tenant, limit)
      return rows.map(({ since, ...row }) => ({ at: new Date(since), ...row }))
    },
  }
}

/** When the tenant's policy was last changed: the next change counts as later, even on a node whose clock is behind. */
async function lastUse(trx: Kysely<Schema>, tenant: string): Promise<number> {
  const row = await trx
    .selectFrom('policy_use')
    .select(({ fn }) => fn.max('since').as('since'))
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row?.since ?? 0
}

/** Parsed like any policy: one that this version does not understand must not decide with a rule left out. */
function policyOf({ sha256, rules }: { sha256: string; rules: string }): Policy {
  const read = readPolicy(JSON.parse(rules))
  if (!read.ok) throw new Error(`the stored policy ${sha256} cannot be read: ${read.refusal}`)
  return { ...read.value, sha256 }
}
