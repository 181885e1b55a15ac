import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { clientOf, startSession } from './client.ts'

describe('the flow that initialize names', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
    await test.addTenant('shop', { flows: { 'selfie-only': { steps: ['face'] } } })
  })
  after(() => test.close())

  const stateOf = async (accessToken: string) =>
    (
      await test.app.inject({
        url: '/api/v1/enrolment/session',
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).json()

  it('document: complete wants no selfie, and the factors of the face are UNAVAILABLE', async () => {
    const { accessToken, sessionId, person, integrator } = await startSession(test, { flow: 'document' })
    assert.deepEqual((await stateOf(accessToken)).steps, ['document'])
    assert.deepEqual((await person.complete()).json().missing, ['document.FRONT'])
    await person.document()
    assert.equal((await person.complete()).statusCode, 200)
    const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
    assert.equal(verifications.faceVerification.level, 'UNAVAILABLE')
    assert.equal(verifications.passiveLiveness.level, 'UNAVAILABLE')
    assert.equal('score' in verifications.faceVerification, false)
  })

  it('identity: document and face, whatever the tenant asks for by default', async () => {
    await test.addTenant('papers', { steps: ['document'] })
    const { accessToken } = await startSession(test, { flow: 'identity' }, 'papers')
    assert.deepEqual((await stateOf(accessToken)).steps, ['document', 'face'])
  })

  it('one of the tenant’s own', async () => {
    const { accessToken, person } = await startSession(test, { flow: 'selfie-only' }, 'shop')
    assert.deepEqual((await stateOf(accessToken)).steps, ['face'])
    assert.deepEqual((await person.complete()).json().missing, ['face'])
  })

  it('stays what it was when the tenant changes it afterwards', async () => {
    const { accessToken } = await startSession(test, { flow: 'selfie-only' }, 'shop')
    const tenant = await test.ports.tenants.load('shop')
    assert.ok(tenant)
    await test.ports.tenants.save({ ...tenant, settings: { ...tenant.settings, flows: {} } })
    assert.deepEqual((await stateOf(accessToken)).steps, ['face'])
    await test.ports.tenants.save(tenant)
  })

  it('an unknown one is refused, and the answer names those there are', async () => {
    const refused = await clientOf(test, await test.login('shop')).initialize({ flow: 'selfie' })
    assert.equal(refused.statusCode, 400)
    assert.equal(refused.json().code, 'BAD_REQUEST')
    assert.match(refused.json().detail, /body\/flow .* identity, document, returning, age, selfie-only/)
    assert.equal((await clientOf(test, await test.login('acme')).initialize({ flow: 'selfie-only' })).statusCode, 400)
  })

  it('belongs to the body: the same session with another flow is a conflict', async () => {
    const sessionId = '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11'
    const client = clientOf(test, await test.login('acme'))
    assert.equal((await client.initialize({ sessionId, flow: 'document' })).statusCode, 200)
    assert.equal((await client.initialize({ sessionId, flow: 'document' })).statusCode, 200)
    assert.equal((await client.initialize({ sessionId, flow: 'identity' })).statusCode, 409)
  })
})
