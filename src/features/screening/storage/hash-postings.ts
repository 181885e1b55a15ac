import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SignedRows } from '../../../kernel/rights/signed-rows.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'

const ROWS = 5_000

/** The name of the signed hash over the name index of a list's version. */
const nameOf = (version: number): string => `watchlist_posting:${version}`

/**
 * SHA-256 over the name index of a list's version, in the order of its primary key. A row that is missing hides a
 * person of the list; a list of a million entries has millions of rows, so it is checked on demand, not for each
 * session.
 */
async function hashPostings(db: Kysely<Schema>, version: number): Promise<string> {
  const hash = createHash('sha256')
  let after: { posting_key: number; segment: number } | undefined
  for (;;) {
    const last = after
    const rows = await db
      .selectFrom('watchlist_posting')
      .select(['posting_key', 'segment', 'entries', 'numbers'])
      .where('version', '=', version)
      .$if(last !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('posting_key', 'segment'), '>', tuple(last?.posting_key as number, last?.segment as number)),
        ),
      )
      .orderBy('posting_key')
      .orderBy('segment')
      .limit(ROWS)
      .execute()
    for (const { posting_key, segment, entries, numbers } of rows)
      hash.update(`${posting_key} ${segment} ${entries} ${numbers}\n`)
    after = rows.at(-1)
    if (rows.length < ROWS || !after) return hash.digest('hex')
  }
}

/** Signs the name index of a version as it is. */
export async function signPostings(trx: Kysely<Schema>, signed: SignedRows, version: number): Promise<void> {
  const row = signed.sign('signed_set', { name: nameOf(version), digest: await hashPostings(trx, version) })
  await trx
    .insertInto('signed_set')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export async function arePostingsWhole(db: Kysely<Schema>, signed: SignedRows, version: number): Promise<boolean> {
  const row = await db.selectFrom('signed_set').selectAll().where('name', '=', nameOf(version)).executeTakeFirst()
  return row !== undefined && signed.isOurs('signed_set', row) && row.digest === (await hashPostings(db, version))
}

export async function removePostingsHash(trx: Kysely<Schema>, version: number): Promise<void> {
  await trx.deleteFrom('signed_set').where('name', '=', nameOf(version)).execute()
}
