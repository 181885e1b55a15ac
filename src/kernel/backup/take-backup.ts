import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeDurably } from '../../platform/durable-file.ts'
import type { Keyring } from '../../platform/keys/keys.ts'
import type { ObjectStore } from '../../platform/objects/object-store.ts'
import type { BackupProgress, BackupReport } from '../ports/installation.ts'
import type { Database } from '../storage/context.ts'
import {
  type KeptPicture,
  MANIFEST,
  type Manifest,
  PICTURES,
  partWriter,
  rowsOf,
  sha256Of,
  tablesOf,
} from './backup-file.ts'

interface Source {
  database: Database
  store: ObjectStore
  keys: Keyring
  now: Date
}

/**
 * Copies tables and pictures into a folder while the service runs. The tables are one snapshot. A picture that has gone
 * since belongs to a session that was erased, which is noted, or was replaced, and then the tables are read again.
 * Pictures that an earlier backup in the folder has are not copied again; that backup stays complete until this one is.
 */
export async function takeBackup(source: Source, folder: string, progress: BackupProgress): Promise<BackupReport> {
  await makeFolder(join(folder, PICTURES))
  for (let pass = 1; ; pass++) {
    const taken = await takeTables(source, folder, progress)
    const pictures = await copyPictures(source, folder, taken.objects, progress)
    if (pictures.changed && pass < MAX_PASSES) {
      await rm(join(folder, taken.manifest.id), { recursive: true, force: true })
      continue
    }
    if (pictures.changed) throw new Error(`${pictures.changed} sessions changed during each of ${MAX_PASSES} passes`)
    const manifest = taken.sign({
      ...taken.manifest,
      pictures: await taken.list(pictures.kept),
      erased: pictures.erased,
    })
    await writeDurably(join(folder, MANIFEST), Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    const dropped = await dropOthers(folder, manifest.id, pictures.kept)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { count, bytes } = manifest.pictures
    return {
      id: manifest.id,
      rows,
      pictures: count,
      bytes,
      copied: pictures.copied,
      dropped,
      erased: manifest.erased.length,
    }
  }
}

/** Pictures can only be replaced during every pass if passes take minutes and people never pause. */
const MAX_PASSES = 5

async function takeTables({ database, keys, now }: Source, folder: string, progress: BackupProgress) {
  const id = `${now
    .toISOString()
    .slice(0, 19)
    .replaceAll(/[^0-9T]/g, '')}-${randomUUID().slice(0, 8)}`
  await makeFolder(join(folder, id))
  const parts = partWriter(folder, id, keys)
  const objects: [sessionId: string, object: string][] = []
  const transaction = database.db.transaction().setAccessMode('read only')
  // One snapshot for all tables: SQLite's read transactions provide that already.
  const snapshot = database.kind === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction
  const { tables, schemaVersion } = await snapshot.execute(async (trx) => {
    const tables: Manifest['tables'] = []
    for (const name of await tablesOf({ db: trx, kind: database.kind })) {
      if (MADE_AGAIN.has(name)) continue
      const table: Manifest['tables'][number] = { name, rows: 0, parts: [] }
      for await (const rows of rowsOf(trx, database.kind, name)) {
        if (name === 'session')
          for (const row of rows)
            for (const object of String(row.objects).split(' ')) if (object) objects.push([String(row.id), object])
        table.parts.push(await parts.write(`${name}-${String(table.parts.length + 1).padStart(6, '0')}`, rows))
        table.rows += rows.length
        progress('tables', table.rows)
      }
      tables.push(table)
    }
    const { version } = await trx
      .selectFrom('schema_version')
      .select(({ fn }) => fn.max('version').as('version'))
      .executeTakeFirstOrThrow()
    return { tables, schemaVersion: version }
  })
  const manifest = { format: 2 as const, id, takenAt: now.toISOString(), schemaVersion, key: parts.key, tables }
  const list = async (kept: readonly KeptPicture[]): Promise<Manifest['pictures']> => {
    const written = []
    for (let from = 0; from < kept.length; from += LIST)
      written.push(
        await parts.write(`pictures-${String(written.length + 1).padStart(6, '0')}`, kept.slice(from, from + LIST)),
      )
    return { count: kept.length, bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0), parts: written }
  }
  return { manifest, objects, list, sign: parts.sign }
}

/** Tables that are filled from others when they are needed. */
const MADE_AGAIN = new Set(['face_vector'])

const LIST = 20_000

async function copyPictures(
  { database, store }: Source,
  folder: string,
  objects: readonly (readonly [string, string])[],
  progress: BackupProgress,
) {
  const kept: KeptPicture[] = []
  const erased = new Set<string>()
  let [copied, changed] = [0, 0]
  // The youngest first: those are the ones that may still change.
  for (const [session_id, object] of objects.toReversed()) {
    const path = pictureFile(folder, session_id, object)
    const there = await readFile(path).catch(() => undefined)
    const bytes = there ?? (await store.get(session_id, object))
    if (bytes) {
      if (!there) {
        await makeFolder(join(path, '..'))
        await writeDurably(path, bytes)
        copied++
      }
      kept.push({ session_id, object, bytes: bytes.length, sha256: sha256Of(bytes) })
      progress('pictures', kept.length, objects.length)
    } else if (await isThere(database, session_id)) changed++
    else erased.add(session_id)
  }
  return { kept: kept.filter(({ session_id }) => !erased.has(session_id)), copied, changed, erased: [...erased] }
}

async function isThere({ db }: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('session').select('erased_at').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.erased_at === null
}

export const pictureFile = (folder: string, sessionId: string, object: string): string =>
  join(folder, PICTURES, sessionId.slice(0, 2), sessionId, object)

/** Nothing of earlier backups stays in the folder: a person who was erased since is removed from them as well. */
async function dropOthers(folder: string, id: string, kept: readonly KeptPicture[]): Promise<number> {
  for (const name of await readdir(folder))
    if (name !== id && name !== PICTURES && name !== MANIFEST && /^\d{8}T\d{6}-/.test(name))
      await rm(join(folder, name), { recursive: true, force: true })
  const wanted = new Set(kept.map(({ session_id, object }) => `${session_id}/${object}`))
  let dropped = 0
  for (const prefix of await readdir(join(folder, PICTURES)))
    for (const session of await readdir(join(folder, PICTURES, prefix)))
      for (const object of await readdir(join(folder, PICTURES, prefix, session)))
        if (!wanted.has(`${session}/${object}`)) {
          await rm(join(folder, PICTURES, prefix, session, object), { force: true })
          dropped++
        }
  return dropped
}
