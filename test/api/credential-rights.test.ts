import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RIGHTS, type Right } from '../../src/kernel/accounts/credential-rights.ts'
import { createCredential } from '../../src/kernel/accounts/credentials.ts'
import { basic, startTestApp, type TestApp } from '../support/app.ts'
import { finishedSession } from './client.ts'

describe('what a credential may do', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  const loginWith = async (...rights: Right[]) => {
    const made = await createCredential(test.ports, { tenant: 'acme', mode: 'test', rights, actor: 'test' })
    assert.ok(made.ok)
    return basic(made.value.username, made.value.password)
  }
  const ask = (authorization: string, method: 'GET' | 'POST' | 'DELETE', url: string) =>
    test.app.inject({ method, url, headers: { authorization }, ...(method === 'POST' && { payload: {} }) })

  const readings = (id: string) => [
    `/api/v1/data/${id}/status`,
    `/api/v1/data/${id}/decision/results`,
    `/api/v1/data/${id}/images`,
    `/api/v1/data/${id}/decision/explanation`,
    `/api/v1/data/${id}/evidence`,
    '/api/v1/data/session/list',
  ]

  it('is refused beyond its rights on every route, with 403, and changes nothing', async () => {
    const { sessionId: id } = await finishedSession(test)
    const [opener, reader, eraser] = [await loginWith('open'), await loginWith('read'), await loginWith('delete')]
    assert.equal((await ask(opener, 'POST', '/api/v1/enrolment/initialize')).statusCode, 200)
    for (const login of [reader, eraser]) {
      const refused = await ask(login, 'POST', '/api/v1/enrolment/initialize')
      assert.equal(refused.statusCode, 403)
      assert.equal(refused.json().detail, 'This credential may not open sessions.')
    }
    for (const url of readings(id)) {
      for (const login of [opener, eraser]) assert.equal((await ask(login, 'GET', url)).statusCode, 403, url)
      assert.notEqual((await ask(reader, 'GET', url)).statusCode, 403, url)
    }
    const address = `/api/v1/data/${id}`
    for (const login of [opener, reader]) assert.equal((await ask(login, 'DELETE', address)).statusCode, 403)
    assert.equal((await ask(reader, 'GET', `${address}/status`)).statusCode, 200, 'it is still there')
    assert.equal((await ask(eraser, 'DELETE', address)).statusCode, 204)
  })

  it('is everything unless somebody says otherwise', async () => {
    for (const login of [await loginWith(...RIGHTS), await test.login()]) {
      assert.equal((await ask(login, 'POST', '/api/v1/enrolment/initialize')).statusCode, 200)
      assert.equal((await ask(login, 'GET', '/api/v1/data/session/list')).statusCode, 200)
    }
  })

  it('is written down with its name', async () => {
    const wanted = { tenant: 'acme', mode: 'test', rights: ['read'], label: 'Nightly report', actor: 'test' } as const
    const made = await createCredential(test.ports, wanted)
    assert.ok(made.ok)
    const { username } = made.value
    const kept = (await test.ports.credentials.list('acme')).find((each) => each.username === username)
    assert.deepEqual({ label: kept?.label, rights: kept?.rights }, { label: 'Nightly report', rights: ['read'] })
    const [entry] = await test.ports.audit.list({ tenant: 'acme' }, 1)
    assert.deepEqual(entry?.detail, { username, mode: 'test', label: 'Nightly report', rights: 'read' })
  })
})
