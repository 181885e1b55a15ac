import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refuse } from '../../src/formats/result.ts'
import { SECONDS_HEADER, TRIES_HEADER } from '../../src/kernel/evidence/contract/page-capture.ts'
import { finishedSession, startSession } from '../api/client.ts'
import { JPEG, startTestApp, type TestApp } from '../support/app.ts'

const PHONE = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
  'accept-language': 'de-AT,de;q=0.9',
}

describe('how far people come', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  const send = (path: string, token: string, payload: object | Buffer, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: `/api/v1/enrolment/${path}`,
      headers: { authorization: `Bearer ${token}`, ...PHONE, ...headers },
      payload,
    })
  const figures = async (tenant = 'acme') =>
    (await test.ports.figures.captures(new Date(0), { mode: 'test', tenants: [tenant] })).map(
      ({ step, about, value, device, language, times }) =>
        `${step} ${about} ${value} ${device} ${language} ${times}`.replace(/ +/g, ' '),
    )

  it('is counted by step, kind of device and language, and refusals by the reason told', async () => {
    await finishedSession(test)
    const readPage = test.engine.page
    test.engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['CUT_OFF', 'GLARE'])
    const { accessToken, sessionId, person } = await startSession(test)
    await person.document()
    test.engine.page = readPage
    for (const _ of [1, 2]) await send('device', accessToken, { deviceId: 'device-phone' })
    const metrics = (await test.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body
    assert.match(metrics, /limen_enrolment_steps_total\{step="front",device="api",language="other"\} 1/)
    assert.match(metrics, /limen_enrolment_steps_total\{step="completed",device="api",language="other"\} 1/)
    assert.match(metrics, /limen_enrolment_steps_total\{step="started",device="phone",language="de"\} 1/)
    assert.match(metrics, /limen_pictures_refused_total\{step="document",reason="CUT_OFF"\} 1/)
    assert.ok(!metrics.includes(sessionId))
    assert.deepEqual((await figures()).sort(), [
      'completed reached api other 1',
      'document refused CUT_OFF api other 1',
      'front reached api other 1',
      'selfie reached api other 1',
      'started reached phone de 1',
    ])
    assert.deepEqual(await figures('shop'), [])
  })

  it('costs nobody a picture when it cannot be counted', async (context) => {
    context.mock.method(test.ports.figures, 'countCaptures', async () => {
      throw new Error('the database is gone for a moment')
    })
    const { accessToken } = await startSession(test)
    const sent = await send('document', accessToken, JPEG, { 'content-type': 'image/jpeg' })
    assert.equal(sent.statusCode, 200)
    assert.equal(sent.json().error, undefined)
  })

  it('is counted with what it took, once for every session, and the session says how far it came', async () => {
    const { accessToken, sessionId } = await startSession(test)
    const reached = async () =>
      (
        await test.storage.database.db
          .selectFrom('session')
          .select('reached')
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
      ).reached
    assert.equal(await reached(), null)
    await send('device', accessToken, { deviceId: 'device-phone' })
    assert.equal(await reached(), 'started')
    const spent = (tries: string, seconds: string) => ({
      'content-type': 'image/jpeg',
      'x-limen-capture': 'camera',
      [TRIES_HEADER]: tries,
      [SECONDS_HEADER]: seconds,
    })
    const before = new Set(await figures())
    const shown = await test.app.inject({
      method: 'GET',
      url: '/api/v1/enrolment/consent?lang=de-DE',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const { sha256 } = shown.json<{ sha256: string }>()
    for (const _ of [1, 2]) await send('consent', accessToken, { lang: 'de-DE', sha256 })
    assert.equal(await reached(), 'consented')
    for (const [tries, seconds] of [
      ['2', '17'],
      ['1', '3'], // a better picture of the same side is no step
    ] as const)
      assert.equal((await send('document', accessToken, JPEG, spent(tries, seconds))).statusCode, 200)
    assert.equal(await reached(), 'front')
    await send('face', accessToken, JPEG, spent('9', 'soon'))
    test.clock.now = new Date(test.clock.now.getTime() + 45_000)
    await send('complete', accessToken, {})
    assert.equal(await reached(), 'completed')
    const metrics = (await test.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body
    assert.match(metrics, /limen_enrolment_step_seconds_sum\{step="front",device="phone"\} 17/)
    assert.match(metrics, /limen_enrolment_step_pictures_bucket\{le="2",step="front",device="phone"\} 1/)
    const now = (await figures()).filter((line) => !before.has(line) && !line.startsWith('started'))
    assert.deepEqual(now.sort(), [
      'completed reached phone de 1',
      'completed seconds 60 phone de 1',
      'consented reached phone de 1',
      'front reached phone de 1',
      'front seconds 20 phone de 1',
      'front tries 2 phone de 1',
      'selfie reached phone de 1',
      'selfie tries 5 phone de 1',
    ])
  })

  it('holds nothing that could be anybody’s: closed lists and numbers alone', async () => {
    const rows = await test.storage.database.db.selectFrom('capture_count').selectAll().execute()
    assert.deepEqual([...new Set(rows.flatMap((row) => Object.keys(row)))].sort(), [
      'about',
      'day',
      'device',
      'language',
      'mode',
      'step',
      'tenant',
      'times',
      'value',
    ])
    for (const { day, value } of rows) {
      assert.equal(day % 86_400_000, 0)
      assert.match(value, /^(|\d+|more|[A-Z_]+)$/)
    }
  })
})
