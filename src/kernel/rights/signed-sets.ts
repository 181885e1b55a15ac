import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../storage/schema.ts'
import { ChangedRow, type SignedRows } from './signed-rows.ts'

/**
 * Tables that decide by what is in them: a row that is missing would turn a decision towards approval. A signed hash
 * over the MACs of their rows says whether all are there. They are small; entries of lists are counted instead.
 */
const SIGNED_SETS = {
  block_entry: { by: ['tenant', 'mode'], only: 'true' },
  watchlist: { by: ['name', 'version'], only: 'true' },
  trusted_item: { by: ['purpose', 'country'], only: `kind = 'revocation-list'` },
  fingerprint_set: { by: ['tenant', 'kind'], only: 'true', isCounted: true },
} as const satisfies Record<string, SignedSet>

interface SignedSet {
  /** The columns by which rows are looked up: a row that was moved past them would not be found. */
  by: readonly string[]
  only: string
  /** Its rows change with every session: only which there are is signed here, and each has a MAC of its own. */
  isCounted?: boolean
}

export type SignedSetName = keyof typeof SIGNED_SETS

export const SIGNED_SET_NAMES = Object.keys(SIGNED_SETS) as SignedSetName[]

/** Changes rows of a set, within a transaction, and signs the set again. Changes of one set run one at a time. */
export async function changeSet<Value>(
  trx: Kysely<Schema>,
  signed: SignedRows,
  name: SignedSetName,
  change: () => Promise<Value>,
): Promise<Value> {
  await trx.updateTable('signed_set').set({ name }).where('name', '=', name).execute()
  // What somebody else removed is not signed away by the next change.
  const wasWhole = await isWhole(trx, signed, name)
  const value = await change()
  if (wasWhole) await signSet(trx, signed, name)
  return value
}

/** Signs a set as it is. */
export async function signSet(trx: Kysely<Schema>, signed: SignedRows, name: SignedSetName): Promise<void> {
  const { places } = await readSet(trx, name)
  const row = signed.sign('signed_set', { name, digest: digestOf(places) })
  await trx
    .insertInto('signed_set')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

export async function isWhole(db: Kysely<Schema>, signed: SignedRows, name: SignedSetName): Promise<boolean> {
  const { places, row } = await readSet(db, name)
  return row !== undefined && signed.isOurs('signed_set', row) && row.digest === digestOf(places)
}

/** Throws a ChangedRow if a row of the set was added, changed or removed past this program. */
export async function requireWhole(db: Kysely<Schema>, signed: SignedRows, name: SignedSetName): Promise<void> {
  if (!(await isWhole(db, signed, name))) throw new ChangedRow(`the set of all rows of ${name}`)
}

/** In one statement, so that a change at the same time is seen whole or not at all. */
async function readSet(db: Kysely<Schema>, name: SignedSetName) {
  const { by, only, isCounted }: SignedSet = SIGNED_SETS[name]
  const columns = [...(isCounted ? [] : ['mac']), ...by].map(
    (column) => sql`coalesce(cast(${sql.ref(column)} as text), '')`,
  )
  const place = sql.join(columns, sql` || ' ' || `)
  const { rows } = await sql<{ name: string; digest: string; mac: string | null; row_place: string | null }>`
    select signed_set.name, signed_set.digest, signed_set.mac, rows_.row_place
    from (select 1 as one) as one_
    left join signed_set on signed_set.name = ${name}
    left join (select ${place} as row_place from ${sql.table(name)} where ${sql.raw(only)}) as rows_ on true`.execute(
    db,
  )
  const [first] = rows
  return {
    places: rows.flatMap(({ row_place }) => row_place ?? []),
    row: first && first.name !== null ? { name: first.name, digest: first.digest, mac: first.mac } : undefined,
  }
}

const digestOf = (places: readonly string[]): string =>
  createHash('sha256').update(places.toSorted().join('\n')).digest('hex')
