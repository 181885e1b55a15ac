import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { LEAST_SCHEMA, MIGRATIONS, migrate, readVersion } from '../../src/storage/sql/database/migrate.ts'
import { connectDatabase } from '../../src/storage/sql/database/open.ts'
import type { Migration } from '../../src/storage/sql/migrations/migration.ts'
import { JPEG, startTestApp, type TestApp } from '../support/app.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'

/** What a version to come may do to a database on which this one still serves: it adds. */
const adding: Migration = () => [
  `alter table session add column weather text not null default 'unknown'`,
  'create table forecast (id text primary key, session_id text not null)',
  'create index session_weather on session (weather)',
]
/** And what this one cannot live with. */
const changing: Migration = () => ['alter table session rename column status to state']

const known = MIGRATIONS.length

describe('two versions on one PostgreSQL', { skip: postgresUnavailable() ?? false }, () => {
  let url: string
  let node: TestApp

  /** What the first node of a newer version does when it starts. */
  async function upgrade(migrations: Migration[], least: number): Promise<void> {
    const database = connectDatabase(url)
    try {
      await migrate(database, [...MIGRATIONS, ...migrations], least)
    } finally {
      await database.close()
    }
  }

  const start = () => startTestApp({ storage: { databaseUrl: url, masterKey: Buffer.alloc(32, 7) } })
  const health = async ({ app }: TestApp) => (await app.inject('/healthz')).statusCode

  async function begin({ app }: TestApp, authorization: string) {
    const opened = await app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/initialize',
      headers: { authorization },
      payload: {},
    })
    assert.equal(opened.statusCode, 200, opened.body)
    return opened.json() as { sessionId: string; accessToken: string }
  }

  async function send({ app }: TestApp, path: string, token: string, picture: boolean): Promise<void> {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/enrolment/${path}`,
      headers: { authorization: `Bearer ${token}`, ...(picture && { 'content-type': 'image/jpeg' }) },
      ...(picture && { payload: JPEG }),
    })
    assert.equal(answer.statusCode, 200, answer.body)
    assert.ok((answer.json() as { hasError?: boolean }).hasError !== true, answer.body)
  }

  before(async () => {
    url = await (await sharedPostgres()).createDatabase()
    node = await start()
    node.clock.now = new Date()
  })
  after(() => node?.close())

  it('both serve where the newer one has only added: a session goes on through the upgrade, and another begins after it', async () => {
    const authorization = await node.login()
    const { sessionId, accessToken } = await begin(node, authorization)
    await send(node, 'document', accessToken, true)
    await upgrade([adding], LEAST_SCHEMA)
    await send(node, 'face', accessToken, true)
    await send(node, 'complete', accessToken, false)
    const { sessionId: next } = await begin(node, authorization)

    for (const id of [sessionId, next]) {
      const { statusCode } = await node.app.inject({ url: `/api/v1/data/${id}/status`, headers: { authorization } })
      assert.equal(statusCode, 200)
    }
    const deletion = { method: 'DELETE' as const, url: `/api/v1/data/${sessionId}`, headers: { authorization } }
    assert.equal((await node.app.inject(deletion)).statusCode, 204)
    assert.equal(await health(node), 200)
  })

  it('but one of the version before does not start again: it stops before it has written anything', async () => {
    const database = connectDatabase(url)
    const entries = async () => (await database.db.selectFrom('audit').select('id').execute()).length
    const earlier = await entries()
    await assert.rejects(start(), new RegExp(`schema version ${known + 1}, and this program knows ${known}`))
    assert.deepEqual([await entries(), await readVersion(database.db)], [earlier, known + 1])
    await database.close()
  })

  it('the one before steps aside where it could only fail', async () => {
    await upgrade([adding, changing], known + 2)
    const answer = await node.app.inject('/healthz')
    assert.equal(answer.statusCode, 503)
    assert.match(answer.body, /schema/)
  })
})

describe('a migration that PostgreSQL ends because of a deadlock', { skip: postgresUnavailable() ?? false }, () => {
  it('is made again: a node of the version before was writing', async () => {
    const url = await (await sharedPostgres()).createDatabase()
    const [database, writer] = [connectDatabase(url), new pg.Client({ connectionString: url })]
    await migrate(database)
    await writer.connect()
    try {
      // The writer waits first, so that the migration closes the circle and is the one to be ended.
      const changing: Migration = () => [
        'alter table session add column weather text',
        'select pg_sleep(3)',
        'alter table audit add column weather text',
      ]
      await writer.query('begin')
      await writer.query('lock table audit in row exclusive mode')
      const migrated = migrate(database, [...MIGRATIONS, changing], LEAST_SCHEMA)
      const isHeld = `select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'session'::regclass`
      while (!(await writer.query(isHeld)).rowCount) await setTimeout(20)
      await writer.query('lock table session in row exclusive mode')
      await writer.query('commit')
      await migrated
      assert.equal(await readVersion(database.db), known + 1)
    } finally {
      await Promise.all([database.close(), writer.end()])
    }
  })
})

describe('the least schema', () => {
  it('is one that there is', () => assert.ok(LEAST_SCHEMA >= 1 && LEAST_SCHEMA <= known))
})
