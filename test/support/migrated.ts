import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultDatabaseUrl, openDatabase } from '../../src/kernel/storage/database.ts'
import type { PostgresServer } from './postgres.ts'

/*
 * Databases that have their tables and nothing else, copied from one that was migrated: to run every migration takes longer than
 * most tests that follow. What migrations do is tested on databases of earlier versions and on empty ones.
 */

let file: Promise<Buffer> | undefined

/** Puts one where SQLite is looked for in a data folder. */
export async function placeMigrated(dataDir: string): Promise<void> {
  file ??= migrateFile()
  await writeFile(join(dataDir, 'limen.db'), await file)
}

async function migrateFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-migrated-'))
  const database = await openDatabase(defaultDatabaseUrl(folder))
  await database.close()
  const bytes = await readFile(join(folder, 'limen.db'))
  await rm(folder, { recursive: true })
  return bytes
}

type Server = Pick<PostgresServer, 'createDatabase'>
const templates = new WeakMap<Server, Promise<string>>()

/** The address of one on this server. */
export async function createMigrated(server: Server): Promise<string> {
  const template = templates.get(server) ?? migrateTemplate(server)
  templates.set(server, template)
  return server.createDatabase(await template)
}

async function migrateTemplate(server: Server): Promise<string> {
  const url = await server.createDatabase()
  const database = await openDatabase(url)
  await database.close()
  return new URL(url).pathname.slice(1)
}
