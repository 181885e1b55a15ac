import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'

const skip = existsSync(new URL('../../dist/pages/hosted-page/index.html', import.meta.url))
  ? false
  : 'the pages are not built'

describe('an address that somebody typed', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())
  const open = (url: string, accept = 'text/html,application/xhtml+xml') =>
    test.app.inject({ method: 'GET', url, headers: { accept } })

  it('is a page at the root', async () => {
    const answer = await open('/')
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, /open the link that you were sent/)
  })

  it('is a page where there is nothing, for browsers alone', { skip }, async () => {
    const page = await open('/web-enrolement')
    assert.equal(page.statusCode, 404)
    assert.match(page.headers['content-type'] as string, /^text\/html/)
    assert.match(page.body, /open the link again as you were sent it/)
    assert.equal((await open('/web-enrolement', 'application/json')).json().code, 'NOT_FOUND')
    assert.equal((await open('/api/v1/nothing')).json().code, 'NOT_FOUND')
  })
})
