import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestApp } from '../../support/app.ts'
import { register } from './sign-in.ts'

const ADDRESSES = [
  '/openid/auth',
  '/openid/.well-known/openid-configuration',
  '/openid/jwks',
  '/openid/interaction/none',
]

describe('without a client', () => {
  it('no address of the provider answers, with or without a client that was revoked', async () => {
    const test = await startTestApp()
    const statuses = () => Promise.all(ADDRESSES.map(async (url) => (await test.app.inject(url)).statusCode))
    try {
      assert.deepEqual(await statuses(), [404, 404, 404, 404])
      assert.equal((await test.app.inject({ method: 'POST', url: '/openid/token' })).statusCode, 404)
      const { id } = await register(test)
      assert.equal((await test.app.inject('/openid/jwks')).statusCode, 200)
      const audit = { at: test.clock.now, tenant: 'acme', actor: 'test', action: 'openid.client.revoke' } as const
      await test.ports.openIdClients.revoke(id, test.clock.now, audit)
      assert.deepEqual(await statuses(), [404, 404, 404, 404])
    } finally {
      await test.close()
    }
  })

  it('one look into the database serves the requests of five seconds', async () => {
    const test = await startTestApp()
    try {
      const { openIdClients: clients, clock } = { ...test.ports, clock: test.clock }
      assert.equal(await clients.any(), false)
      await test.storage.database.db.schema.alterTable('openid_client').renameTo('openid_client_away').execute()
      for (const url of ADDRESSES) assert.equal((await test.app.inject(url)).statusCode, 404)
      clock.now = new Date(clock.now.getTime() + 6_000)
      await assert.rejects(clients.any())
      await test.storage.database.db.schema.alterTable('openid_client_away').renameTo('openid_client').execute()
    } finally {
      await test.close()
    }
  })

  it('the provider is not loaded', () => {
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
      const { startTestApp } = await import('${new URL('../../support/app.ts', import.meta.url)}')
      const test = await startTestApp({ logLevel: 'silent' })
      const answer = await test.app.inject('/openid/jwks')
      await test.close()
      console.log(answer.statusCode, loaded.filter((url) => /oidc-provider|koa/.test(url)).length, loaded.length > 100)`
    const said = execFileSync(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program],
      { cwd: fileURLToPath(new URL('../../..', import.meta.url)), encoding: 'utf8' },
    )
    assert.equal(said.trim(), '404 0 true')
  })
})
