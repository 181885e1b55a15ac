import { type Kysely, sql } from 'kysely'
import { addMembers, EMPTY_SET, removeMembers } from '../../../platform/keys/set-hash.ts'
import { rowsOf } from '../../backup/backup-file.ts'
import { ChangedRow, type SignedRows } from '../../rights/signed-rows.ts'
import { changeSet, isWhole } from '../../rights/signed-sets.ts'
import type { Database } from '../../storage/context.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Session } from '../session.ts'

/**
 * What finds the same document, face or picture in other sessions: a row that is missing would turn a decision towards
 * approval. Each tenant has a signed row with how many there are and a hash over all of them, bands included.
 */
const FINGERPRINT_KINDS = ['print', 'picture'] as const
type FingerprintKind = (typeof FINGERPRINT_KINDS)[number]

const TABLE = { print: 'print', picture: 'sent_picture' } as const satisfies Record<FingerprintKind, keyof Schema>

export interface HeldFingerprints {
  /** The number of the tenant's last print. */
  last(): number
  /** The next number; nobody else gets one before the transaction ends. */
  next(): number
  /** Signs the sets with what the session has now. To be called last. */
  sign(): Promise<void>
}

/**
 * Locks the sets of a tenant in which rows of one session change, within its transaction: before the session's own rows
 * are locked, and always in the same order.
 */
export async function holdFingerprints(
  trx: Kysely<Schema>,
  signed: SignedRows,
  { id, tenant }: Pick<Session, 'id' | 'tenant'>,
  kinds: readonly FingerprintKind[] = FINGERPRINT_KINDS,
): Promise<HeldFingerprints> {
  const held: { set: SetRow; before: string[] }[] = []
  for (const kind of FINGERPRINT_KINDS) {
    if (!kinds.includes(kind)) continue
    const set = await lockSet(trx, signed, tenant, kind)
    held.push({ set, before: await membersOf(trx, kind, id) })
  }
  const numbers = held.find(({ set }) => set.kind === 'print')?.set
  const numbered = () => {
    if (!numbers) throw new Error('the set of prints is not held')
    return numbers
  }
  return {
    last: () => numbered().last,
    next() {
      numbered().last += 1
      return numbered().last
    },
    async sign() {
      for (const { set, before } of held) {
        const after = await membersOf(trx, set.kind, id)
        const next = {
          ...set,
          entries: set.entries + after.length - before.length,
          digest: addMembers(removeMembers(set.digest, before), after),
        }
        // What somebody else changed is not signed away by the next change.
        await putSet(trx, set.isOurs ? signed.sign('fingerprint_set', withoutMark(next)) : withoutMark(next))
      }
    },
  }
}

type SetRow = Schema['fingerprint_set'] & { isOurs: boolean }

const withoutMark = ({ isOurs: _, ...row }: SetRow): Schema['fingerprint_set'] => row

async function lockSet(
  trx: Kysely<Schema>,
  signed: SignedRows,
  tenant: string,
  kind: FingerprintKind,
): Promise<SetRow> {
  const lock = () =>
    trx
      .updateTable('fingerprint_set')
      .set({ kind })
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .returningAll()
      .executeTakeFirst()
  let row = await lock()
  if (!row) {
    await changeSet(trx, signed, 'fingerprint_set', async () => {
      // A set that somebody removed does not begin again as an empty one.
      const isNew = await isWhole(trx, signed, 'fingerprint_set')
      const empty = { tenant, kind, last: 0, entries: 0, digest: EMPTY_SET }
      await trx
        .insertInto('fingerprint_set')
        .values(isNew ? signed.sign('fingerprint_set', empty) : { ...empty, mac: null })
        .onConflict((conflict) => conflict.columns(['tenant', 'kind']).doNothing())
        .execute()
    })
    row = await lock()
  }
  if (!row) throw new ChangedRow(`fingerprint_set:${tenant}:${kind}`)
  return { ...row, isOurs: signed.isOurs('fingerprint_set', row) }
}

const putSet = (trx: Kysely<Schema>, row: Schema['fingerprint_set']) =>
  trx
    .insertInto('fingerprint_set')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'kind']).doUpdateSet(row))
    .execute()

/** Whether there are as many as this installation wrote: a missing one would not be found. With the number of the last. */
export async function countFingerprints(
  db: Kysely<Schema>,
  signed: SignedRows,
  tenant: string,
  kind: FingerprintKind,
): Promise<{ last: number; isWhole: boolean }> {
  const known = counted.get(db)?.get(keyOf({ tenant, kind }))
  if (known && performance.now() - known.at < COUNTED_MS) {
    const row = await db
      .selectFrom('fingerprint_set')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return {
      last: row?.last ?? 0,
      isWhole: known.isWhole && row !== undefined && signed.isOurs('fingerprint_set', row),
    }
  }
  const { row, present } = await readCounted(db, tenant, kind)
  if (!row) return { last: 0, isWhole: present === 0 && (await isWhole(db, signed, 'fingerprint_set')) }
  const isAll = signed.isOurs('fingerprint_set', row) && row.entries === present
  const times = counted.get(db) ?? new Map<string, Counted>()
  if (present > MANY) counted.set(db, times.set(keyOf(row), { at: performance.now(), isWhole: isAll }))
  return { last: row.last, isWhole: isAll }
}

interface Counted {
  at: number
  isWhole: boolean
}

/** Counting half a million rows takes SQLite 50 ms, in which nothing else runs: more than this are counted once a minute. */
const MANY = 100_000
const COUNTED_MS = 60_000
const counted = new WeakMap<Kysely<Schema>, Map<string, Counted>>()

/** In one statement, so that a change at the same time is seen whole or not at all. */
async function readCounted(db: Kysely<Schema>, tenant: string, kind: FingerprintKind) {
  const { rows } = await sql<Nullable<Schema['fingerprint_set']> & { present: number }>`
    select fingerprint_set.*, (select count(*) from ${sql.table(TABLE[kind])} where tenant = ${tenant}) as present
    from (select 1 as one) as one_
    left join fingerprint_set on fingerprint_set.tenant = ${tenant} and fingerprint_set.kind = ${kind}`.execute(db)
  const { present, ...row } = rows[0] ?? { present: 0, tenant: null }
  return { present: Number(present), row: row.tenant === null ? undefined : (row as Schema['fingerprint_set']) }
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

/** A set in which rows were added, changed or removed past this program. */
export interface ChangedFingerprints {
  tenant: string
  kind: FingerprintKind
}

/** Compares the sets with all rows, or only their number. */
export async function findChangedFingerprints(
  { db, kind: database }: Pick<Database, 'db' | 'kind'>,
  signed: SignedRows,
  onlyCount: boolean,
): Promise<ChangedFingerprints[]> {
  const tenants = await db.selectFrom('fingerprint_set').select('tenant').distinct().orderBy('tenant').execute()
  if (!onlyCount) {
    // One snapshot for all rows: SQLite's read transactions provide that already.
    if (db.isTransaction) return compareAll({ db, kind: database }, signed)
    const transaction = db.transaction().setAccessMode('read only')
    const snapshot = database === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
    return snapshot.execute((trx) => compareAll({ db: trx, kind: database }, signed))
  }
  const found: ChangedFingerprints[] = []
  for (const { tenant } of tenants)
    for (const kind of FINGERPRINT_KINDS) {
      const { row, present } = await readCounted(db, tenant, kind)
      if (row ? !signed.isOurs('fingerprint_set', row) || row.entries !== present : present > 0)
        found.push({ tenant, kind })
    }
  return found
}

async function compareAll(database: Pick<Database, 'db' | 'kind'>, signed: SignedRows): Promise<ChangedFingerprints[]> {
  const present = await readAll(database)
  const rows = await database.db.selectFrom('fingerprint_set').selectAll().execute()
  const known = new Map(rows.map((row) => [keyOf(row), row]))
  for (const row of rows) if (!present.has(keyOf(row))) present.set(keyOf(row), { ...NOTHING, ...pick(row) })
  return [...present]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { tenant, kind, entries, digest }]) => {
      const row = known.get(key)
      const same = row && signed.isOurs('fingerprint_set', row) && row.entries === entries && row.digest === digest
      return same ? [] : [{ tenant, kind }]
    })
}

const NOTHING = { last: 0, entries: 0, digest: EMPTY_SET }

const pick = ({ tenant, kind }: ChangedFingerprints) => ({ tenant, kind })
const keyOf = ({ tenant, kind }: ChangedFingerprints) => JSON.stringify([tenant, kind])

/** Signs the sets as they are: all of them, or that of a tenant. */
export async function signFingerprints(
  database: Pick<Database, 'db' | 'kind'>,
  signed: SignedRows,
  only?: ChangedFingerprints,
): Promise<void> {
  const { db } = database
  // The lock keeps others from writing meanwhile.
  const query = db.updateTable('fingerprint_set').set((eb) => ({ kind: eb.ref('kind') }))
  const rows = await (only ? query.where('tenant', '=', only.tenant).where('kind', '=', only.kind) : query)
    .returningAll()
    .execute()
  const sets = await readAll(database)
  for (const row of rows) if (!sets.has(keyOf(row))) sets.set(keyOf(row), { ...NOTHING, ...pick(row) })
  for (const [key, set] of sets) {
    if (only && key !== keyOf(only)) continue
    const last = Math.max(set.last, ...rows.filter((row) => keyOf(row) === key).map((row) => row.last))
    await putSet(db, signed.sign('fingerprint_set', { ...set, last }))
  }
}

/** The sets as the tables have them. */
async function readAll({ db, kind: database }: Pick<Database, 'db' | 'kind'>) {
  const sets = new Map<string, Omit<Schema['fingerprint_set'], 'mac'>>()
  for (const kind of FINGERPRINT_KINDS)
    for await (const rows of rowsOf(db, database, TABLE[kind])) {
      const added = new Map<string, string[]>()
      const batch = new Set(rows.map(({ session_id, part = '' }) => `${session_id} ${part}`))
      const ids = [...new Set(rows.map(({ session_id }) => String(session_id)))]
      for (const { place, tenant, member, sequence } of await readMembers(db, kind, ids)) {
        if (!batch.has(place)) continue
        const key = keyOf({ tenant, kind })
        const set = sets.get(key) ?? { ...NOTHING, tenant, kind }
        sets.set(key, {
          ...set,
          last: Math.max(set.last, sequence),
          entries: set.entries + 1,
        })
        added.set(key, [...(added.get(key) ?? []), member])
      }
      for (const [key, members] of added) {
        const set = sets.get(key)
        if (set) sets.set(key, { ...set, digest: addMembers(set.digest, members) })
      }
    }
  return sets
}

const membersOf = async (db: Kysely<Schema>, kind: FingerprintKind, sessionId: string): Promise<string[]> =>
  (await readMembers(db, kind, [sessionId])).map(({ member }) => member)

interface Member {
  /** Its session and part. */
  place: string
  tenant: string
  sequence: number
  /** Everything by which a row is found, as text. */
  member: string
}

async function readMembers(db: Kysely<Schema>, kind: FingerprintKind, ids: readonly string[]): Promise<Member[]> {
  if (kind === 'print') {
    const rows = await db
      .selectFrom('print')
      .leftJoin('session', 'session.id', 'print.session_id')
      .selectAll('print')
      .select('session.mode')
      .where('print.session_id', 'in', ids)
      .execute()
    return rows.map(({ session_id, tenant, mode, sequence, document_hash, face_model, sealed_face }) => ({
      place: `${session_id} `,
      tenant,
      sequence,
      member: JSON.stringify([kind, session_id, tenant, mode, sequence, document_hash, face_model, sealed_face]),
    }))
  }
  const rows = await db
    .selectFrom('sent_picture')
    .leftJoin('session', 'session.id', 'sent_picture.session_id')
    .selectAll('sent_picture')
    .select('session.mode')
    .where('sent_picture.session_id', 'in', ids)
    .execute()
  const bands = await db
    .selectFrom('picture_band')
    .select(['session_id', 'part', 'band_hash'])
    .where('session_id', 'in', ids)
    .execute()
  const grouped = Map.groupBy(bands, ({ session_id, part }) => `${session_id} ${part}`)
  return rows.map(({ session_id, tenant, mode, part, sealed }) => {
    const place = `${session_id} ${part}`
    const hashes = (grouped.get(place) ?? []).map(({ band_hash }) => band_hash).sort()
    return {
      place,
      tenant,
      sequence: 0,
      member: JSON.stringify([kind, session_id, tenant, mode, part, sealed, hashes]),
    }
  })
}
