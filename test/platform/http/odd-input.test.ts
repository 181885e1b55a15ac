import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refuseOddBody } from '../../../src/kernel/http/odd-input.ts'
import { clientOf } from '../../api/client.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

describe('input that is meant to break something', () => {
  let test: TestApp
  let authorization: string
  before(async () => {
    test = await startTestApp()
    authorization = await test.login()
  })
  after(() => test.close())

  const initialize = (payload: string) =>
    test.app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/initialize',
      headers: { authorization, 'content-type': 'application/json' },
      payload,
    })

  for (const [what, open, close] of [
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
  ] as const)
    it(`is 400 as ${what} nested 9,000 deep`, async () => {
      const nested = `${open.repeat(9_000)}1${close.repeat(9_000)}`
      for (const body of [nested, `{"applicantForm":${nested}}`]) {
        const answer = await initialize(body)
        assert.equal(answer.statusCode, 400, answer.body.slice(0, 200))
        assert.equal(answer.json().code, 'BAD_REQUEST')
      }
    })

  it('is a list of as many elements as fit into the largest body', () => {
    // As arguments of one call, half as many would exhaust the stack.
    const many = JSON.parse(`[${'1,'.repeat(690_000)}"a\\u0000"]`) as unknown
    assert.throws(() => refuseOddBody({ sod: many }), { message: /NUL/ })
    assert.throws(() => refuseOddBody(JSON.parse(`${'['.repeat(40)}${'1,'.repeat(690_000)}1${']'.repeat(40)}`)), {
      message: /nested deeper/,
    })
  })

  it('is 400 as NUL, and in a path nothing that there is', async () => {
    for (const body of [{ externalId: 'a\0b' }, { applicantForm: { firstName: '\0' } }, { 'a\0': 1 }]) {
      const answer = await clientOf(test, authorization).initialize(body)
      assert.equal(answer.statusCode, 400, JSON.stringify(body))
    }
    for (const url of ['/api/v1/data/session/list?PageNumber=%00', '/nowhere?x=%00']) {
      const answer = await test.app.inject({ url, headers: { authorization } })
      assert.equal(answer.statusCode, 400, url)
    }
    const nowhere = '/api/v1/data/%00/status'
    assert.equal((await test.app.inject({ url: nowhere, headers: { authorization } })).statusCode, 404)
    assert.equal((await test.app.inject(nowhere)).statusCode, 401)
  })

  it('leaves what is ordinary alone', async () => {
    const form = { firstName: 'Žofie', lastName: 'Specimen' }
    assert.equal((await clientOf(test, authorization).initialize({ applicantForm: form })).statusCode, 200)
  })
})
