import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import { writeDurably } from '../../platform/durable-file.ts'
import { type Keyring, newKey, type Wrapped } from '../../platform/keys/keys.ts'
import { open, seal } from '../../platform/keys/seal.ts'
import { canonicalJson } from '../decision/canonical-json.ts'
import type { Database } from '../storage/context.ts'
import type { Schema } from '../storage/schema.ts'

/** The manifest of a backup. It is written last: without it a folder is not a backup. */
export interface Manifest {
  /** 1 of version 1.0, whose manifest carries no MAC. */
  format: 1 | 2
  id: string
  takenAt: string
  /** The kind of the database that it was taken from. */
  schemaVersion: number
  /** The key that its parts are sealed with, under the master key. */
  key: Wrapped
  /** In the order in which they can be restored. */
  tables: { name: string; rows: number; parts: BackupPart[] }[]
  /** Pictures, by session and object, as they are stored: sealed under keys that are in the tables. */
  pictures: { count: number; bytes: number; parts: BackupPart[] }
  /** Sessions that were erased while it was taken: their rows are in it, and are left out when it is restored. */
  erased: string[]
  /** Over everything else in it, by the backup's key: a table, a part or a picture cannot be left out afterwards. */
  mac?: string
}

interface BackupPart {
  file: string
  sha256: string
}

/** A picture in the backup. */
export interface KeptPicture {
  session_id: string
  object: string
  bytes: number
  sha256: string
}

const FORMAT = 2
export const MANIFEST = 'manifest.json'
export const PICTURES = 'pictures'

/** What is wrong with a backup, for the person who runs the command. */
export class BackupError extends Error {}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes the parts of one backup, each sealed for its own place. */
export function partWriter(folder: string, id: string, keys: Keyring) {
  const dataKey = newKey()
  return {
    key: keys.wrap(keyContext(id, FORMAT), dataKey),
    sign: (manifest: Manifest): Manifest => ({ ...manifest, mac: macOf(manifest, dataKey) }),
    async write(name: string, rows: readonly object[]): Promise<BackupPart> {
      const file = `${id}/${name}`
      const lines = gzipSync(rows.map((row) => JSON.stringify(row)).join('\n'))
      const sealed = seal(dataKey, `${contextOf(id)}:${name}`, lines)
      await writeDurably(join(folder, file), sealed)
      return { file, sha256: sha256Of(sealed) }
    },
  }
}

/**
 * Throws a BackupError if the manifest is not as it was written. One of version 1.0 has no MAC: it is read if the
 * caller takes its word.
 */
export async function readManifest(folder: string, keys: Keyring, { unsealed = false } = {}): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`there is no complete backup in ${folder}`)
    throw error
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1 && manifest.format !== FORMAT)
    throw new BackupError(`this backup has format ${manifest.format}, which a newer program wrote`)
  if (manifest.format === 1) {
    if (!unsealed)
      throw new BackupError(
        `${MANIFEST} of a backup by version 1.0 carries no MAC: whoever could write to the folder could leave out whole tables. ` +
          'If nobody could, name it with --unsealed.',
      )
    return manifest
  }
  const { mac = '', ...rest } = manifest
  const [given, right] = [Buffer.from(mac), Buffer.from(macOf(rest, keyOf(manifest, keys)))]
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new BackupError(`${MANIFEST} is not as it was written`)
  return manifest
}

/** Opens the parts; throws a BackupError if one is missing, changed, or sealed under another master key. */
export function partReader(folder: string, manifest: Pick<Manifest, 'id' | 'key' | 'format'>, keys: Keyring) {
  const { id } = manifest
  const dataKey = keyOf(manifest, keys)
  return async <Kind extends object = Row>({ file, sha256 }: BackupPart): Promise<Kind[]> => {
    const sealed = await readFile(join(folder, file)).catch(() => undefined)
    if (!sealed) throw new BackupError(`${file} is missing`)
    if (sha256Of(sealed) !== sha256) throw new BackupError(`${file} is not as it was written`)
    const text = gunzipSync(open(dataKey, `${contextOf(id)}:${file.slice(id.length + 1)}`, sealed)).toString()
    return text ? text.split('\n').map((line) => JSON.parse(line) as Kind) : []
  }
}

function keyOf({ id, key, format }: Pick<Manifest, 'id' | 'key' | 'format'>, keys: Keyring): Buffer {
  try {
    return keys.unwrap(keyContext(id, format), key)
  } catch (cause) {
    throw new BackupError(
      `the backup is sealed under master key ${key.masterKeyId}: set MASTER_KEY to it, or put its file master.key into DATA_DIR`,
      { cause },
    )
  }
}

const contextOf = (id: string) => `backup:${id}`

/** The format is part of it: a manifest with a MAC cannot be made into one of the time before it. */
const keyContext = (id: string, format: Manifest['format']) => (format === 1 ? contextOf(id) : `backup ${format}:${id}`)

const macOf = (manifest: Manifest, dataKey: Uint8Array): string =>
  createHmac('sha256', dataKey)
    .update(`limen backup manifest\n${canonicalJson(manifest)}`)
    .digest('hex')

/** A row of any table: every column is text, a number or null. */
export type Row = Record<string, string | number | null>

/** Tables that others reference come first, so that rows can be restored in this order. */
const FIRST = ['tenant', 'policy', 'session', 'outbox']
/** The version of the schema; a restored database is migrated to it first. */
const VERSIONS = 'schema_version'

/** The names of all tables that hold data, whichever migrations made them. */
export async function tablesOf({ db, kind }: Pick<Database, 'db' | 'kind'>): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
  const names = (await query.execute(db)).rows.map(({ name }) => name).filter((name) => name !== VERSIONS)
  return [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name)).sort()]
}

/** The rows of a table, or those that satisfy a condition, in stored order, a batch at a time. */
export async function* rowsOf(
  db: Kysely<Schema>,
  kind: Database['kind'],
  table: string,
  only = 'true',
): AsyncGenerator<Row[]> {
  const place = sql.raw(kind === 'sqlite' ? 'rowid' : 'ctid')
  let after: string | number | undefined
  for (;;) {
    const beyond =
      after === undefined ? sql`` : kind === 'sqlite' ? sql`and rowid > ${after}` : sql`and ctid > ${after}::tid`
    const text = kind === 'sqlite' ? place : sql`${place}::text`
    const { rows } = await sql<Row & { place_: string | number }>`
      select ${text} as place_, ${sql.table(table)}.* from ${sql.table(table)} where ${sql.raw(only)} ${beyond} order by ${place} limit ${sql.lit(BATCH)}
    `.execute(db)
    if (!rows.length) return
    after = rows.at(-1)?.place_
    yield rows.map(({ place_: _, ...row }) => row)
  }
}

/** Rows in one query: a few megabytes if sessions are large. */
const BATCH = 500

/** Inserts rows as they were. */
export async function insertRows(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  // SQLite accepts 32,766 parameters, PostgreSQL 65,535.
  const most = Math.max(1, Math.floor(30_000 / columns.length))
  for (let from = 0; from < rows.length; from += most) {
    const values = rows.slice(from, from + most).map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}`.execute(
      db,
    )
  }
}
