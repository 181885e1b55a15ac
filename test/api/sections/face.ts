import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept, refuse } from '../../../src/formats/result.ts'
import { EngineFault } from '../../../src/vision/engine.ts'
import { FACE_REFUSALS } from '../../../src/vision/refusals.ts'
import { face, JPEG, type StartApp, type TestApp } from '../../support/app.ts'
import { startSession } from '../client.ts'

export const faceSection = (start: StartApp) =>
  describe('face submission (specification 2.3 and 4.3)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('answers hasError false and nothing else', async () => {
      const { person } = await startSession(test)
      const response = await person.face()
      assert.equal(response.statusCode, 200)
      assert.deepEqual(response.json(), { hasError: false })
    })

    for (const code of FACE_REFUSALS)
      it(`answers 200 with hasError and ${code} when the engine says so`, async () => {
        const { person } = await startSession(test)
        test.engine.face = async () => refuse(code)
        const response = await person.face()
        assert.equal(response.statusCode, 200)
        assert.deepEqual(response.json(), { hasError: true, error: code })
        test.engine.face = async () => accept(face())
      })

    it('answers INTERNAL_ERROR when the engine crashes', async () => {
      const { person } = await startSession(test)
      test.engine.face = async () => Promise.reject(new EngineFault('crashed'))
      assert.deepEqual((await person.face()).json(), { hasError: true, error: 'INTERNAL_ERROR' })
      test.engine.face = async () => accept(face())
    })

    it('takes the picture itself as the body, and adds hints', async () => {
      const { person } = await startSession(test)
      const result = face()
      test.engine.face = async () => accept({ ...result, reading: { ...result.reading, hints: ['EYES_CLOSED'] } })
      assert.deepEqual((await person.raw('face', 'image/jpeg', JPEG)).json(), {
        hasError: false,
        hints: ['EYES_CLOSED'],
      })
      test.engine.face = async () => accept(face())
    })

    it('may come before the document', async () => {
      const { person } = await startSession(test)
      await person.face()
      await person.document()
      assert.ok((await person.complete()).json().customerReturnUrl)
    })

    it('refuses a body without imageBase with 400', async () => {
      const { person } = await startSession(test)
      const response = await person.send('face', { picture: 'AAAA' })
      assert.equal(response.statusCode, 400)
      assert.equal(response.json().error, 'BAD_REQUEST')
    })
  })
