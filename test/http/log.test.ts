import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { scrub } from '../../src/kernel/operations/logger.ts'
import { EngineFault } from '../../src/vision/engine.ts'
import { clientOf, finishedSession, personOf, startSession } from '../api/client.ts'
import { basic, JPEG, passport, startTestApp, type TestApp } from '../support/app.ts'

/** Words that are planted wherever a caller can put one, and that must never be logged. */
const PASSWORD = 'planted-password-7c1f'
const NAME = 'PLANTEDNAME'
const REFERENCE = 'planted-reference-91aa'

describe('the log', () => {
  let test: TestApp
  const secrets = new Set<string>([PASSWORD, NAME, REFERENCE])
  before(async () => {
    test = await startTestApp({ logLevel: 'trace' })
    await liveThroughEverything()
  })
  after(() => test.close())

  /** Every way in which a secret can reach the service, good and bad. */
  async function liveThroughEverything() {
    const login = await test.login()
    secrets.add(login.slice(6))
    secrets.add(Buffer.from(login.slice(6), 'base64').toString().split(':')[1] ?? '')
    const page = passport()
    const visual = page.reading.visual.map((field) => (field.name === 'surname' ? { ...field, value: NAME } : field))
    test.engine.page = async () => accept({ ...page, reading: { ...page.reading, visual } })

    const body = { externalId: REFERENCE, applicantForm: { firstName: NAME, lastName: NAME } }
    const { accessToken, sessionId, integrator, person } = await finishedSession(test, body)
    secrets.add(accessToken)
    for (const path of [
      'status',
      'decision/results',
      'document/result',
      'face/result',
      'images',
      'images/primary_face',
    ])
      await integrator.get(`${sessionId}/${path}`)
    await integrator.get('session/list')
    await person.document()

    const picture = JPEG.toString('base64')
    secrets.add(picture.slice(0, 60))
    const { app } = test
    await app.inject(`/web-enrolment/?token=${accessToken}&iframe=true`)
    await app.inject(`/nowhere/${accessToken}?password=${PASSWORD}`)
    await app.inject({ url: `/api/v1/data/${PASSWORD}/status`, headers: { authorization: basic(NAME, PASSWORD) } })
    await app.inject({
      url: '/api/v1/data/session/list',
      headers: { authorization: login.slice(0, -2), cookie: PASSWORD },
    })
    await app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/document',
      headers: { authorization: `Bearer ${accessToken}x` },
    })
    await clientOf(test, login).initialize({ returnUrl: `https://u:${PASSWORD}@shop.example/`, externalId: REFERENCE })

    const second = await startSession(test)
    secrets.add(second.accessToken)
    const other = personOf(app, second.accessToken)
    await other.send('document', { imageBase: `https://${NAME}:${PASSWORD}@127.0.0.1/` })
    await other.send('document', { imageBase: `!!${picture}` })
    await app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/document',
      headers: { authorization: `Bearer ${second.accessToken}`, 'content-type': 'application/json' },
      payload: `{"imageBase": "${picture}", ${NAME}`,
    })
    const faults = [
      new EngineFault(`crashed on ${picture}${picture}`),
      new Error(`bad token ${second.accessToken} in https://x.example/?token=${second.accessToken}`),
      Object.assign(new Error(`Authorization: ${login}`), {
        headers: { authorization: login },
        body: picture,
        password: PASSWORD,
      }),
      new Error(`query failed at postgres://limen:${PASSWORD}@db/limen`),
    ]
    for (const fault of faults) {
      test.engine.page = async () => Promise.reject(fault)
      assert.equal((await other.document()).json().error, 'INTERNAL_ERROR')
    }
    app.log.info({ token: accessToken, body: { imageBase: picture }, headers: { authorization: login } }, 'careless')
  }

  it('was written', () => {
    const lines = test.log().trim().split('\n')
    assert.ok(lines.length > 20)
    for (const line of lines) JSON.parse(line)
    assert.ok(test.log().includes('"fault"') && test.log().includes('careless'))
  })

  it('holds no token, password, picture, name or reference', () => {
    for (const secret of secrets) assert.ok(!test.log().includes(secret), `logged: ${secret.slice(0, 20)}…`)
  })

  it('names routes by their pattern, never by the address that was asked for', () => {
    const routes = new Set([...test.log().matchAll(/"route":"([^"]*)"/g)].map(([, route]) => route))
    assert.ok(routes.has('/api/v1/data/:sessionId/status'))
    for (const route of routes) assert.doesNotMatch(route ?? '', /[?]|token/)
    assert.doesNotMatch(test.log(), /"url"|"headers"|remoteAddress/)
  })

  it('scrubs what looks like a secret out of a text', () => {
    const dirty =
      'Bearer abc.def.ghi data:image/jpeg;base64,AAAA /x?token=1 https://a:b@c/ eyJhbGciOiJI.eyJzdWIiOiIx.c2ln'
    assert.equal(scrub(dirty), 'Bearer [removed] [picture] /x?[removed] https://[removed]@c/ [token]')
  })
})
