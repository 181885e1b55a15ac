import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { asUnavailable } from '../../src/platform/storage-fault.ts'
import { Unavailable } from '../../src/platform/unavailable.ts'
import { startConsole } from '../apps/console/console.ts'
import type { TestApp } from '../support/app.ts'
import { createMigrated } from '../support/migrated.ts'
import { postgresUnavailable, sharedPostgres } from '../support/postgres.ts'
import { assertDone, assertUnavailable, prepareCalls, type WritingCalls } from '../support/writing-calls.ts'

async function refusesAll(calls: WritingCalls): Promise<void> {
  for (const [name, call] of Object.entries(calls)) assertUnavailable(name, await call())
}

async function takesAll(calls: WritingCalls): Promise<void> {
  for (const [name, call] of Object.entries(calls)) assertDone(name, await call())
}

describe('a full disk under SQLite', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
  })
  after(() => test.close())

  it('is answered with 503 and Retry-After by every call that writes, and all of them work once there is room', async () => {
    const calls = await prepareCalls(test)
    const { db } = test.storage.database
    await sql`create table ballast (bytes blob)`.execute(db)
    // So that no write fits into what is left of a page.
    for (const table of ['session', 'hand_over', 'audit', 'tenant', 'credential', 'reviewer'])
      for (const verb of ['insert', 'update'])
        await sql
          .raw(
            `create trigger fill_${table}_${verb} before ${verb} on ${table}
             begin insert into ballast values (zeroblob(9000)); end`,
          )
          .execute(db)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    const limit = (pages: number) => sql.raw(`pragma max_page_count = ${pages}`).execute(db)
    await limit(rows[0]?.page_count ?? 0)
    await assert.rejects(
      async () => {
        for (;;) await sql`insert into ballast values (zeroblob(3000))`.execute(db)
      },
      (error: Error) => error instanceof Unavailable && /disk is full/.test(error.message),
    )
    await refusesAll(calls)
    assert.match(test.log(), /"unavailable"/, 'the operator reads why')
    await limit(1_000_000)
    await takesAll(calls)
  })
})

describe('a full disk under PostgreSQL', { skip: postgresUnavailable() ?? false }, () => {
  let test: TestApp
  before(async () => {
    const postgres = await sharedPostgres()
    test = await startConsole({ storage: { databaseUrl: await createMigrated(postgres) } })
  })
  after(() => test.close())

  for (const [what, state] of [
    ['a full disk', '53100'],
    ['a standby, which takes no writes', '25006'],
  ])
    it(`${what} is answered with 503 by every call that writes`, async () => {
      const calls = await prepareCalls(test)
      const { db } = test.storage.database
      await sql
        .raw(
          `create function full_disk() returns trigger language plpgsql as $$ begin
           raise exception 'could not extend file' using errcode = '${state}'; end $$`,
        )
        .execute(db)
      for (const table of ['session', 'hand_over', 'audit'])
        await sql
          .raw(`create trigger full_disk before insert or update on ${table} for each row execute function full_disk()`)
          .execute(db)
      await refusesAll(calls)
      await sql.raw('drop function full_disk cascade').execute(db)
      await takesAll(calls)
    })
})

describe('what storage cannot do just now', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code })
  const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })

  it('is unavailable: no room, a quota, a failing or read-only disk, a lock that does not end', () => {
    for (const error of [withCode('ENOSPC'), withCode('EDQUOT'), withCode('EROFS'), sqlite(13), sqlite(778), sqlite(5)])
      assert.ok(asUnavailable(error) instanceof Unavailable)
  })

  it('is a fault where it would not pass: a constraint, a damaged file, a name that is none', () => {
    for (const error of [sqlite(19), sqlite(11), sqlite(2067), withCode('ENOTDIR'), new Error('x'), 'x'])
      assert.equal(asUnavailable(error), error)
  })
})
