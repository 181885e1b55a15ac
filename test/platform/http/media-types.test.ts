import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hashPassword } from '../../../src/kernel/accounts/passwords.ts'
import { startSession } from '../../api/client.ts'
import { ask } from '../../apps/console/console.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

interface Operation {
  security?: Record<string, unknown>[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, unknown>
}

describe('the media type of a body', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  it('must be one that the route names: JSON, or a picture where it takes one; anything else is answered 415', async () => {
    const { accessToken, sessionId } = await startSession(test)
    const passwordHash = await hashPassword('a password of Ada Fictive')
    await test.ports.reviewers.create({ username: 'ada', passwordHash, role: 'reviewer' })
    const reviewer = `Basic ${Buffer.from('ada:a password of Ada Fictive').toString('base64')}`
    const logins = { basic: await test.login(), bearer: `Bearer ${accessToken}` }
    const routes = routesWithBody(test)
    assert.ok(routes.length >= 7, routes.map(([path]) => path).join())
    for (const [path, { security, responses }] of routes) {
      const scheme = Object.keys(security?.[0] ?? {})[0] as keyof typeof logins | undefined
      const authorization = path.includes('/review/') ? reviewer : scheme && logins[scheme]
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        const response = await test.app.inject({
          method: 'POST',
          url: path.replace('{sessionId}', sessionId),
          headers: { 'content-type': type, ...(authorization && { authorization }) },
          payload: '{}',
        })
        assert.equal(response.statusCode, 415, `${path} ${type} ${response.body}`)
      }
      assert.ok(responses['415'] && responses['413'], `${path} says so in openapi.json`)
    }
  })

  it('holds for the console too', async () => {
    const response = await ask(test, 'POST', 'session', {
      headers: { 'content-type': 'text/plain' },
      payload: '{"username":"ada","password":"x"}',
    })
    assert.equal(response.statusCode, 415, response.body)
    assert.equal(response.json().code, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

function routesWithBody({ app }: TestApp): [string, Operation][] {
  return Object.entries((app.swagger().paths ?? {}) as Record<string, { post?: Operation }>).flatMap(
    ([path, { post }]): [string, Operation][] => (post?.requestBody ? [[path, post]] : []),
  )
}
