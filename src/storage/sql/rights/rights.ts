import type { KeyObject } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Rights, UnsignedRow } from '../../../actions/ports/accounts.ts'
import { type Row, rowsOf } from '../../backup/tables.ts'
import { recordEntry } from '../audit/audit.ts'
import type { Context, Database } from '../database/context.ts'
import type { Schema } from '../database/schema.ts'
import { hasMac, idOfRow, SIGNED_TABLES, type SignedTable, type SignedTableName, signedRows } from './signed-rows.ts'

export function sqlRights({ db, auditKey }: Pick<Context, 'db' | 'auditKey'>, kind: Database['kind']): Rights {
  return {
    async unsigned() {
      const found: UnsignedRow[] = []
      for await (const { table, row } of unsignedRows({ db, kind }, auditKey))
        found.push({ id: idOfRow(table, row), says: wordsOf(table, row) })
      return found
    },
    accept: (ids, audit) =>
      db.transaction().execute(async (trx) => {
        const chosen = new Set(ids)
        const signed = await signRows({ db: trx, kind }, auditKey, (id) => chosen.has(id))
        if (signed) await recordEntry(trx, auditKey, audit)
        return signed
      }),
  }
}

/** Signs the rows that are not signed, as they are; answers how many. */
export async function signRows(
  database: Pick<Database, 'db' | 'kind'>,
  macKey: KeyObject,
  isChosen: (id: string) => boolean,
): Promise<number> {
  const { sign } = signedRows(macKey)
  let count = 0
  for await (const { table, row } of unsignedRows(database, macKey)) {
    if (!isChosen(idOfRow(table, row))) continue
    await setMac(database.db, table, row, sign(table, row).mac)
    count += 1
  }
  return count
}

async function setMac(db: Kysely<Schema>, table: SignedTableName, row: Row, mac: string): Promise<void> {
  const key = SIGNED_TABLES[table].key.map((column) => sql`${sql.ref(column)} = ${row[column]}`)
  await sql`update ${sql.table(table)} set mac = ${mac} where ${sql.join(key, sql` and `)}`.execute(db)
}

async function* unsignedRows(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  macKey: KeyObject,
): AsyncGenerator<{ table: SignedTableName; row: Row }> {
  for (const table of Object.keys(SIGNED_TABLES) as SignedTableName[]) {
    const { only }: SignedTable = SIGNED_TABLES[table]
    for await (const rows of rowsOf(db, kind, table, only))
      for (const row of rows) if (!hasMac(macKey, table, row)) yield { table, row }
  }
}

const wordsOf = (table: SignedTableName, row: Row): string =>
  SIGNED_TABLES[table].shows
    .filter((column) => row[column] !== null)
    .map((column) => `${column}=${row[column]}`)
    .join(' ')
