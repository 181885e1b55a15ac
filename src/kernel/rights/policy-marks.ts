import type { Kysely } from 'kysely'
import type { Schema } from '../storage/schema.ts'
import { ChangedRow, type SignedRows } from './signed-rows.ts'

/**
 * Each tenant has a signed mark that names the use of a policy which is in force. Without it, whoever removes the newest
 * use would bring an earlier policy back.
 */
const nameOf = (tenant: string): string => `policy_use:${tenant}`

/** The mark of a tenant that has the default policy. */
export const NO_USE = ''

/** The use in force. Throws a ChangedRow if the mark is missing or somebody else wrote it. */
export async function markedPolicyUse(db: Kysely<Schema>, signed: SignedRows, tenant: string): Promise<string> {
  const row = await markOf(db, tenant)
  if (!row) throw new ChangedRow(`signed_set:${nameOf(tenant)}`)
  return signed.ours('signed_set', row).digest
}

/** Signs the mark, within the transaction that puts the policy to use. `keep` leaves a mark that is there as it is. */
export async function markPolicyUse(
  trx: Kysely<Schema>,
  signed: SignedRows,
  tenant: string,
  id: string,
  present: 'replace' | 'keep' = 'replace',
): Promise<void> {
  const row = signed.sign('signed_set', { name: nameOf(tenant), digest: id })
  await trx
    .insertInto('signed_set')
    .values(row)
    .onConflict((conflict) =>
      present === 'keep' ? conflict.column('name').doNothing() : conflict.column('name').doUpdateSet(row),
    )
    .execute()
}

/** Signs the mark of every tenant: the newest use that this installation wrote is in force. */
export async function markNewestUses(trx: Kysely<Schema>, signed: SignedRows, only?: string): Promise<void> {
  const tenants = await trx.selectFrom('tenant').select('id').execute()
  for (const { id } of tenants) {
    if (only !== undefined && id !== only) continue
    const newest = await newestUse(trx, signed, id)
    await markPolicyUse(trx, signed, id, newest)
  }
}

/** Tenants whose mark is missing, or names a use that is not there. */
export async function tenantsWithoutUse(db: Kysely<Schema>, signed: SignedRows): Promise<string[]> {
  const tenants = await db.selectFrom('tenant').select('id').execute()
  const found: string[] = []
  for (const { id } of tenants) {
    const row = await markOf(db, id)
    const isMarked = row !== undefined && signed.isOurs('signed_set', row)
    if (!isMarked || (row.digest !== NO_USE && !(await hasUse(db, row.digest)))) found.push(id)
  }
  return found
}

const markOf = (db: Kysely<Schema>, tenant: string) =>
  db.selectFrom('signed_set').selectAll().where('name', '=', nameOf(tenant)).executeTakeFirst()

const hasUse = async (db: Kysely<Schema>, id: string): Promise<boolean> =>
  (await db.selectFrom('policy_use').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function newestUse(db: Kysely<Schema>, signed: SignedRows, tenant: string): Promise<string> {
  const uses = await db
    .selectFrom('policy_use')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return uses.find((use) => signed.isOurs('policy_use', use))?.id ?? NO_USE
}
