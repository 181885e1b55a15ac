import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { PROBLEMS } from '../../../src/contract/problem.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

describe('the API page', () => {
  let test: TestApp
  let page: string
  before(async () => {
    test = await startTestApp()
    page = (await test.app.inject('/docs')).body
  })
  after(() => test.close())

  it('asks nobody else for anything, and runs no script', async () => {
    const { headers } = await test.app.inject('/docs')
    assert.match(String(headers['content-type']), /^text\/html/)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.doesNotMatch(page, /<script|style=|\son\w+=|(src|href)="https?:/)
    assert.equal((await test.app.inject('/docs/style.css')).headers['content-type'], 'text/css; charset=utf-8')
  })

  it('has every endpoint, every schema and every problem code, and no link that leads nowhere', async () => {
    const { paths, components } = (await test.app.inject('/openapi.json')).json()
    for (const path of Object.keys(paths)) assert.ok(page.includes(path), path)
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const name of [...Object.keys(components.schemas), ...Object.keys(PROBLEMS)]) assert.ok(ids.has(name), name)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target)
  })

  it('escapes what it shows', () => {
    assert.ok(page.includes('&lt;ACCESS_TOKEN&gt;'))
    assert.ok(!page.includes('<ACCESS_TOKEN>'))
  })
})

describe('metrics', () => {
  it('count requests by route, method and status, never by address', async () => {
    const test = await startTestApp()
    await test.app.inject('/api/v1/data/7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11/status?x=1')
    const response = await test.app.inject('/metrics')
    assert.equal(response.statusCode, 200)
    assert.match(
      response.body,
      /limen_http_request_duration_seconds_count\{route="\/api\/v1\/data\/:sessionId\/status",method="GET",status="401"\} 1/,
    )
    assert.doesNotMatch(response.body, /7b0d1b0e/)
    await test.close()
  })

  it('are for this machine alone, or for the holder of the token', async () => {
    const local = await startTestApp()
    const answer = async (test: TestApp, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      (await test.app.inject({ url: '/metrics', headers, remoteAddress })).statusCode
    assert.equal(await answer(local, {}), 200)
    assert.equal(await answer(local, { 'x-forwarded-for': '198.51.100.7' }), 404)
    assert.equal(await answer(local, {}, '10.0.0.8'), 404)
    await local.close()

    const guarded = await startTestApp({ settings: { metricsToken: 'planted-metrics-token' } })
    assert.equal(await answer(guarded, {}), 404)
    assert.equal(await answer(guarded, { authorization: 'Bearer planted-metrics-tokex' }), 404)
    assert.equal(await answer(guarded, { authorization: 'Bearer planted-metrics-token' }, '10.0.0.8'), 200)
    await guarded.close()
  })
})
