import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'

describe('an unknown address', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())
  const get = (url: string, accept = 'text/html') => test.app.inject({ url, headers: { accept } })

  it('under the root, the documentation and the demo is a 404 with ways on', async () => {
    for (const url of ['/nowhere', '/docs/guides/nowhere', '/docs/nowhere', '/demo/nowhere']) {
      const { statusCode, body } = await get(url)
      assert.equal(statusCode, 404, url)
      assert.match(body, /There is nothing at this address/, url)
      assert.match(body, /href="\/docs"/, url)
    }
  })

  it('that a person was sent gets the page that says so in their language', async () => {
    const { statusCode, body } = await get('/web-enrolment/nowhere')
    assert.equal(statusCode, 404)
    assert.doesNotMatch(body, /There is nothing at this address/)
  })

  it('is a problem for programs', async () => {
    const { statusCode, headers } = await get('/docs/guides/nowhere', 'application/json')
    assert.equal(statusCode, 404)
    assert.match(String(headers['content-type']), /json/)
  })
})
