import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { JPEG, type StartApp, type TestApp } from '../../support/app.ts'
import { finishedSession, startSession } from '../client.ts'

export const imagesSection = (start: StartApp) =>
  describe('images (specification 2.9 and 4.4)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('are listed by name', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      assert.deepEqual((await integrator.get(`${sessionId}/images`)).json(), {
        document: ['primary_face', 'original_normalized_FRONT', 'original_FRONT'],
        face: ['face_original', 'face_cropped'],
      })
    })

    it('are served as JPEG with their length, under both spellings of the path, and not cached', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const { document, face } = (await integrator.get(`${sessionId}/images`)).json()
      for (const name of [...document, ...face])
        for (const word of ['images', 'image']) {
          const response = await integrator.get(`${sessionId}/${word}/${name}`)
          assert.equal(response.statusCode, 200)
          assert.equal(response.headers['content-type'], 'image/jpeg')
          assert.equal(response.headers['content-length'], String(JPEG.length))
          assert.equal(response.headers['cache-control'], 'no-store')
          assert.deepEqual(response.rawPayload, JPEG)
        }
    })

    it('that are not there answer 404, whatever the name', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      for (const name of [
        'signature',
        'original_BACK',
        'constructor',
        '__proto__',
        'toString',
        '..%2F..%2Fetc%2Fpasswd',
        '%00',
        'x'.repeat(90),
      ]) {
        const response = await integrator.get(`${sessionId}/images/${name}`)
        assert.equal(response.statusCode, 404, name)
        assert.equal(response.json().code, 'NOT_FOUND')
      }
    })

    const results = [
      'decision/results',
      'document/result',
      'face/result',
      'images',
      'images/primary_face',
      'image/primary_face',
    ]
    for (const path of results)
      it(`${path} is 409 RESULTS_NOT_READY with the current status before a final state`, async () => {
        const { integrator, sessionId } = await startSession(test)
        const response = await integrator.get(`${sessionId}/${path}`)
        assert.equal(response.statusCode, 409)
        assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
        const { code, sessionStatus, status } = response.json()
        assert.deepEqual(
          { code, sessionStatus, status },
          { code: 'RESULTS_NOT_READY', sessionStatus: 'PENDING', status: 409 },
        )
      })

    it('and everything else answer one and the same 404 for what is unknown, not yours, deleted or no UUID', async () => {
      const foreign = await finishedSession(test)
      await test.addTenant('stranger')
      const { integrator } = await startSession(test, {}, 'stranger')
      const mine = await startSession(test, {}, 'stranger')
      await mine.integrator.remove(mine.sessionId)
      for (const path of ['status', ...results]) {
        const bodies = new Set<string>()
        for (const id of [
          foreign.sessionId,
          mine.sessionId,
          randomUUID(),
          'abc',
          '1',
          'a'.repeat(9_000),
          '%27%20or%201%3D1',
        ]) {
          const response = await integrator.get(`${id}/${path}`)
          assert.equal(response.statusCode, 404, `${id}/${path}`)
          const { requestId, ...body } = response.json()
          assert.equal(requestId, response.headers['x-request-id'])
          bodies.add(JSON.stringify(body))
        }
        assert.equal(bodies.size, 1, path)
      }
    })
  })
