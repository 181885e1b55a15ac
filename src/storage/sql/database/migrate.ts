import { type Kysely, sql } from 'kysely'
import { foundation } from '../migrations/0001-foundation.ts'
import { reviewClaims } from '../migrations/0002-review-claims.ts'
import { prints } from '../migrations/0003-prints.ts'
import { statusCount } from '../migrations/0004-status-count.ts'
import { consoleTables } from '../migrations/0005-console.ts'
import { reviewerTenants } from '../migrations/0006-reviewer-tenants.ts'
import { handOvers } from '../migrations/0007-hand-over.ts'
import { policyUse } from '../migrations/0008-policy-use.ts'
import { printSequence } from '../migrations/0009-print-sequence.ts'
import { signIn } from '../migrations/0010-sign-in.ts'
import { modes } from '../migrations/0011-modes.ts'
import { sentPictures } from '../migrations/0012-sent-pictures.ts'
import { compaction } from '../migrations/0013-compaction.ts'
import { documentModels } from '../migrations/0014-document-models.ts'
import { tokensAndDevices } from '../migrations/0015-tokens-and-devices.ts'
import { auditChain } from '../migrations/0016-audit-chain.ts'
import { providerAccounts } from '../migrations/0017-provider-accounts.ts'
import { credentialRights } from '../migrations/0018-credential-rights.ts'
import { deliveryAnswers } from '../migrations/0019-delivery-answers.ts'
import { review } from '../migrations/0020-review.ts'
import { searchMarks } from '../migrations/0021-search-marks.ts'
import { captureCount } from '../migrations/0022-capture-count.ts'
import { sessionFacets } from '../migrations/0023-session-facets.ts'
import { trustedItems } from '../migrations/0024-trusted-items.ts'
import { auditMac } from '../migrations/0025-audit-mac.ts'
import { trustPurpose } from '../migrations/0026-trust-purpose.ts'
import { watchlists } from '../migrations/0027-watchlists.ts'
import { dismissals } from '../migrations/0028-dismissals.ts'
import { listRuns } from '../migrations/0029-list-runs.ts'
import { tombstonesByTime } from '../migrations/0030-tombstones-by-time.ts'
import { walletRequests } from '../migrations/0031-wallet-requests.ts'
import { listSources } from '../migrations/0034-list-sources.ts'
import { blocklist } from '../migrations/0035-blocklist.ts'
import { issuedCredentials } from '../migrations/0036-issued-credentials.ts'
import { pairAnswers } from '../migrations/0039-pair-answers.ts'
import { trustUses } from '../migrations/0044-trust-uses.ts'
import type { Migration } from '../migrations/migration.ts'
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

/** In order; the position is the number. */
export const MIGRATIONS: Migration[] = [
  foundation,
  reviewClaims,
  prints,
  statusCount,
  consoleTables,
  reviewerTenants,
  handOvers,
  policyUse,
  printSequence,
  signIn,
  modes,
  sentPictures,
  compaction,
  documentModels,
  tokensAndDevices,
  auditChain,
  providerAccounts,
  credentialRights,
  deliveryAnswers,
  review,
  searchMarks,
  captureCount,
  sessionFacets,
  trustedItems,
  auditMac,
  trustPurpose,
  watchlists,
  dismissals,
  listRuns,
  tombstonesByTime,
  walletRequests,
  listSources,
  blocklist,
  issuedCredentials,
  pairAnswers,
  trustUses,
]

/**
 * The last migration that the version released before cannot live with: programs that know fewer step aside. Raise it to a
 * migration's number when that takes away or changes what the version before reads or writes, or when what is sealed gets
 * another form. What is only added leaves it as it is, and two versions can serve side by side during an upgrade.
 */
export const LEAST_SCHEMA = 21

/**
 * Brings the schema up to date in one transaction, under a lock, so that several nodes can start at once.
 * Leaves a database alone that a newer version of the program has changed, and refuses it where it is said not to fit.
 */
export async function migrate(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  migrations = MIGRATIONS,
  least = Math.min(LEAST_SCHEMA, migrations.length),
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx)
    await sql`create table if not exists schema_version (version integer primary key, applied_at bigint not null)`.execute(
      trx,
    )
    const version = await readVersion(trx)
    if (version > migrations.length) {
      const misfit = await findMisfit(trx, migrations.length)
      if (misfit) throw new Error(`${misfit}: start the newer program`)
      return
    }
    for (const [index, migration] of migrations.entries()) {
      if (index < version) continue
      for (const statement of migration(kind)) await sql.raw(statement).execute(trx)
      await trx
        .insertInto('schema_version')
        .values({ version: index + 1, applied_at: Date.now() })
        .execute()
    }
    await writeLeast(trx, least, version < migrations.length)
  })
}

/** Any number, the same in all nodes: "limen" in ASCII. */
const MIGRATION_LOCK = 0x6c696d65_6en

/** Why a program that knows so many migrations cannot work on the database as it is; undefined when it can. */
export async function findMisfit(db: Kysely<Schema>, known = MIGRATIONS.length): Promise<string | undefined> {
  const version = await readVersion(db)
  if (version <= known) return undefined
  const row = await db.selectFrom('setting').select('value').where('name', '=', LEAST).executeTakeFirst()
  if (row && Number(row.value) <= known) return undefined
  return `the database has schema version ${version}, this program knows ${known}`
}

const LEAST = 'least schema'

/** Where nothing was changed, only if it is missing: an earlier backup may have been put back. */
async function writeLeast(db: Kysely<Schema>, least: number, changed: boolean): Promise<void> {
  const values = { value: String(least), updated_at: Date.now() }
  await db
    .insertInto('setting')
    .values({ name: LEAST, ...values })
    .onConflict((conflict) => {
      const there = conflict.column('name')
      return changed ? there.doUpdateSet(values) : there.doNothing()
    })
    .execute()
}

/** Zero for an empty database. */
export async function readVersion(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('schema_version')
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? 0
}
