import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { locate, recount } from '../../../src/kernel/figures/tables/session-count.ts'
import { connectDatabase, defaultDatabaseUrl, openDatabase } from '../../../src/kernel/storage/database.ts'
import { MIGRATIONS, migrate, NewerSchema, readVersion, SCHEMA } from '../../../src/kernel/storage/migrate.ts'
import type { Schema } from '../../../src/kernel/storage/schema.ts'
import { nodeSqliteDialect } from '../../../src/platform/sql/node-sqlite.ts'
import { onEveryDatabase } from '../../support/databases.ts'

onEveryDatabase((place) => {
  const freshUrl = async () => {
    const { databaseUrl, dataDir } = await place.options()
    return databaseUrl ?? defaultDatabaseUrl(dataDir)
  }

  describe('the schema', () => {
    it('is brought up to date at start, once', async (t) => {
      const url = await freshUrl()
      const database = await openDatabase(url)
      t.after(() => database.close())
      const again = await openDatabase(url)
      t.after(() => again.close())
      const versions = await again.db.selectFrom('schema_version').select('version').execute()
      assert.deepEqual(
        versions.map(({ version }) => version),
        MIGRATIONS.map(({ schema }) => schema),
      )
    })

    const step = (...statements: string[]) => ({ schema: SCHEMA + 1, statements: () => statements })

    /** A database as version 0.1 left it, with such rows. */
    async function leave(url: string, rows: string[]): Promise<void> {
      const dialect =
        place.kind === 'sqlite'
          ? nodeSqliteDialect(url.slice('sqlite:'.length))
          : new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) })
      const old = new Kysely<Schema>({ dialect })
      await migrate({ db: old, kind: place.kind }, MIGRATIONS.slice(0, 1))
      for (const row of rows) await sql.raw(`insert ${row}`).execute(old)
      await old.destroy()
    }

    it('of an earlier version knows which policy was in use when, as its audit log told it', async (t) => {
      const url = await freshUrl()
      const use = (id: number, tenant: string, actor: string, to: string) =>
        `into audit (id, at, tenant, actor, action, detail)
          values ('${id}', ${id}, '${tenant}', '${actor}', 'policy.use', '{"from":"a","to":"${to}"}')`
      await leave(url, [
        ...['told', 'cut', 'silent', 'crossed'].map(
          (id) => `into tenant (id, name, settings, created_at) values ('${id}', '${id}', '{}', 1)`,
        ),
        ...['a', 'b', 'c'].map((sha256) => `into policy (sha256, rules, created_at) values ('${sha256}', '{}', 1)`),
        use(11, 'told', 'reviewer:chief', 'a'),
        use(12, 'told', 'system', 'b'),
        use(13, 'told', 'system', 'nobody kept this one'),
        use(21, 'cut', 'system', 'a'),
        use(31, 'crossed', 'system', 'c'),
        use(32, 'crossed', 'system', 'b'),
        // What decides: as told; never told, for the program was cut short; told of nothing; told in another order.
        ...[`'told', 'b', 12`, `'cut', 'b', 25`, `'silent', 'c', 41`, `'crossed', 'c', 30`].map(
          (row) => `into tenant_policy (tenant, sha256, since) values (${row})`,
        ),
      ])

      const database = await openDatabase(url)
      t.after(() => database.close())
      const uses = await database.db
        .selectFrom('policy_use')
        .select(['tenant', 'sha256', 'since', 'actor'])
        .orderBy('tenant')
        .orderBy('since')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        uses.map(({ tenant, sha256, since, actor }) => `${tenant} ${sha256} ${since} ${actor}`),
        [
          'crossed c 31 system',
          'crossed b 32 system',
          'crossed c 32 system',
          'cut a 21 system',
          'cut b 25 system',
          'silent c 41 system',
          'told a 11 reviewer:chief',
          'told b 12 system',
        ],
      )
      await assert.rejects(database.db.deleteFrom('policy_use').execute(), /append-only/)
    })

    it('of a version without modes holds what is live, and counts it as before', async (t) => {
      const url = await freshUrl()
      await leave(url, [
        `into tenant (id, name, settings, created_at) values ('acme', 'Acme', '{}', 1)`,
        `into credential (username, tenant, password_hash, created_at) values ('shop', 'acme', 'abcd', 1)`,
        `into session (id, tenant, status, version, created_at, expires_at, objects, sealed_request, sealed_content)
          values ('s', 'acme', 'PENDING', 1, 60000, 90000, '', '', '')`,
        `into session_count (tenant, span, start, sessions) values ('acme', 86400000, 0, 1), ('acme', 60000, 60000, 1)`,
        `into status_count (tenant, day, status, sessions) values ('acme', 0, 'PENDING', 1)`,
        `into refusal_count (tenant, day, code, refusals) values ('acme', 0, 'WRONG_SIDE', 3)`,
        `into tombstone (session_id, tenant, erased_at, actor) values ('gone', 'acme', 1, 'system')`,
        `into outbox (id, session_id, tenant, sequence, status, state, created_at, queued_at, next_attempt_at, attempts)
          values ('m', 's', 'acme', 0, 'EXPIRED', 'pending', 1, 1, 1, 0)`,
      ])

      const database = await openDatabase(url)
      t.after(() => database.close())
      const { db } = database
      for (const table of ['credential', 'session', 'tombstone', 'outbox'] as const) {
        const rows = await db.selectFrom(table).select('mode').execute()
        assert.deepEqual(
          rows.map(({ mode }) => mode),
          ['live'],
          table,
        )
      }
      assert.deepEqual(await locate(db, { tenant: 'acme', mode: 'live' }, 0), {
        total: 1,
        position: { before: 120_000, skip: 0 },
      })
      const refused = await db.selectFrom('refusal_count').selectAll().executeTakeFirst()
      assert.deepEqual({ ...refused }, { tenant: 'acme', mode: 'live', day: 0, code: 'WRONG_SIDE', refusals: 3 })
      assert.equal(await recount(database), 0)
    })

    it('of a newer program is refused, untouched, in one sentence, also where that only added something', async (t) => {
      const url = await freshUrl()
      const database = await openDatabase(url)
      t.after(() => database.close())
      const schema = SCHEMA + 1
      const newer = [...MIGRATIONS, step('create table of_the_future (id text primary key)')]
      await migrate(database, newer)
      const message = `The database has schema version ${schema}, and this program knows ${SCHEMA}: start the version that changed it, or restore a backup of this one.`
      await assert.rejects(openDatabase(url), { constructor: NewerSchema, message })
      await database.db.deleteFrom('setting').where('name', '=', 'least schema').execute()
      await assert.rejects(openDatabase(url), { constructor: NewerSchema, message })
      assert.equal(await readVersion(database.db), schema)
    })

    it('of no release is refused', async (t) => {
      const url = await freshUrl()
      await leave(url, [])
      const database = connectDatabase(url)
      t.after(() => database.close())
      await database.db.insertInto('schema_version').values({ version: 8, applied_at: 1 }).execute()
      await assert.rejects(openDatabase(url), /schema version 8, which no released version left/)
    })

    it('stays as it was when a migration fails half-way', async (t) => {
      const database = await openDatabase(await freshUrl())
      t.after(() => database.close())
      const broken = [...MIGRATIONS, step('create table half (id text primary key)', 'this is no SQL')]
      await assert.rejects(migrate(database, broken))
      const mended = [...MIGRATIONS, step('create table half (id text primary key)')]
      await migrate(database, mended)
    })

    it('is changed by one of several processes that start at once', async (t) => {
      const url = await freshUrl()
      const open = fileURLToPath(new URL('../../../src/kernel/storage/database.ts', import.meta.url))
      const script = `const { openDatabase } = await import(${JSON.stringify(open)})
        const database = await openDatabase(${JSON.stringify(url)})
        await database.close()`
      const children = Array.from({ length: 4 }, () =>
        spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'inherit'] }),
      )
      const codes = await Promise.all(children.map((child) => once(child, 'exit').then(([code]) => code)))
      assert.deepEqual(codes, [0, 0, 0, 0])
      const database = await openDatabase(url)
      t.after(() => database.close())
      const versions = await database.db.selectFrom('schema_version').select('version').execute()
      assert.equal(versions.length, MIGRATIONS.length)
    })
  })
})
