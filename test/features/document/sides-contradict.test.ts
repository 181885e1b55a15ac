import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sidesContradict } from '../../../src/features/document/sides-contradict.ts'
import { accept } from '../../../src/formats/result.ts'
import type { PageReading } from '../../../src/vision/document/page-reading.ts'
import { startSession } from '../../api/client.ts'
import { barcode, field, licencePages, mrz } from '../../kernel/decision/genuine.ts'
import { back, front, JPEG, startTestApp, type TestApp } from '../../support/app.ts'

const [licenceFront, licenceBack] = licencePages() as [PageReading, PageReading]
const plain = { ...licenceBack, barcode: undefined } as unknown as PageReading
const backWith = (fields: Partial<ReturnType<typeof barcode>['fields']>, dateOfBirth = '1984-02-29'): PageReading => ({
  ...licenceBack,
  barcode: { ...barcode(), fields: { ...barcode().fields, ...fields }, dateOfBirth },
})
const somebodyElse = backWith(
  { document_number: 'X7654321', primary_identifier: 'OTHERS', secondary_identifier: 'BERTA' },
  '1991-11-03',
)

describe('the back of another card', () => {
  it('is one that differs in more than one value, in its barcode, its MRZ or its print', () => {
    assert.equal(sidesContradict(licenceFront, somebodyElse), true)
    assert.equal(sidesContradict(licenceFront, { ...plain, mrz: mrz() }), true)
    const printed = [field('document_number', 'X7654321'), field('date_of_birth', '03/11/1991', { date: '1991-11-03' })]
    assert.equal(sidesContradict(licenceFront, { ...plain, visual: printed }), true)
  })

  it('is one whose only common value is another: a number, a name or a date', () => {
    for (const only of [
      field('document_number', 'X7654321'),
      field('surname', 'OTHERS'),
      field('date_of_birth', '03/11/1991', { date: '1991-11-03' }),
    ])
      assert.equal(sidesContradict(licenceFront, { ...plain, visual: [only] }), true, only.name)
  })

  it('is not one that agrees, that states nothing, that was misread by a character or read without certainty', () => {
    assert.equal(sidesContradict(licenceFront, licenceBack), false)
    assert.equal(sidesContradict(licenceFront, plain), false)
    assert.equal(sidesContradict(licenceFront, backWith({ document_number: 'D1234561' })), false)
    const unsure = [field('document_number', 'X7654321', { confidence: 70 })]
    assert.equal(sidesContradict(licenceFront, { ...plain, visual: unsure }), false)
  })

  it('is not a card of which only the number was changed: that is for a reviewer', () => {
    assert.equal(sidesContradict(licenceFront, backWith({ document_number: 'X7654321' })), false)
  })
})

describe('a person who turns over another card', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp()
  })
  after(() => test.close())

  const pages = () => {
    const sent = [front(), { ...back(), reading: somebodyElse }, back()]
    test.engine.page = async () => accept(sent.shift() ?? back())
  }

  it('hears at once on the hosted page that the back belongs to another document, and goes on with the right one', async () => {
    pages()
    const { accessToken } = await startSession(test)
    const send = async () =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/api/v1/enrolment/document',
          headers: {
            authorization: `Bearer ${accessToken}`,
            'content-type': 'image/jpeg',
            'x-limen-capture': 'camera',
          },
          payload: JPEG,
        })
      ).json()
    assert.equal((await send()).hasError, false)
    const wrong = await send()
    assert.deepEqual([wrong.error, wrong.hints], ['WRONG_SIDE', ['OTHER_DOCUMENT']])
    assert.equal((await send()).hasError, false)
  })

  it('sent by an integrator, is taken and judged', async () => {
    pages()
    const { person } = await startSession(test)
    for (const _ of ['front', 'back']) assert.equal((await person.document()).json().hasError, false)
  })
})
