import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { judgeDatabase } from '../../../src/apps/cli/doctor/stored.ts'
import { examineDatabase } from '../../../src/kernel/storage/checks.ts'
import { sharesConnections, warnOfSharing } from '../../../src/platform/sql/find-pooling.ts'
import { postgresUnavailable, sharedPostgres } from '../../support/postgres.ts'
import { startPooler } from '../../support/transaction-pooler.ts'

describe('connections that are shared by transaction', { skip: postgresUnavailable() ?? false }, () => {
  let url: string
  before(async () => {
    url = await (await sharedPostgres()).createDatabase()
  })

  it('are noticed, whether the pooler has one connection, few or many', async () => {
    for (const size of [1, 2, 10]) {
      const pooler = await startPooler(url, 'transaction', size)
      try {
        assert.equal(await sharesConnections(pooler.url), true, `${size} connections`)
        const client = new pg.Client({ connectionString: pooler.url })
        await client.connect()
        const { rows } = await client.query(`select current_setting('limen.session', true) as value`)
        assert.ok(!rows[0].value, 'nothing is left behind')
        await client.end()
      } finally {
        await pooler.stop()
      }
    }
  })

  it('are named by doctor and at the start, with what to set', async () => {
    const said: string[] = []
    const pooler = await startPooler(url, 'transaction', 10)
    try {
      const examined = await examineDatabase(pooler.url)
      const finding = judgeDatabase(examined).find(({ name }) => name === 'connections')
      assert.equal(finding?.verdict, 'unsafe')
      assert.match(finding?.advice ?? '', /pool_mode = session/)
      await warnOfSharing(pooler.url, (message) => said.push(message))
    } finally {
      await pooler.stop()
    }
    assert.equal(said.length, 1)
    assert.match(said[0] ?? '', /pool_mode = session/)
    await warnOfSharing(url, (message) => said.push(message))
    assert.equal(said.length, 1)
    assert.ok(judgeDatabase(await examineDatabase(url)).every(({ name }) => name !== 'connections'))
  })

  it('are not those of a pooler that keeps them for a session, nor of PostgreSQL itself', async () => {
    const pooler = await startPooler(url, 'session', 10)
    try {
      assert.equal(await sharesConnections(pooler.url), false)
    } finally {
      await pooler.stop()
    }
    assert.equal(await sharesConnections(url), false)
  })

  it('are not looked for at an address where nobody answers', async () => {
    await assert.rejects(sharesConnections('postgres://nobody@127.0.0.1:1/none'))
  })
})
