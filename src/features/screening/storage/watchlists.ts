import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { recordEntry } from '../../../kernel/audit/tables/audit.ts'
import { ChangedRow, type SignedRows } from '../../../kernel/rights/signed-rows.ts'
import { changeSet, requireWhole } from '../../../kernel/rights/signed-sets.ts'
import type { Context, Database } from '../../../kernel/storage/context.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import type { ListFormat } from '../domain/list-entry.ts'
import type { KeptEntry, Watchlist, Watchlists } from '../ports/screening.ts'
import { signPostings } from './hash-postings.ts'
import { clearStale, insertMany } from './many-rows.ts'

const KEYS_AT_ONCE = 500

export function sqlWatchlists({ db, clock, auditKey, signed }: Context, kind: Database['kind']): Watchlists {
  const now = () => clock().getTime()

  const entriesOf = (version: number) => db.selectFrom('watchlist_entry').selectAll().where('version', '=', version)

  const entryOf = (row: Schema['watchlist_entry']): KeptEntry => {
    const { number, hash, content } = signed.ours('watchlist_entry', row)
    return { number: Number(number), hash, entry: JSON.parse(content) }
  }

  /** The identifiers that the version already has. */
  async function idsIn(version: number, ids: readonly string[]): Promise<Set<string>> {
    const rows = await db
      .selectFrom('watchlist_entry')
      .select('entry_id')
      .where('version', '=', version)
      .where('entry_id', 'in', ids)
      .execute()
    return new Set(rows.map(({ entry_id }) => entry_id))
  }

  /** The hashes of these identifiers in the version in force. */
  async function hashesBefore(version: number, ids: readonly string[]): Promise<Map<string, string>> {
    const { base } = await db
      .selectFrom('watchlist_version')
      .select('base')
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    if (base === null) return new Map()
    const rows = await db
      .selectFrom('watchlist_entry')
      .select(['entry_id', 'hash'])
      .where('version', '=', base)
      .where('entry_id', 'in', ids)
      .execute()
    return new Map(rows.map(({ entry_id, hash }) => [entry_id, hash]))
  }

  return {
    async all() {
      const rows = await db
        .selectFrom('watchlist')
        .innerJoin('watchlist_version', 'watchlist_version.version', 'watchlist.version')
        .selectAll('watchlist_version')
        .orderBy('watchlist.name')
        .execute()
      await requireWhole(db, signed, 'watchlist')
      const named = await db.selectFrom('watchlist').selectAll().execute()
      for (const row of named) signed.ours('watchlist', row)
      if (rows.length < named.filter(({ version }) => version !== null).length)
        throw new ChangedRow('a watchlist_version')
      return rows.map((row) => listOf(signed.ours('watchlist_version', row)))
    },

    beginVersion: (list, { format, origin }) =>
      db.transaction().execute(async (trx) => {
        const { last } = await trx
          .selectFrom('watchlist_version')
          .select(({ fn }) => fn.max('version').as('last'))
          .executeTakeFirstOrThrow()
        const there = await trx.selectFrom('watchlist').select('version').where('name', '=', list).executeTakeFirst()
        const version = Number(last ?? 0) + 1
        await trx
          .insertInto('watchlist_version')
          .values({
            version,
            list,
            state: 'importing',
            base: there?.version ?? null,
            format,
            origin,
            source_date: null,
            sha256: null,
            entries: 0,
            skipped: 0,
            changed: 0,
            touched_at: now(),
            imported_at: null,
            mac: null,
          })
          .execute()
        return version
      }),

    async addEntries(version, entries) {
      const there = await idsIn(
        version,
        entries.map(({ entry }) => entry.id),
      )
      const fresh = entries.filter(({ entry: { id } }) => !there.has(id) && there.add(id))
      if (!fresh.length) return { added: 0, changed: 0 }
      const rows = fresh.map(({ number, entry }) => {
        const content = JSON.stringify(entry)
        return { number, id: entry.id, content, hash: createHash('sha256').update(content).digest('hex').slice(0, 32) }
      })
      const before = await hashesBefore(
        version,
        rows.map(({ id }) => id),
      )
      const isChanged = (row: { id: string; hash: string }) => before.get(row.id) !== row.hash
      await db.transaction().execute(async (trx) => {
        await insertMany(
          trx,
          kind,
          'watchlist_entry',
          ['version', 'number', 'entry_id', 'hash', 'changed', 'content', 'mac'],
          rows.map((row) => {
            const { number, id: entry_id, hash, content } = row
            const values = { version, number, entry_id, hash, changed: isChanged(row) ? 1 : 0, content }
            return [...Object.values(values), signed.sign('watchlist_entry', values).mac]
          }),
        )
        await touch(trx, version, now())
      })
      return { added: rows.length, changed: rows.filter(isChanged).length }
    },

    addPostings: (version, segment, rows) =>
      db.transaction().execute(async (trx) => {
        await insertMany(
          trx,
          kind,
          'watchlist_posting',
          ['version', 'posting_key', 'segment', 'entries', 'numbers'],
          rows.map(({ key, count, numbers }) => [version, key, segment, count, numbers]),
        )
        await touch(trx, version, now())
      }),

    activate: (version, counts, ...audit) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('watchlist_version')
          .selectAll()
          .where('version', '=', version)
          .where('state', '=', 'importing')
          .executeTakeFirstOrThrow()
        const { list, base } = row
        const isInForce = await changeSet(trx, signed, 'watchlist', () =>
          putInForce(trx, signed, list, base, version, now()),
        )
        if (!isInForce) return false
        const current = {
          state: 'current' as const,
          source_date: counts.sourceDate ?? null,
          sha256: counts.sha256,
          entries: counts.entries,
          skipped: counts.skipped,
          changed: counts.changed,
          touched_at: now(),
          imported_at: now(),
        }
        await trx
          .updateTable('watchlist_version')
          .set({ ...current, mac: signed.sign('watchlist_version', { ...row, ...current }).mac })
          .where('version', '=', version)
          .execute()
        await signPostings(trx, signed, version)
        if (base !== null) await retire(trx, base, now())
        for (const entry of audit) await recordEntry(trx, auditKey, entry)
        return true
      }),

    async abandon(version) {
      await db
        .updateTable('watchlist_version')
        .set({ state: 'abandoned', touched_at: now() })
        .where('version', '=', version)
        .where('state', '=', 'importing')
        .execute()
    },

    remove: (list, ...audit) =>
      db.transaction().execute(async (trx) => {
        const removed = await changeSet(trx, signed, 'watchlist', () =>
          trx.deleteFrom('watchlist').where('name', '=', list).returning('version').executeTakeFirst(),
        )
        if (!removed) return false
        if (removed.version !== null) await retire(trx, removed.version, now())
        for (const entry of audit) await recordEntry(trx, auditKey, entry)
        return true
      }),

    clearStale: () => clearStale(db, now()),

    async postingCounts(version, keys) {
      const found = await inParts(keys, (part) =>
        db
          .selectFrom('watchlist_posting')
          .select(['posting_key', 'entries'])
          .where('version', '=', version)
          .where('posting_key', 'in', part)
          .execute(),
      )
      return found.map(({ posting_key, entries }) => ({ key: Number(posting_key), count: entries }))
    },

    async postings(version, keys) {
      const found = await inParts(keys, (part) =>
        db
          .selectFrom('watchlist_posting')
          .select(['posting_key', 'segment', 'entries', 'numbers'])
          .where('version', '=', version)
          .where('posting_key', 'in', part)
          .execute(),
      )
      return found.map(({ posting_key, segment, entries, numbers }) => ({
        key: Number(posting_key),
        segment,
        count: entries,
        numbers,
      }))
    },

    async entries(version, numbers) {
      if (!numbers.length) return []
      const rows = await entriesOf(version)
        .where('number', 'in', [...numbers])
        .execute()
      if (rows.length < new Set(numbers).size) throw new ChangedRow(`an entry of watchlist_version:${version}`)
      return rows.map(entryOf)
    },

    async findEntry(version, id) {
      const row = await entriesOf(version).where('entry_id', '=', id).executeTakeFirst()
      return row && entryOf(row)
    },

    async changedEntries(version, after, limit) {
      const rows = await entriesOf(version)
        .where('number', '>', after)
        .where('changed', '=', 1)
        .orderBy('number')
        .limit(limit)
        .execute()
      return rows.map(entryOf)
    },
  }
}

/** Asks for a limited number of keys at a time: databases limit the number of parameters. */
async function inParts<Row>(keys: readonly number[], ask: (part: readonly number[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE)
    found.push(...(await ask(keys.slice(from, from + KEYS_AT_ONCE))))
  return found
}

/** False if another version is in force than the one that this import began from. */
async function putInForce(
  trx: Kysely<Schema>,
  signed: SignedRows,
  list: string,
  base: number | null,
  version: number,
  at: number,
): Promise<boolean> {
  const { mac } = signed.sign('watchlist', { name: list, version })
  if (base === null) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('watchlist')
      .values({ name: list, version, created_at: at, mac })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ version, mac }).where('watchlist.version', 'is', null),
      )
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows > 0n
  }
  const { numUpdatedRows } = await trx
    .updateTable('watchlist')
    .set({ version, mac })
    .where('name', '=', list)
    .where('version', '=', base)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

const retire = (trx: Kysely<Schema>, version: number, at: number) =>
  trx
    .updateTable('watchlist_version')
    .set({ state: 'superseded', touched_at: at })
    .where('version', '=', version)
    .execute()

const touch = (trx: Kysely<Schema>, version: number, at: number) =>
  trx.updateTable('watchlist_version').set({ touched_at: at }).where('version', '=', version).execute()

function listOf(row: Schema['watchlist_version']): Watchlist {
  return {
    name: row.list,
    version: Number(row.version),
    format: row.format as ListFormat,
    origin: row.origin,
    ...(row.source_date !== null && { sourceDate: row.source_date }),
    sha256: row.sha256 ?? '',
    entries: Number(row.entries),
    skipped: Number(row.skipped),
    changed: Number(row.changed),
    importedAt: new Date(Number(row.imported_at)),
  }
}
