import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import { face, type StartApp, type TestApp } from '../../support/app.ts'
import { finishedSession, startSession } from '../client.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const statusSection = (start: StartApp) =>
  describe('session status and validity (specification 2.5, 3 and 8)', () => {
    let test: TestApp
    let began: Date
    before(async () => {
      test = await start()
      began = test.clock.now
    })
    after(() => test.close())
    const later = (ms: number) => {
      test.clock.now = new Date(began.getTime() + ms)
    }

    it('is PENDING until the session is decided, then what the decision says', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      const response = await integrator.get(`${sessionId}/status`)
      assert.equal(response.statusCode, 200)
      assert.deepEqual(response.json(), { status: 'PENDING' })
      await person.document()
      await person.face()
      assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'PENDING' })
      await person.complete()
      assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'AUTO_APPROVED' })
    })

    it('is AUTO_REJECTED for another person', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      const other = face()
      test.engine.face = async () =>
        accept({ ...other, reading: { ...other.reading, template: { ...other.reading.template, values: [-1, 0.1] } } })
      await person.document()
      await person.face()
      await person.complete()
      assert.deepEqual((await integrator.get(`${sessionId}/status`)).json(), { status: 'AUTO_REJECTED' })
      test.engine.face = async () => accept(face())
    })

    it('is EXPIRED one hour after creation when no picture came, without any sweep', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      later(HOUR - 1_000)
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'PENDING')
      later(HOUR)
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'EXPIRED')
      later(HOUR - 1_000)
      assert.equal((await person.document()).json().hasError, false)
      later(0)
    })

    it('stays PENDING for 14 days once a picture was accepted', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      await person.face()
      later(14 * DAY - 1_000)
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'PENDING')
      later(14 * DAY)
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'EXPIRED')
      later(0)
    })

    it('closes an expired session to the person with 410', async () => {
      const { integrator, sessionId } = await startSession(test)
      await (await startSession(test)).person.face()
      later(HOUR - 30_000)
      const { accessToken } = (await integrator.initialize({ sessionId })).json()
      later(HOUR)
      for (const path of ['document', 'face', 'complete']) {
        const response = await test.app.inject({
          method: 'POST',
          url: `/api/v1/enrolment/${path}`,
          headers: { authorization: `Bearer ${accessToken}` },
        })
        assert.equal(response.statusCode, 410, path)
        assert.deepEqual(response.json(), { hasError: true, error: 'SESSION_EXPIRED' })
      }
      later(0)
    })

    it('does not expire a finished session', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      later(60 * DAY)
      assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'AUTO_APPROVED')
      later(0)
    })
  })
