import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { features } from '../../src/features/index.ts'
import { factorNames } from '../../src/kernel/decision/factors/index.ts'
import type { Feature } from '../../src/kernel/feature.ts'
import { sweep } from '../../src/kernel/operations/sweep.ts'
import { startSession } from '../api/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

/** What every session has. */
const always = features.filter(({ name }) => name === 'document' || name === 'selfie')
const optional = features.filter((feature) => !always.includes(feature))
const inOrder = (chosen: readonly Feature[]) => features.filter((feature) => chosen.includes(feature))

const SUBSETS = [
  { name: 'none of its optional features', chosen: always },
  ...optional.map((each) => ({ name: `${each.name} alone`, chosen: inOrder([...always, each]) })),
  ...optional.map((each) => ({ name: `all but ${each.name}`, chosen: features.filter((other) => other !== each) })),
  { name: 'all', chosen: features },
]

/** Ports that exist only with their feature, and with them every read of its tables. */
const PORTS: Partial<Record<string, string>> = {
  taught: 'documentModels',
  wallet: 'walletRequests',
  issuance: 'issuedCredentials',
  duplicates: 'pairAnswers',
  screening: 'watchlists',
}

/** Words of routes that exist only with their feature. */
const ROUTES: Partial<Record<string, string>> = {
  chip: '/chip',
  seal: 'seal/result',
  wallet: 'credential/result',
  issuance: 'jwt-vc-issuer',
  screening: 'watchlist',
  openid: 'openid/',
}

const routesOf = async ({ app }: TestApp) => {
  await app.ready()
  return app.printRoutes({ commonPrefix: false, includeHooks: false })
}

describe('the service with', () => {
  for (const { name, chosen } of SUBSETS)
    it(`${name} approves, hands out, and erases`, async () => {
      const test = await startTestApp({ features: chosen })
      try {
        const has = (feature: string) => chosen.some((each) => each.name === feature)
        const routes = await routesOf(test)
        for (const [feature, port] of Object.entries(PORTS))
          assert.equal(String(port) in test.ports, has(feature), port)
        for (const [feature, path] of Object.entries(ROUTES))
          assert.equal(routes.includes(String(path)), has(feature), path)
        const absent = features.filter((each) => !chosen.includes(each)).flatMap(({ factors = [] }) => factors)
        assert.deepEqual(
          absent.filter((factor) => (factorNames() as string[]).includes(factor.name)),
          [],
        )

        const { sessionId, person, integrator } = await startSession(test)
        await person.document()
        await person.face()
        await person.complete()
        const { status } = (await integrator.get(`${sessionId}/status`)).json<{ status: string }>()
        assert.equal(status, 'AUTO_APPROVED')
        for (const path of [
          'decision/results',
          'decision/explanation',
          'document/result',
          'face/result',
          'images',
          'evidence',
        ])
          assert.equal((await integrator.get(`${sessionId}/${path}`)).statusCode, 200, path)
        assert.equal((await test.app.inject('/openapi.json')).statusCode, 200)

        await sweep(test.ports, 60)
        assert.equal((await integrator.remove(sessionId)).statusCode, 204)
        assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 404)
        assert.equal(await test.ports.sessions.load('acme', sessionId), undefined)
      } finally {
        await test.close()
      }
    })
})
