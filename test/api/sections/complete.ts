import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import { front, passport, type StartApp, type TestApp } from '../../support/app.ts'
import { finishedSession, startSession } from '../client.ts'

export const completeSection = (start: StartApp) =>
  describe('completing (specification 2.4 and 4.3)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it("returns the caller's page, else the tenant's, else our own, and nothing else", async () => {
      const finish = async (body: object, tenant: string) => {
        const { person } = await startSession(test, body, tenant)
        await person.document()
        await person.face()
        return (await person.complete()).json()
      }
      await test.addTenant('with-page', { returnUrl: 'https://tenant.example/done' })
      assert.deepEqual(await finish({ returnUrl: 'https://shop.example/welcome' }, 'with-page'), {
        customerReturnUrl: 'https://shop.example/welcome',
      })
      assert.deepEqual(await finish({}, 'with-page'), { customerReturnUrl: 'https://tenant.example/done' })
      assert.deepEqual(await finish({}, 'acme'), {
        customerReturnUrl: 'http://localhost:8080/web-enrolment/finished?tenant=acme',
      })
    })

    it('says what is missing when it comes too early', async () => {
      const { person } = await startSession(test)
      const missing = async () => {
        const response = await person.complete()
        assert.equal(response.statusCode, 200)
        const { hasError, error, missing } = response.json()
        assert.deepEqual({ hasError, error }, { hasError: true, error: 'MISSING_DOCUMENT_AND_FACE' })
        return missing
      }
      assert.deepEqual(await missing(), ['document.FRONT', 'face'])
      test.engine.page = async () => accept(front())
      await person.document()
      assert.deepEqual(await missing(), ['document.BACK', 'face'])
      test.engine.page = async () => accept(passport())
      await person.document()
      assert.deepEqual(await missing(), ['face'])
    })

    it("wants the steps of the tenant's flow and no others", async () => {
      await test.addTenant('document-only', { steps: ['document'] })
      const { person } = await startSession(test, {}, 'document-only')
      await person.document()
      assert.ok((await person.complete()).json().customerReturnUrl)
    })

    it('ends the session: nothing is taken after it', async () => {
      const { person } = await finishedSession(test)
      for (const response of [await person.document(), await person.face(), await person.complete()]) {
        assert.equal(response.statusCode, 200)
        assert.deepEqual(response.json(), { hasError: true, error: 'SESSION_ALREADY_COMPLETED' })
      }
    })

    it('does not mind an empty JSON body or a content type without a body', async () => {
      const { person, accessToken } = await startSession(test)
      await person.document()
      await person.face()
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/v1/enrolment/complete',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        payload: '',
      })
      assert.equal(response.statusCode, 200)
      assert.ok(response.json().customerReturnUrl)
    })
  })
