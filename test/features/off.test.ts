import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { features } from '../../src/features/index.ts'
import { startSession } from '../api/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

/** What every session has. */
const always = features.filter(({ name }) => name === 'document' || name === 'selfie')
const optional = features.filter((feature) => !always.includes(feature))

const SUBSETS = [
  ...optional.map((each) => ({ name: `${each.name} alone`, chosen: [...always, each] })),
  ...optional.map((each) => ({ name: `all but ${each.name}`, chosen: features.filter((other) => other !== each) })),
  { name: 'all', chosen: features },
]

describe('the service with', () => {
  for (const { name, chosen } of SUBSETS)
    it(`${name} approves a document and a selfie, and explains it`, async () => {
      const test = await startTestApp({ features: chosen })
      try {
        const { sessionId, person, integrator } = await startSession(test)
        await person.document()
        await person.face()
        await person.complete()
        const { status } = (await integrator.get(`${sessionId}/status`)).json<{ status: string }>()
        assert.equal(status, 'AUTO_APPROVED')
        for (const path of ['decision/results', 'decision/explanation', 'document/result', 'evidence'])
          assert.equal((await integrator.get(`${sessionId}/${path}`)).statusCode, 200, path)
        assert.equal((await test.app.inject('/openapi.json')).statusCode, 200)
      } finally {
        await test.close()
      }
    })
})

describe('the service without its optional features', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ features: always })
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
