import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { newKey } from '../../platform/keys/keys.ts'
import { recordEntry } from '../audit/tables/audit.ts'
import { linkInOrder } from '../audit/tables/chain.ts'
import { type Row, rowsOf } from '../backup/backup-file.ts'
import { secretContext } from '../operations/tables/installation.ts'
import type { Installation, UnsignedRow } from '../ports/installation.ts'
import {
  type ChangedFingerprints,
  findChangedFingerprints,
  signFingerprints,
} from '../session/tables/fingerprint-sets.ts'
import type { Context, Database } from '../storage/context.ts'
import { featureStorages } from '../storage/feature-storage.ts'
import { DECIDING_SIGNED_SINCE, SIGNED_SINCE } from '../storage/migrate.ts'
import type { Schema } from '../storage/schema.ts'
import { markNewestUses, tenantsWithoutUse } from './policy-marks.ts'
import { hasMac, idOfRow, SIGNED_TABLES, type SignedTable, type SignedTableName, signedRows } from './signed-rows.ts'
import { isWhole, SIGNED_SET_NAMES, type SignedSetName, signSet } from './signed-sets.ts'

export function sqlRights(
  { db, auditKey }: Pick<Context, 'db' | 'auditKey'>,
  kind: Database['kind'],
): Pick<Installation, 'unsignedRows' | 'acceptRows'> {
  return {
    async unsignedRows({ withoutEntries = false } = {}) {
      const found: UnsignedRow[] = []
      for await (const { table, row } of unsignedRows({ db, kind }, auditKey, withoutEntries))
        found.push({ id: idOfRow(table, row), says: wordsOf(table, row) })
      return [...found, ...(await findGaps({ db, kind }, auditKey, withoutEntries))]
    },
    acceptRows: (ids, audit) =>
      db.transaction().execute(async (trx) => {
        const chosen = new Set(ids)
        const gaps = (await findGaps({ db: trx, kind }, auditKey)).filter(({ id }) => chosen.has(id))
        const rows = await signRows({ db: trx, kind }, auditKey, (id) => chosen.has(id))
        const sign = signedRows(auditKey)
        for (const { set } of gaps) if (set) await signSet(trx, sign, set)
        for (const { fingerprints } of gaps)
          if (fingerprints) await signFingerprints({ db: trx, kind }, sign, fingerprints)
        for (const { tenant } of gaps) if (tenant !== undefined) await markNewestUses(trx, sign, tenant)
        const signed = rows + gaps.filter(({ set, tenant, fingerprints }) => set ?? tenant ?? fingerprints).length
        if (signed) await recordEntry(trx, auditKey, audit)
        return signed
      }),
  }
}

interface Gap extends UnsignedRow {
  /** The set that can be accepted as it is. */
  set?: SignedSetName
  /** The tenant whose newest policy can be accepted as the one in force. */
  tenant?: string
  /** The fingerprints that can be accepted as they are. */
  fingerprints?: ChangedFingerprints
}

/** Sets in which rows were added or are missing. */
async function findGaps(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  macKey: KeyObject,
  withoutEntries = false,
): Promise<Gap[]> {
  const signed = signedRows(macKey)
  const gaps: Gap[] = []
  for (const name of SIGNED_SET_NAMES)
    if (!(await isWhole(db, signed, name)))
      gaps.push({ id: `all:${name}`, says: 'rows were added, changed or removed', set: name })
  for (const tenant of await tenantsWithoutUse(db, signed))
    gaps.push({ id: `policy:${tenant}`, says: 'the policy in use was removed: the newest one that is left', tenant })
  for (const set of await findChangedFingerprints({ db, kind }, signed, withoutEntries)) {
    const what = set.kind === 'print' ? 'documents and faces' : 'pictures'
    const says = `fingerprints of ${what} were added, changed or removed: earlier sessions may not be found`
    gaps.push({ id: `fingerprints:${set.tenant}:${set.kind}`, says, fingerprints: set })
  }
  for (const { findGaps: find } of featureStorages.parts())
    gaps.push(...((await find?.(db, signed, withoutEntries)) ?? []))
  return gaps
}

/** Signs the rows that are not signed, as they are; answers how many. */
async function signRows(
  database: Pick<Database, 'db' | 'kind'>,
  macKey: KeyObject,
  isChosen: (id: string, table: SignedTableName) => boolean,
): Promise<number> {
  const { sign } = signedRows(macKey)
  let count = 0
  for await (const { table, row } of unsignedRows(database, macKey)) {
    if (!isChosen(idOfRow(table, row), table)) continue
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
  withoutEntries = false,
): AsyncGenerator<{ table: SignedTableName; row: Row }> {
  for (const table of Object.keys(SIGNED_TABLES) as SignedTableName[]) {
    // Lists can have a million entries, and each is checked when it is read.
    if (withoutEntries && table === 'watchlist_entry') continue
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

type Keys = Pick<Context, 'keys' | 'clock'>

/**
 * The key of the MACs, of the audit log and of rows that give a right: generated once, stored wrapped by the master key
 * and wrapped again when that is rotated, so that entries stay verifiable. The start that generates it for a database
 * of an earlier version signs the existing rows, once, within the transaction of the migration, and records it. No
 * later start does: unsigned rows were then written by somebody else, until an operator accepts them.
 */
export async function openRights(
  database: Pick<Database, 'db' | 'kind'>,
  { keys, clock }: Keys,
  from: number,
): Promise<KeyObject> {
  const named = (name: string) =>
    database.db.selectFrom('secret').selectAll().where('name', '=', name).executeTakeFirst()
  const open = (row: Wrapped & { name: string }) =>
    keys.unwrap(secretContext(row.name), { masterKeyId: row.master_key_id, wrapped: row.wrapped })
  const row = await named(NAME)
  if (row) return createSecretKey(open(row))
  const earlier = await named(EARLIER)
  const secret = earlier ? open(earlier) : undefined
  const macKey = secret
    ? await renameKey(database.db, { keys, clock }, secret)
    : await drawKey(database, { keys, clock })
  const signed = signedRows(macKey)
  const signSets = async () => {
    await signFingerprints(database, signed)
    for (const name of SIGNED_SET_NAMES) await signSet(database.db, signed, name)
    await markNewestUses(database.db, signed)
    for (const { signEarlier } of featureStorages.parts()) await signEarlier?.(database.db, signed)
  }
  // With a key that is new no earlier row is valid anyway.
  if (!secret) await signSets()
  if (from === 0 || from >= (secret ? DECIDING_SIGNED_SINCE : SIGNED_SINCE)) return macKey
  // What version 1.0 signed already keeps its MAC, or its lack of one.
  const isNew = (table: SignedTableName) => !secret || (SIGNED_TABLES[table] as SignedTable).since !== undefined
  const rows = await signRows(database, macKey, (_, table) => isNew(table))
  await signSets()
  if (!rows) return macKey
  const detail = { rows, schema: from }
  await recordEntry(database.db, macKey, { at: clock(), tenant: '*', actor: 'system', action: 'rights.accept', detail })
  return macKey
}

const NAME = 'row-mac'

/**
 * The name of the key in version 1.0. The name is part of what the key is wrapped with: a key that was wrapped under
 * the present one says that the rows of 1.0 have been signed, and cannot be put back to the earlier one by writing to
 * the database.
 */
const EARLIER = 'audit-mac'

interface Wrapped {
  master_key_id: string
  wrapped: string
}

async function renameKey(db: Kysely<Schema>, { keys, clock }: Keys, secret: Uint8Array): Promise<KeyObject> {
  await insertKey(db, { keys, clock }, secret)
  await db.deleteFrom('secret').where('name', '=', EARLIER).execute()
  return createSecretKey(secret)
}

async function insertKey(db: Kysely<Schema>, { keys, clock }: Keys, secret: Uint8Array): Promise<void> {
  const { masterKeyId, wrapped } = keys.wrap(secretContext(NAME), secret)
  await db
    .insertInto('secret')
    .values({ name: NAME, master_key_id: masterKeyId, wrapped, created_at: clock().getTime() })
    .execute()
}

/**
 * If the log has entries already, an entry that carries the first MAC vouches for them: afterwards nothing without a
 * MAC passes for an old entry.
 */
async function drawKey({ db, kind }: Pick<Database, 'db' | 'kind'>, { keys, clock }: Keys): Promise<KeyObject> {
  const last = await linkInOrder(db, kind)
  const secret = newKey()
  const at = clock()
  await insertKey(db, { keys, clock }, secret)
  const key = createSecretKey(secret)
  if (last.seq > 0) {
    const detail = { through: last.seq, hash: last.hash }
    await recordEntry(db, key, { at, tenant: '*', actor: 'system', action: 'audit.accept', detail })
  }
  return key
}
