import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Mode } from '../../../kernel/session/session-words.ts'
import { connectDatabase } from '../../../kernel/storage/database.ts'
import type { Schema } from '../../../kernel/storage/schema.ts'
import type { FaceGroupOf } from './masked-signs.ts'

/** pgvector in this database, or why it is not. */
type Extension = { version: string } | { missing: 'not installed' | 'not created' }

export async function findExtension(db: Kysely<Schema>): Promise<Extension> {
  const { rows } = await sql<{ installed_version: string | null }>`
    select installed_version from pg_available_extensions where name = 'vector'`.execute(db)
  const [row] = rows
  if (!row) return { missing: 'not installed' }
  return row.installed_version === null ? { missing: 'not created' } : { version: row.installed_version }
}

/** PostgreSQL's codes: no right to, and another node was quicker. */
const REFUSED = ['42501', '23505', '42710']

/** Creates it if the server has it and the account may. */
export async function createExtension(db: Kysely<Schema>): Promise<Extension> {
  const found = await findExtension(db)
  if ('version' in found || found.missing === 'not installed') return found
  await sql`create extension if not exists vector`.execute(db).catch((error: { code?: string }) => {
    if (!REFUSED.includes(error.code ?? '')) throw error
  })
  return findExtension(db)
}

/** Groups that are large enough for an index of their own. */
export async function listLargeGroups(db: Kysely<Schema>, least: number): Promise<FaceGroupOf[]> {
  const rows = await db
    .selectFrom('face_vector')
    .select(['tenant', 'mode', 'face_model'])
    .groupBy(['tenant', 'mode', 'face_model'])
    .having(({ fn }) => fn.countAll(), '>=', least)
    .execute()
  return rows.map(({ tenant, mode, face_model }) => ({ tenant, mode: mode as Mode, model: face_model }))
}

const PREFIX = 'face_vector_near_'

export const indexNameOf = ({ tenant, mode, model }: FaceGroupOf): string =>
  `${PREFIX}${createHash('sha256')
    .update(JSON.stringify([tenant, mode, model]))
    .digest('hex')
    .slice(0, 16)}`

/** The names of the indexes that can be searched. */
export async function listIndexes(db: Kysely<Schema>, isValid = true): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'face_vector'::regclass and indisvalid = ${isValid} and relname like ${`${PREFIX}%`}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Written into a statement as it is: the planner sees by it which index has the group. */
export const isOfGroup = ({ tenant, mode, model }: FaceGroupOf) =>
  sql<boolean>`tenant = ${sql.lit(tenant)} and mode = ${sql.lit(mode)} and face_model = ${sql.lit(model)}`

/** Any number, the same in all nodes: "near" in ASCII. */
const BUILD_LOCK = 0x6e656172n

/**
 * Builds the index of each group on a connection of its own, one node at a time. It can take hours: `started` gets the
 * process of the database, to cancel it.
 */
export async function buildIndexes(
  databaseUrl: string,
  groups: readonly FaceGroupOf[],
  started: (pid: number) => void,
): Promise<void> {
  const { db, close } = connectDatabase(databaseUrl)
  try {
    await db.connection().execute(async (own) => {
      const { rows } = await sql<{ pid: number; locked: boolean }>`
        select pg_backend_pid() as pid, pg_try_advisory_lock(${sql.lit(BUILD_LOCK)}) as locked`.execute(own)
      const [row] = rows
      if (!row?.locked) return
      started(row.pid)
      for (const name of await listIndexes(own, false))
        await sql`drop index concurrently if exists ${sql.table(name)}`.execute(own)
      for (const group of groups)
        await sql`create index concurrently if not exists ${sql.table(indexNameOf(group))} on face_vector
          using hnsw (signs bit_hamming_ops) where ${isOfGroup(group)}`.execute(own)
    })
  } finally {
    await close()
  }
}

export const cancelBuild = async (db: Kysely<Schema>, pid: number): Promise<void> => {
  await sql`select pg_cancel_backend(${pid})`.execute(db)
}

/** Removes all rows and the indexes of groups. */
export async function clearVectors(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`truncate face_vector`.execute(trx)
    for (const isValid of [true, false])
      for (const name of await listIndexes(trx, isValid)) await sql`drop index ${sql.table(name)}`.execute(trx)
  })
}
