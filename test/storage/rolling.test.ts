import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { connectDatabase } from '../../src/kernel/storage/database.ts'
import { LEAST_SCHEMA, MIGRATIONS, migrate, readVersion, SCHEMA } from '../../src/kernel/storage/migrate.ts'
import type { Migration } from '../../src/kernel/storage/migrations/migration.ts'
import { JPEG, startTestApp, type TestApp } from '../support/app.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'

/** What a version to come may do to a database on which this one still serves: it adds. */
const adding: Migration = {
  schema: SCHEMA + 1,
  statements: () => [
    `alter table session add column weather text not null default 'unknown'`,
    'create table forecast (id text primary key, session_id text not null)',
    'create index session_weather on session (weather)',
  ],
}
/** And what this one cannot live with. */
const changing: Migration = {
  schema: SCHEMA + 2,
  statements: () => ['alter table session rename column status to state'],
}

const known = SCHEMA

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

describe('a migration while nodes of the version before write without a pause', {
  skip: postgresUnavailable() ?? false,
}, () => {
  /** As they write: what is changed first, its entry in the log last. None of it is the order of the alphabet. */
  const ORDERS = [
    ['session', 'outbox', 'audit'],
    ['session', 'outbox_attempt', 'outbox', 'audit'],
    ['tenant', 'credential', 'audit'],
    ['review', 'session', 'outbox', 'audit'],
    ['sign_in', 'reviewer', 'audit'],
    ['tombstone', 'session_key', 'session', 'audit'],
  ]

  it('is made within its tries, and gives way: none of their transactions is ended', async () => {
    const url = await (await sharedPostgres()).createDatabase()
    const database = connectDatabase(url)
    await migrate(database, MIGRATIONS.slice(0, -1))
    let running = true
    const failures: unknown[] = []
    const done = ORDERS.map(() => 0)
    const write = async (order: string[], at: number) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      while (running) {
        try {
          await client.query('begin')
          for (const table of order) {
            await client.query(`lock table ${table} in row exclusive mode`)
            await client.query(`select count(*) from ${table}`)
          }
          await client.query('commit')
          done[at] = (done[at] ?? 0) + 1
        } catch (error) {
          failures.push(error)
          await client.query('rollback')
        }
      }
      await client.end()
    }
    const writers = ORDERS.map(write)
    try {
      while (done.some((count) => count < 10)) await setTimeout(10)
      await migrate(database)
      assert.equal(await readVersion(database.db), known)
      const then = [...done]
      while (done.some((count, at) => count < (then[at] ?? 0) + 10)) await setTimeout(10)
    } finally {
      running = false
      await Promise.all(writers)
      await database.close()
    }
    assert.deepEqual(failures, [])
  })
})

describe('the least schema', () => {
  it('is one that there is', () => assert.ok(LEAST_SCHEMA >= 1 && LEAST_SCHEMA <= known))
})
