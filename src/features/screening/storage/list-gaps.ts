import type { Kysely } from 'kysely'
import type { UnsignedRow } from '../../../kernel/ports/installation.ts'
import type { SignedRows } from '../../../kernel/rights/signed-rows.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import { arePostingsWhole, signPostings } from './hash-postings.ts'

/** Lists of which entries are missing, or whose name index was changed. They are imported again. */
export async function findListGaps(
  db: Kysely<Schema>,
  signed: SignedRows,
  withoutEntries: boolean,
): Promise<UnsignedRow[]> {
  const gaps: UnsignedRow[] = []
  const lists = await db.selectFrom('watchlist_version').selectAll().where('state', '=', 'current').execute()
  for (const { version, list, entries } of lists) {
    const { count } = await db
      .selectFrom('watchlist_entry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    if (Number(count) !== Number(entries))
      gaps.push({ id: `entries:${list}`, says: `${count} of ${entries} entries are there: import the list again` })
    if (!withoutEntries && !(await arePostingsWhole(db, signed, version)))
      gaps.push({ id: `postings:${list}`, says: 'its name index was changed: import the list again' })
  }
  return gaps
}

/** Signs the name indexes that a version without signatures wrote. */
export async function signCurrentPostings(trx: Kysely<Schema>, signed: SignedRows): Promise<void> {
  const current = trx.selectFrom('watchlist_version').select('version').where('state', '=', 'current')
  for (const { version } of await current.execute()) await signPostings(trx, signed, version)
}
