import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { CompiledQuery, Kysely } from 'kysely'
import { nodeSqliteDialect } from '../../../src/platform/sql/node-sqlite.ts'

it('prepares a query once, however many others were asked before it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'limen-statements-'))
  const db = new Kysely<object>({ dialect: nodeSqliteDialect(join(folder, 'limen.db')) })
  const ask = (text: string) => db.executeQuery(CompiledQuery.raw(text))
  try {
    for (let number = 0; number < 300; number++) await ask(`select ${number}`)
    const prepare = t.mock.method(DatabaseSync.prototype, 'prepare')
    for (let time = 0; time < 3; time++) await ask("select 'often'")
    assert.equal(prepare.mock.callCount(), 1)
    for (let number = 0; number < 300; number++) await ask(`select ${number}`)
    await ask("select 'often'")
    assert.equal(prepare.mock.callCount(), 302, 'what was not used for long makes room')
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
})
