import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { StartApp, TestApp } from '../../support/app.ts'
import { clientOf, finishedSession, startSession } from '../client.ts'

export const deletionSection = (start: StartApp) =>
  describe('deletion (specification 4.4)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('answers 204 without a body, and 404 the second time', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const response = await integrator.remove(sessionId)
      assert.equal(response.statusCode, 204)
      assert.equal(response.body, '')
      assert.equal((await integrator.remove(sessionId)).statusCode, 404)
    })

    it('leaves nothing to read, and takes the session off the list', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      await integrator.remove(sessionId)
      for (const path of [
        'status',
        'decision/results',
        'document/result',
        'face/result',
        'images',
        'images/primary_face',
      ])
        assert.equal((await integrator.get(`${sessionId}/${path}`)).statusCode, 404, path)
      const { data } = (await integrator.get('session/list?PageSize=100')).json()
      assert.ok(!data.some(({ id }: { id: string }) => id === sessionId))
    })

    it('makes the token of the session worthless', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      await integrator.remove(sessionId)
      for (const response of [await person.document(), await person.face(), await person.complete()]) {
        assert.equal(response.statusCode, 401)
        const { message: _, ...said } = response.json()
        assert.deepEqual(said, { hasError: true, error: 'SESSION_UNAUTHORIZED' })
      }
    })

    it("does not touch another tenant's session", async () => {
      const { integrator, sessionId } = await finishedSession(test)
      await test.addTenant('thief')
      const thief = clientOf(test, await test.login('thief'))
      assert.equal((await thief.remove(sessionId)).statusCode, 404)
      assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 200)
    })
  })
