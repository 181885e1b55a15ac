import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { hashApiPassword, makeApiPassword } from '../../../../src/kernel/accounts/api-password.ts'
import { createCredential } from '../../../../src/kernel/accounts/credentials.ts'
import { clientOf } from '../../../api/client.ts'
import { basic, startTestApp } from '../../../support/app.ts'

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

  it('that is kept as a quick hash opens nothing', async (t) => {
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
    for (const password of ['winter 2026', passwordHash])
      assert.equal((await clientOf(test, basic('shop', password)).initialize()).statusCode, 401)
  })

  it('waits with a flood from its own address; from an address that logged in before it does not, and a made one never does', async (t) => {
    const test = await startTestApp()
    t.after(() => test.close())
    const [chosen, made] = ['a password that somebody chose', makeApiPassword()]
    for (const [username, password] of [
      ['chosen', chosen],
      ['made', made],
    ] as const)
      await test.storage.credentials.create({
        username,
        tenant: 'acme',
        mode: 'test',
        passwordHash: await hashApiPassword(password),
        createdAt: test.clock.now,
      })
    const ask = async (username: string, password: string, remoteAddress: string) => {
      const headers = { authorization: basic(username, password) }
      return (await test.app.inject({ url: '/api/v1/data/session/list', headers, remoteAddress })).statusCode
    }
    const [flooded, elsewhere] = ['198.51.100.7', '203.0.113.9']
    assert.equal(await ask('chosen', chosen, elsewhere), 200)
    for (let guess = 0; guess < 6; guess += 1) await ask('chosen', `guess ${guess} at a password`, flooded)
    assert.equal(await ask('chosen', chosen, flooded), 429)
    assert.equal(await ask('chosen', chosen, elsewhere), 200)
    assert.equal(await ask('made', made, flooded), 200)
  })
})
