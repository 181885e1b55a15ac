import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import { back, front, passport, type StartApp, type TestApp } from '../../support/app.ts'
import { finishedSession, startSession } from '../client.ts'

export const documentResultSection = (start: StartApp) =>
  describe('document result (specification 2.7)', () => {
    let test: TestApp
    before(async () => {
      test = await start()
    })
    after(() => test.close())

    it('holds what was read of a passport, in the names of the specification', async () => {
      const { integrator, sessionId } = await finishedSession(test)
      const response = await integrator.get(`${sessionId}/document/result`)
      assert.equal(response.statusCode, 200)
      const result = response.json()
      assert.equal(result.country, 'UTO')
      assert.equal(result.documentType, 'PASSPORT')
      assert.equal(result.documentName, 'Utopia Passport')
      assert.deepEqual(result.applicant, {
        dateOfBirth: '1974-08-12',
        firstName: 'ANNA MARIA',
        lastName: 'ERIKSSON',
        surnameAndGivenNames: 'ERIKSSON ANNA MARIA',
      })
      assert.deepEqual(result.availableImages, ['primary_face', 'original_normalized_FRONT', 'original_FRONT'])
      assert.deepEqual(
        result.documentVisualResults.find(({ name }: { name: string }) => name === 'date_of_birth'),
        {
          name: 'date_of_birth',
          value: '12 AUG 1974',
          confidence: 96,
          pageSide: 'FRONT',
          normalizedDateValue: '1974-08-12T00:00:00Z',
        },
      )
      assert.deepEqual(
        result.documentMrzResults.find(({ name }: { name: string }) => name === 'primary_identifier'),
        {
          name: 'primary_identifier',
          value: 'ERIKSSON',
        },
      )
      assert.ok(!('documentBarcodeResults' in result), 'a passport has no barcode')
      assert.ok(!('documentReleaseYear' in result), 'what is not known is absent')
    })

    it('has barcode fields and no MRZ for a card with a barcode', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      for (const page of [front(), back()]) {
        test.engine.page = async () => accept(page)
        await person.document()
      }
      test.engine.page = async () => accept(passport())
      await person.face()
      await person.complete()
      const result = (await integrator.get(`${sessionId}/document/result`)).json()
      assert.ok(!('documentMrzResults' in result))
      assert.deepEqual(result.documentBarcodeResults.map(({ name }: { name: string }) => name).sort(), [
        'date_of_birth',
        'document_number',
        'primary_identifier',
        'secondary_identifier',
        'sex',
      ])
      assert.deepEqual(result.availableImages, [
        'primary_face',
        'original_normalized_FRONT',
        'original_FRONT',
        'original_normalized_BACK',
        'original_BACK',
      ])
    })

    it('shows the barcode that speaks of the holder where the front has one that does not', async () => {
      const { integrator, sessionId, person } = await startSession(test)
      const taughtDocuments = { symbology: 'Code128' as const, fields: {} }
      const read = front()
      for (const page of [{ ...read, reading: { ...read.reading, barcode: taughtDocuments } }, back()]) {
        test.engine.page = async () => accept(page)
        await person.document()
      }
      test.engine.page = async () => accept(passport())
      await person.face()
      await person.complete()
      const result = (await integrator.get(`${sessionId}/document/result`)).json()
      assert.equal(result.documentBarcodeResults.length, 5)
      const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
      assert.ok(verifications.barcodeOcrCrossCheck.fields.length > 0)
    })

    it('is 404 for a flow without a document', async () => {
      await test.addTenant('face-only', { steps: ['face'] })
      const { integrator, sessionId, person } = await startSession(test, {}, 'face-only')
      await person.face()
      await person.complete()
      const { status } = (await integrator.get(`${sessionId}/status`)).json()
      const response = await integrator.get(`${sessionId}/document/result`)
      assert.equal(response.statusCode, status === 'WAITING_FOR_MANUAL_APPROVE' ? 409 : 404)
    })
  })
