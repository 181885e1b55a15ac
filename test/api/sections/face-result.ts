import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import { selfie } from '../../kernel/decision/genuine.ts'
import { face, type StartApp, type TestApp } from '../../support/app.ts'
import { finishedSession } from '../client.ts'

export const faceResultSection = (start: StartApp) =>
  describe('face result (specification 2.8)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('holds scores, images, age and gender', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const response = await integrator.get(`${sessionId}/face/result`)
      assert.equal(response.statusCode, 200)
      const { verificationScore, ...result } = response.json()
      assert.deepEqual(result, {
        passiveLivenessScore: 91,
        availableImages: ['face_original', 'face_cropped'],
        age: 34,
        gender: 9200,
      })
      assert.ok(verificationScore > 50 && verificationScore <= 100)
    })

    it('has null for age and gender when they are switched off', async () => {
      test.engine.face = async () => accept({ ...face(), reading: selfie() })
      const { integrator, sessionId } = await finishedSession(test)
      const { age, gender } = (await integrator.get(`${sessionId}/face/result`)).json()
      assert.deepEqual({ age, gender }, { age: null, gender: null })
      test.engine.face = async () => accept(face())
    })
  })
