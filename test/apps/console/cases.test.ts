import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import type { OverviewResponse } from '../../../src/kernel/figures/contract/console-overview.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import type { Queue } from '../../../src/kernel/review/contract/console-queue.ts'
import type { SearchResult } from '../../../src/kernel/review/contract/console-search.ts'
import { finishedSession, startSession } from '../../api/client.ts'
import { mrz, passportPage } from '../../kernel/decision/genuine.ts'
import { back, front, JPEG, passport, type TestApp } from '../../support/app.ts'
import { type Browser, signIn, startConsole, waitingSession } from './console.ts'

describe('cases in the console', () => {
  let test: TestApp
  let ada: Browser
  let ben: Browser
  let chief: Browser
  before(async () => {
    test = await startConsole()
    ada = await signIn(test, 'ada')
    ben = await signIn(test, 'ben')
    chief = await signIn(test, 'chief')
  })
  after(() => test.close())

  const trail = async (sessionId: string) =>
    (await test.ports.audit.list({ sessionId }, 100)).map(({ actor, action }) => `${actor} ${action}`)

  it('gives each reviewer another case, and none when all are in hand', async () => {
    const ids = [await waitingSession(test), await waitingSession(test)].map(({ sessionId }) => sessionId)
    const next = async (browser: Browser) => (await browser.call('POST', 'queue/next', { except: [] })).json().id
    const taken = await Promise.all([next(ada), next(ben)])
    assert.deepEqual(taken.toSorted(), ids.toSorted())
    assert.equal(await next(chief), null)
    const { total, cases } = (await chief.call('GET', 'queue')).json<Queue>()
    assert.equal(total, 2)
    assert.deepEqual(cases.map(({ claimedBy }) => claimedBy).toSorted(), ['ada', 'ben'])

    const [theirs] = taken
    const refused = await ben.call('POST', `cases/${theirs}/verdict`, { verdict: 'approve', reason: 'Fine.' })
    assert.equal(refused.json().code, 'CASE_CLAIMED')
    const settled = await ada.call('POST', `cases/${theirs}/verdict`, { verdict: 'approve', reason: 'Fine.' })
    assert.deepEqual(settled.json(), { status: 'MANUAL_APPROVED' })
    for (const id of ids) await chief.call('POST', `cases/${id}/verdict`, { verdict: 'reject', reason: 'Test.' })
  })

  it('keeps trials out of the queue, the search and the overview unless one asks for them', async () => {
    const { sessionId } = await finishedSession(test, {}, 'acme', 'test')
    const ids = async (mode: string) =>
      (await chief.call('GET', `queue${mode}`)).json<Queue>().cases.map((each) => [each.id, each.mode])
    const waiting = async (mode: string) =>
      (await chief.call('GET', `overview${mode}`)).json<OverviewResponse>().waiting
    const found = async (filter: object) =>
      (await chief.call('POST', 'sessions/search', filter)).json<SearchResult>().sessions.map(({ id }) => id)
    const live = await ids('')
    assert.ok(live.every(([, mode]) => mode === 'live'))
    assert.deepEqual(await ids('?mode=test'), [[sessionId, 'test']])
    assert.deepEqual([await waiting(''), await waiting('?mode=test')], [live.length, 1])
    assert.deepEqual(await found({ mode: 'test' }), [sessionId])
    assert.ok(!(await found({})).includes(sessionId))
    assert.equal((await chief.call('GET', 'queue?mode=all')).statusCode, 400)

    assert.notEqual((await ada.call('POST', 'queue/next', { except: [] })).json().id, sessionId)
    assert.equal((await ada.call('POST', 'queue/next', { except: [], mode: 'test' })).json().id, sessionId)
    assert.equal((await ada.call('GET', `cases/${sessionId}`)).json<CaseView>().mode, 'test')
    const verdict = await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'A trial.' })
    assert.equal(verdict.statusCode, 200)
    const evidence = await chief.call('GET', `cases/${sessionId}/evidence`)
    assert.equal(verifyEvidence(evidence.rawPayload).manifest?.mode, 'test')
    assert.equal((await chief.call('DELETE', `cases/${sessionId}`)).statusCode, 204)
  })

  it('shows the fields of all sources with what differs, the factors with their reasons, and the history', async () => {
    const inMrz = { ...mrz(), fields: { ...mrz().fields, document_number: 'L898962C3' } }
    const printed = passportPage({ mrz: inMrz })
    const visual = printed.visual.map((field) => ({ ...field, by: 'label' as const }))
    test.engine.page = async () => accept({ ...passport(), reading: { ...printed, visual } })
    const { sessionId } = await waitingSession(test, { externalId: 'order 9' })
    const view = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(view.externalId, 'order 9')
    assert.deepEqual(
      view.fields.find(({ name }) => name === 'document_number'),
      {
        name: 'document_number',
        visual: { text: 'L898902C3', confidence: 96, side: 'FRONT', by: 'label' },
        mrz: { text: 'L898962C3' },
        differs: ['mrz'],
      },
    )
    assert.deepEqual(view.fields.find(({ name }) => name === 'date_of_birth')?.mrz, {
      text: '740812',
      date: '1974-08-12',
    })
    assert.equal(view.explanation?.factors.length, view.explanation?.factors.filter(({ reason }) => reason).length)
    assert.ok(view.images.includes('primary_face') && view.images.includes('face_cropped'))
    assert.ok(
      view.history.some(({ action }) => action === 'read.case'),
      'the look that shows it is in it',
    )
    assert.doesNotMatch(JSON.stringify(view), /"template"|"values":/, 'no face template leaves the service')
    test.engine.page = async () => accept({ ...passport(), reading: passportPage({ editor: 'Some Editor 1.0' }) })
  })

  it('shows the barcode of a licence next to its visual zone, and both sides', async () => {
    const pages = [front(), back()]
    test.engine.page = async () => accept(pages.shift() ?? back())
    const { sessionId, person } = await startSession(test)
    await person.document()
    await person.document()
    const view = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(view.status, 'PENDING')
    assert.deepEqual(view.fields.find(({ name }) => name === 'surname')?.barcode, { text: 'SAMPLE' })
    assert.ok(view.images.includes('original_normalized_BACK'))
    test.engine.page = async () => accept({ ...passport(), reading: passportPage({ editor: 'Some Editor 1.0' }) })
  })

  it('shows reviewers where a page looks changed, and integrators not', async () => {
    const { images, ...page } = passport()
    const reading = passportPage({ authenticity: { edits: { score: 9 } } })
    test.engine.page = async () => accept({ ...page, reading, images: { ...images, authenticity_FRONT: JPEG } })
    const { sessionId, integrator } = await waitingSession(test)
    const view = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.ok(view.images.includes('authenticity_FRONT'))
    assert.equal((await ada.call('GET', `cases/${sessionId}/images/authenticity_FRONT`)).statusCode, 200)

    await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'reject', reason: 'The portrait was replaced.' })
    const listed = (await integrator.get(`${sessionId}/images`)).json()
    assert.ok(!JSON.stringify(listed).includes('authenticity'), JSON.stringify(listed))
    assert.equal((await integrator.get(`${sessionId}/images/authenticity_FRONT`)).statusCode, 404)
    test.engine.page = async () => accept({ ...passport(), reading: passportPage({ editor: 'Some Editor 1.0' }) })
  })

  it('serves pictures to the signed-in alone, never to be stored, and records every look', async () => {
    const { sessionId } = await waitingSession(test)
    const picture = await ada.call('GET', `cases/${sessionId}/images/original_normalized_FRONT`)
    assert.equal(picture.statusCode, 200)
    assert.equal(picture.headers['content-type'], 'image/jpeg')
    assert.equal(picture.headers['cache-control'], 'no-store')
    assert.deepEqual(picture.rawPayload, JPEG)
    for (const name of ['nonsense', 'constructor', '__proto__', 'toString'])
      assert.equal((await ada.call('GET', `cases/${sessionId}/images/${name}`)).statusCode, 404, name)
    const bare = await test.app.inject({ url: `/api/v1/console/cases/${sessionId}/images/original_normalized_FRONT` })
    assert.equal(bare.statusCode, 403)
    assert.ok((await trail(sessionId)).includes('reviewer:ada read.image'))
  })

  it('exports evidence that verifies, and keeps the export on record', async () => {
    const { sessionId } = await waitingSession(test)
    assert.equal((await ada.call('GET', `cases/${sessionId}/evidence`)).statusCode, 409)
    await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'reject', reason: 'Edited.' })
    const bundle = await ada.call('GET', `cases/${sessionId}/evidence`)
    assert.equal(bundle.headers['content-type'], 'application/zip')
    assert.deepEqual(verifyEvidence(bundle.rawPayload).problems, [])
    assert.ok((await trail(sessionId)).includes('reviewer:ada read.evidence'))
  })

  it('lets an admin delete, at once for the data API too, and no reviewer', async () => {
    const { sessionId, integrator } = await waitingSession(test)
    assert.equal((await ada.call('DELETE', `cases/${sessionId}`)).statusCode, 403)
    assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 200)
    assert.equal((await chief.call('DELETE', `cases/${sessionId}`)).statusCode, 204)
    assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 404)
    assert.equal((await chief.call('GET', `cases/${sessionId}`)).statusCode, 404)
    assert.equal((await chief.call('DELETE', `cases/${sessionId}`)).statusCode, 404)
    assert.ok((await trail(sessionId)).includes('reviewer:chief session.delete'))
  })

  it('has nothing of the person in the log', () => {
    assert.doesNotMatch(test.log(), /ERIKSSON|L898902C3|order 9|Edited\./)
  })
})
