import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { MIGRATIONS, migrate, SCHEMA } from '../../../../src/kernel/storage/migrate.ts'
import { commandLine } from '../command-line.ts'

describe('rights', () => {
  const cli = commandLine()
  before(async () => {
    await cli.run('tenants', 'create', 'acme')
    await cli.run('credentials', 'create', '--tenant', 'acme', '--username', 'shop')
    await cli.stored(({ database }) =>
      sql`insert into credential (username, tenant, mode, password_hash, created_at, mac)
        select 'forged', tenant, 'live', password_hash, created_at, mac from credential where username = 'shop'`.execute(
        database.db,
      ),
    )
  })
  after(() => cli.remove())

  it('names a row that somebody else wrote, as doctor does', async () => {
    const { status, stdout } = await cli.run('rights', 'list')
    assert.deepEqual([status, stdout], [1, 'credential:forged\tusername=forged tenant=acme mode=live\n'])
    const { status: health, stdout: said } = await cli.run('doctor')
    assert.equal(health, 1)
    assert.match(said, /rows that this installation did not write give no right: credential:forged/)
    assert.doesNotMatch((await cli.run('credentials', 'list', '--tenant', 'acme')).stdout, /forged/)
  })

  it('lets it give its right once it is confirmed, and says which it was', async () => {
    assert.equal((await cli.run('rights', 'accept', 'credential:shop', '--yes')).status, 2)
    assert.match((await cli.run('rights', 'accept', '--dry-run')).stdout, /credential:forged/)
    assert.equal((await cli.run('rights', 'list')).status, 1)
    const { status, stdout } = await cli.run('rights', 'accept', 'credential:forged', '--yes')
    assert.equal(status, 0)
    assert.match(stdout, /^1 rows give their rights from now on:\ncredential:forged/)
    assert.deepEqual(await cli.run('rights', 'list'), { status: 0, stdout: 'every row carries its MAC\n', stderr: '' })
    assert.match((await cli.run('credentials', 'list', '--tenant', 'acme')).stdout, /forged/)
    assert.equal((await cli.run('rights', 'accept', '--yes')).status, 0)
  })

  it('are not written by a version that finds a newer schema: every command stops with one sentence', async () => {
    await cli.stored(({ database }) =>
      migrate(database, [
        ...MIGRATIONS,
        { schema: SCHEMA + 1, statements: () => ['create table of_the_future (id text primary key)'] },
      ]),
    )
    for (const words of [
      ['tenants', 'list'],
      ['rights', 'list'],
    ]) {
      const { status, stdout, stderr } = await cli.run(...words)
      assert.deepEqual([status, stdout], [2, ''], words.join(' '))
      assert.match(stderr, /^The database has schema version \d+, and this program knows \d+: [^\n]*\.\n$/)
    }
  })
})
