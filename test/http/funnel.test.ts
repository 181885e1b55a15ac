import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { refuse } from '../../src/domain/result.ts'
import { finishedSession, startSession } from '../api/client.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

describe('how far people come', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  it('is counted by step, kind of device and language, and refusals by the reason told', async () => {
    await finishedSession(test)
    test.engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['CUT_OFF', 'GLARE'])
    const { accessToken, sessionId, person } = await startSession(test)
    await person.document()
    await test.app.inject({
      method: 'POST',
      url: '/api/v1/enrolment/device',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
        'accept-language': 'de-AT,de;q=0.9',
      },
      payload: { deviceId: 'device-phone' },
    })
    const metrics = (await test.app.inject({ method: 'GET', url: '/metrics', remoteAddress: '127.0.0.1' })).body
    assert.match(metrics, /limen_enrolment_steps_total\{step="front",device="api",language="other"\} 1/)
    assert.match(metrics, /limen_enrolment_steps_total\{step="completed",device="api",language="other"\} 1/)
    assert.match(metrics, /limen_enrolment_steps_total\{step="started",device="phone",language="de"\} 1/)
    assert.match(metrics, /limen_pictures_refused_total\{step="document",reason="CUT_OFF"\} 1/)
    assert.ok(!metrics.includes(sessionId))
  })
})
