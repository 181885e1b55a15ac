import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { createCredential } from '../../../src/actions/admin/create-credential.ts'
import { clientOf } from '../../api/client.ts'
import { basic, startTestApp } from '../../support/app.ts'

describe('an API password that an operator chose', () => {
  it('opens the data API, and nothing near it does; the database has it as a slow hash', async (t) => {
    const test = await startTestApp()
    t.after(() => test.close())
    const wanted = { tenant: 'acme', mode: 'test', username: 'shop', password: 'winter 2026', actor: 'system' } as const
    await createCredential(test.ports, wanted)
    const initialize = (password: string, username = 'shop') => clientOf(test, basic(username, password)).initialize()
    assert.equal((await initialize('winter 2026')).statusCode, 200)
    assert.equal((await initialize('winter 2027')).statusCode, 401)
    assert.equal((await initialize('winter 2026', 'stop')).statusCode, 401)
    assert.match((await test.ports.credentials.find('shop'))?.passwordHash ?? '', /^scrypt\$/)
  })

  it('of an earlier version is hashed again with its first use', async (t) => {
    const test = await startTestApp()
    t.after(() => test.close())
    const passwordHash = createHash('sha256').update('winter 2026').digest('hex')
    await test.ports.credentials.create({
      username: 'shop',
      tenant: 'acme',
      mode: 'test',
      passwordHash,
      createdAt: test.clock.now,
    })
    const shop = clientOf(test, basic('shop', 'winter 2026'))
    assert.equal((await shop.initialize()).statusCode, 200)
    assert.match((await test.ports.credentials.find('shop'))?.passwordHash ?? '', /^scrypt\$/)
    test.clock.now = new Date(test.clock.now.getTime() + 2_000)
    assert.equal((await shop.initialize()).statusCode, 200)
    assert.equal((await clientOf(test, basic('shop', passwordHash)).initialize()).statusCode, 401)
  })
})
