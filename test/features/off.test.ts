import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { features } from '../../src/features/index.ts'
import { startSession } from '../api/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

describe('the service without its features', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ features: [] })
  })
  after(() => test.close())

  it('approves a document and a selfie', async () => {
    const { sessionId, person, integrator } = await startSession(test)
    await person.document()
    await person.face()
    await person.complete()
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'AUTO_APPROVED')
  })

  it('has none of their routes', async () => {
    const routesOf = async (app: TestApp) => {
      await app.app.ready()
      return app.app.printRoutes({ commonPrefix: false, includeHooks: false })
    }
    const all = await startTestApp({ features })
    try {
      const [without, with_] = [await routesOf(test), await routesOf(all)]
      for (const path of ['chip', 'credential/result', 'wallet', 'watchlist', 'blocklist', 'jwt-vc-issuer']) {
        assert.ok(with_.includes(path), path)
        assert.ok(!without.includes(path), path)
      }
    } finally {
      await all.close()
    }
  })
})
