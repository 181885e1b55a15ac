import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { REMEDIES } from '../../../src/apps/docs-site/reference/remedies.ts'
import { PROBLEMS } from '../../../src/kernel/contract/problem.ts'
import { DOCUMENT_REFUSALS, FACE_REFUSALS } from '../../../src/vision/refusals.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

describe('the API page', () => {
  let test: TestApp
  let page: string
  before(async () => {
    test = await startTestApp()
    page = (await test.app.inject('/docs')).body
  })
  after(() => test.close())

  it('asks nobody else for anything', async () => {
    const { headers } = await test.app.inject('/docs')
    assert.match(String(headers['content-type']), /^text\/html/)
    assert.doesNotMatch(page, /style=|\son\w+=|(src|href)="https?:/)
    assert.equal((await test.app.inject('/docs/style.css')).headers['content-type'], 'text/css; charset=utf-8')
  })

  it('has every endpoint with a call in three languages and what it answered', async () => {
    const { paths } = (await test.app.inject('/openapi.json')).json()
    const articles = page.split('<article ').slice(1)
    for (const [path, operations] of Object.entries<Record<string, { operationId: string }>>(paths))
      for (const { operationId } of Object.values(operations)) {
        const [article = ''] = articles.filter((each) => each.startsWith(`id="${operationId}"`))
        assert.ok(article.includes(path), operationId)
        if (operationId === 'followEnrolment') continue
        for (const language of ['curl', 'TypeScript', 'Python'])
          assert.ok(article.includes(`<summary>${language}</summary>`), `${operationId} in ${language}`)
        assert.match(article, /<h4>Answer 20[04]<\/h4>/, operationId)
      }
  })

  it('says in place what each field means, and of each error what to do', async () => {
    const { components, paths } = (await test.app.inject('/openapi.json')).json()
    const used = JSON.stringify(paths)
    for (const name of Object.keys(components.schemas).filter((each) => used.includes(`schemas/${each}"`)))
      for (const field of Object.keys(components.schemas[name].properties ?? {}))
        assert.ok(page.includes(`<code class="field">${field}</code>`), `${name}.${field}`)
    assert.doesNotMatch(page, /href="#(?!top|tag|try|problems|webhooks|calling)[A-Z]/)
    for (const [code, remedy] of Object.entries(REMEDIES)) assert.ok(remedy.length > 10, code)
    for (const code of Object.keys(PROBLEMS)) assert.ok(page.includes(`<tr id="${code}">`), code)
    for (const code of [...DOCUMENT_REFUSALS, ...FACE_REFUSALS])
      assert.ok(page.includes(`<td><code>${code}</code></td>`), code)
  })

  it('escapes what it shows', () => {
    assert.ok(page.includes('&lt;METRICS_TOKEN&gt;'))
    assert.ok(!page.includes('<METRICS_TOKEN>'))
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
