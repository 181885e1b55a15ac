import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { accept } from '../../src/formats/result.ts'
import { hashPassword } from '../../src/kernel/accounts/passwords.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import type { CaseView } from '../../src/kernel/review/contract/console-case.ts'
import { signIn } from '../apps/console/console.ts'
import { field, issuedPage, passportPage } from '../kernel/decision/genuine.ts'
import { basic, passport, startTestApp, type TestApp } from '../support/app.ts'
import { finishedSession } from './client.ts'

const PASSWORD = 'a password that is long enough'
const changedNumber = {
  visual: [...passportPage().visual.filter(({ name }) => name !== 'document_number'), field('document_number', 'X1')],
}

describe('an approval against a finding', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({ mode: 'live' })
    const passwordHash = await hashPassword(PASSWORD)
    for (const username of ['ada', 'ben'])
      await test.ports.reviewers.create({ username, passwordHash, role: 'reviewer' })
    await test.addTenant('one', { confirmAgainst: 'alone' })
  })
  beforeEach(() => {
    test.engine.page = async () => accept({ ...passport(), reading: passportPage() })
  })
  after(() => test.close())

  const call = (who: string, method: 'GET' | 'POST', path: string, payload?: object) =>
    test.app.inject({
      method,
      url: `/api/v1/review/${path}`,
      headers: { authorization: basic(who, PASSWORD) },
      ...(payload && { payload }),
    })
  const approve = (who: string, id: string, against?: string[]) =>
    call(who, 'POST', id, { verdict: 'approve', reason: 'Shown at our own counter.', ...(against && { against }) })
  const reviewsIn = (bundle: Uint8Array) => JSON.parse(strFromU8(unzipSync(bundle)['reviews.json'] ?? new Uint8Array()))

  it('of a specimen names it and waits for a second reviewer, who names it too', async () => {
    const { sessionId, integrator } = await finishedSession(test)
    const { against, version } = (await call('ada', 'GET', `${sessionId}/explanation`)).json()
    assert.deepEqual(
      against.map(({ code }: { code: string }) => code),
      ['SPECIMEN'],
    )
    for (const named of [undefined, [], ['CONTRADICTION'], ['SPECIMEN', 'CONTRADICTION']]) {
      const refused = await approve('ada', sessionId, named)
      assert.deepEqual([refused.statusCode, refused.json().code], [409, 'FINDINGS_NOT_NAMED'])
      assert.deepEqual(refused.json().against, against)
    }
    assert.equal((await approve('ada', sessionId, ['NONSENSE'])).statusCode, 400)
    assert.ok(version)

    const first = await approve('ada', sessionId, ['SPECIMEN'])
    assert.deepEqual([first.statusCode, first.json().status], [200, 'WAITING_FOR_MANUAL_APPROVE'])
    assert.equal((await approve('ada', sessionId, ['SPECIMEN'])).json().code, 'SECOND_PERSON_NEEDED')
    assert.equal((await approve('ben', sessionId)).json().code, 'FINDINGS_NOT_NAMED')
    assert.equal((await approve('ben', sessionId, ['SPECIMEN'])).json().status, 'MANUAL_APPROVED')

    const trail = await test.ports.audit.list({ sessionId }, 50)
    const details = trail.filter(({ action }) => action === 'review.approve').map(({ detail }) => detail)
    assert.deepEqual(details, [{ against: 'SPECIMEN' }, { against: 'SPECIMEN' }])
    const { reviews } = (await integrator.get(`${sessionId}/decision/explanation`)).json()
    assert.deepEqual(
      reviews.map(({ reviewer, against: named }: { reviewer: string; against: string[] }) => [reviewer, named]),
      [
        ['ada', ['SPECIMEN']],
        ['ben', ['SPECIMEN']],
      ],
    )
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle).problems, [])
    assert.deepEqual(
      reviewsIn(bundle).map(({ against: named }: { against: string[] }) => named),
      [['SPECIMEN'], ['SPECIMEN']],
    )
  })

  it('is given by one reviewer where the tenant says so by name, and the audit log and the bundle say it too', async () => {
    const { sessionId, integrator } = await finishedSession(test, {}, 'one')
    assert.equal((await approve('ada', sessionId)).json().code, 'FINDINGS_NOT_NAMED')
    assert.equal((await approve('ada', sessionId, ['SPECIMEN'])).json().status, 'MANUAL_APPROVED')
    const [entry] = (await test.ports.audit.list({ sessionId }, 50)).filter(({ action }) => action === 'review.approve')
    assert.deepEqual(entry?.detail, { against: 'SPECIMEN', confirmAgainst: 'alone' })
    const [review] = reviewsIn((await integrator.get(`${sessionId}/evidence`)).rawPayload)
    assert.equal(review.confirmAgainst, 'alone')
  })

  it('of contradicting sources is named, and one reviewer is enough', async () => {
    test.engine.page = async () => accept({ ...passport(), reading: issuedPage(changedNumber) })
    const { sessionId } = await finishedSession(test)
    const refused = (await approve('ada', sessionId)).json()
    assert.deepEqual([refused.code, refused.against.length], ['FINDINGS_NOT_NAMED', 1])
    assert.match(refused.against[0].reason, /differ in document number/)
    assert.equal((await approve('ada', sessionId, ['CONTRADICTION'])).json().status, 'MANUAL_APPROVED')
  })

  it('is nothing special without a finding, for a rejection, and in test mode', async () => {
    const rejected = await finishedSession(test)
    const verdict = { verdict: 'reject', code: 'NOT_GENUINE' }
    assert.equal((await call('ada', 'POST', rejected.sessionId, verdict)).json().status, 'MANUAL_REJECTED')

    test.engine.page = async () =>
      accept({ ...passport(), reading: passportPage({ ...changedNumber, editor: 'An Editor' }) })
    const tried = await finishedSession(test, {}, 'acme', 'test')
    assert.equal((await approve('ada', tried.sessionId)).json().status, 'MANUAL_APPROVED')

    test.engine.page = async () => accept({ ...passport(), reading: issuedPage() })
    const honest = await finishedSession(test)
    assert.equal((await call('ada', 'GET', `${honest.sessionId}/explanation`)).json().against, undefined)
    assert.equal((await approve('ada', honest.sessionId)).json().status, 'MANUAL_APPROVED')
  })

  it('tells the console what has to be named, and that a second reviewer confirms', async () => {
    const { sessionId } = await finishedSession(test)
    const ada = await signIn(test, 'ada')
    const view = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.deepEqual(
      [view.may.against.map(({ code }) => code), view.may.wantsConfirmed, view.findings[0]?.code],
      [['SPECIMEN'], true, 'SPECIMEN'],
    )
  })
})
