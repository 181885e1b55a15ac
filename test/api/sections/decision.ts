import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import { TRUST_FACTORS } from '../../../src/kernel/decision/levels.ts'
import { back, front, passport, type StartApp, type TestApp } from '../../support/app.ts'
import { finishedSession, startSession } from '../client.ts'

export const decisionSection = (start: StartApp) =>
  describe('decision results (specification 2.6)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('hold the eight Trust Factors and the decision', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const response = await integrator.get(`${sessionId}/decision/results`)
      assert.equal(response.statusCode, 200)
      const { verifications, decision, ...rest } = response.json()
      assert.deepEqual(rest, {})
      assert.deepEqual(Object.keys(verifications).sort(), [...TRUST_FACTORS].sort())
      assert.deepEqual(Object.keys(decision).sort(), ['level', 'score'])
      assert.equal(decision.level, 'HIGH')
      assert.ok(Number.isInteger(decision.score) && decision.score >= 0 && decision.score <= 100)
      for (const name of [
        'dateOfExpiration',
        'documentLiveness',
        'faceVerification',
        'passiveLiveness',
        'mrzValidity',
      ]) {
        assert.deepEqual(Object.keys(verifications[name]).sort(), ['level', 'score'], name)
        assert.equal(verifications[name].level, 'HIGH', name)
      }
    })

    it('list the fields of the MRZ cross check', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const { mrzOcrCrossCheck } = (await integrator.get(`${sessionId}/decision/results`)).json().verifications
      assert.ok(mrzOcrCrossCheck.fields.length > 0)
      for (const field of mrzOcrCrossCheck.fields)
        assert.deepEqual(Object.keys(field).sort(), [
          'distance',
          'inputFieldName',
          'mrzTextValue',
          'ocrTextValue',
          'score',
        ])
    })

    it('keep a factor that does not apply, UNAVAILABLE, without a score and with no fields', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const { barcodeOcrCrossCheck } = (await integrator.get(`${sessionId}/decision/results`)).json().verifications
      assert.deepEqual(barcodeOcrCrossCheck, { fields: [], level: 'UNAVAILABLE' })
    })

    it('list the fields of the barcode cross check', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      for (const page of [front(), back()]) {
        test.engine.page = async () => accept(page)
        await person.document()
      }
      test.engine.page = async () => accept(passport())
      await person.face()
      await person.complete()
      const { barcodeOcrCrossCheck, mrzOcrCrossCheck, mrzValidity } = (
        await integrator.get(`${sessionId}/decision/results`)
      ).json().verifications
      assert.ok(barcodeOcrCrossCheck.fields.length > 0)
      for (const field of barcodeOcrCrossCheck.fields)
        assert.deepEqual(Object.keys(field).sort(), [
          'barcodeTextValue',
          'distance',
          'inputFieldName',
          'ocrTextValue',
          'score',
        ])
      assert.deepEqual(mrzOcrCrossCheck, { fields: [], level: 'UNAVAILABLE' })
      assert.deepEqual(mrzValidity, { level: 'UNAVAILABLE' })
    })

    it('have applicantIntegrity when the caller gave an applicantForm', async () => {
      const form = { firstName: 'Anna Maria', lastName: 'Eriksson', dateOfBirth: '1974-08-12' }
      const { integrator, sessionId } = await finishedSession(test, { applicantForm: form })
      const { applicantIntegrity } = (await integrator.get(`${sessionId}/decision/results`)).json().verifications
      assert.equal(applicantIntegrity.level, 'HIGH')
    })
  })
