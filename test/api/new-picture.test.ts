import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../src/formats/result.ts'
import { openInvitations } from '../../src/kernel/accounts/auth/invite.ts'
import { openDelivery } from '../../src/kernel/events/deliver-webhooks.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { completeSession } from '../../src/kernel/session/complete-session.ts'
import type { WebhookBody } from '../../src/kernel/session/contract/events.ts'
import { type Browser, signIn, startConsole } from '../apps/console/console.ts'
import { issuedPage, licencePages } from '../kernel/decision/genuine.ts'
import { back, front, passport, type TestApp } from '../support/app.ts'
import { finishedSession, personOf, startSession } from './client.ts'

describe('a new picture', () => {
  let test: TestApp
  let ada: Browser
  before(async () => {
    test = await startConsole({ settings: { undoSeconds: 10 } })
    ada = await signIn(test, 'ada')
  })
  after(() => test.close())

  const edited = () => accept({ ...passport(), reading: issuedPage({ editor: 'Some Editor 1.0' }) })
  const later = (seconds: number) => {
    test.clock.now = new Date(test.clock.now.getTime() + seconds * 1000)
  }
  /** What an integrator is told now. */
  const webhooksOf = async (sessionId: string): Promise<WebhookBody[]> => {
    const bodies: WebhookBody[] = []
    const invite = openInvitations(test.ports, test.settings)
    const settings = { url: 'https://receiver.example/', secrets: [], owner: 'test', invite }
    const post = async (_url: string, _headers: object, body: string) => {
      bodies.push(JSON.parse(body))
      return 204
    }
    const delivery = openDelivery(test.ports, settings, post, assert.ifError)
    while ((await delivery.round()) > 0);
    return bodies.filter((body) => body.sessionId === sessionId)
  }
  const ask = (sessionId: string, pictureRequest: object) =>
    ada.call('POST', `cases/${sessionId}/new-picture`, pictureRequest)
  const waits = async (sessionId: string, waitsFor: 'reviewer' | 'person') => {
    const scope = { mode: 'live', waitsFor } as const
    const { cases } = await test.ports.reviews.waiting(test.clock.now, { offset: 0, limit: 100 }, scope)
    return cases.some((each) => each.sessionId === sessionId)
  }
  const stateOf = async (token: string) =>
    (await test.app.inject({ url: '/api/v1/enrolment/session', headers: { authorization: `Bearer ${token}` } })).json()

  it('goes from the reviewer to the person and back, decided again under the same policy', async () => {
    const { sessionId, accessToken, integrator } = await finishedSession(test, {
      externalId: 'order 7',
      consent: { givenAt: '2026-06-15T09:00:00Z', textVersion: '1' },
    })
    await webhooksOf(sessionId)
    const first = await test.ports.sessions.load('acme', sessionId)
    const misfit = await ask(sessionId, { of: 'FACE', reason: 'CUT_OFF' })
    assert.deepEqual([misfit.statusCode, misfit.json().code], [400, 'BAD_REQUEST'])
    assert.match(misfit.json().detail, /^body\/reason is about documents/)
    const pictureRequest = { of: 'FRONT', reason: 'GLARE', sentence: 'The photo page, please.' }
    assert.equal((await ask(sessionId, pictureRequest)).statusCode, 200)
    assert.deepEqual(await webhooksOf(sessionId), [], 'it can still be taken back')
    later(13)
    const [body] = await webhooksOf(sessionId)
    assert.deepEqual(
      { ...body, webEnrolmentUrl: undefined },
      {
        type: 'session.picture_requested',
        sessionId,
        status: 'WAITING_FOR_MANUAL_APPROVE',
        tenant: 'acme',
        mode: 'live',
        externalId: 'order 7',
        action: 'NEW_PICTURE',
        newPicture: pictureRequest,
        webEnrolmentUrl: undefined,
      },
    )

    const view = (await ada.call('GET', `cases/${sessionId}`)).json()
    assert.equal(view.passedOnTo, undefined, 'nobody listens')
    const ben = await signIn(test, 'ben')
    const { url } = (await ben.call('POST', `cases/${sessionId}/picture-link`)).json()
    const linked = new URL(url).searchParams.get('token') ?? ''
    assert.deepEqual((await stateOf(linked)).newPicture, pictureRequest, 'a reviewer can pass the link on')

    const token = new URL(body?.webEnrolmentUrl ?? '').searchParams.get('token') ?? ''
    assert.equal((await personOf(test.app, accessToken).document()).statusCode, 401, 'the earlier token has ended')
    const person = personOf(test.app, token)
    const before = await stateOf(token)
    assert.deepEqual(
      [before.completed, before.newPicture, before.received],
      [false, pictureRequest, { document: [], face: true }],
      'exactly that step',
    )
    assert.deepEqual((await person.complete()).json().missing, ['document.FRONT'])
    assert.equal((await person.face()).json().error, 'SESSION_ALREADY_COMPLETED', 'no other picture is taken')

    test.engine.page = async () => accept({ ...passport(), reading: issuedPage() })
    assert.equal((await person.document()).json().hasError, false)
    assert.ok(!('hasError' in (await person.complete()).json()))
    assert.equal((await person.document()).json().error, 'SESSION_ALREADY_COMPLETED')
    assert.equal((await stateOf(token)).completed, true)
    assert.equal((await ada.call('POST', `cases/${sessionId}/picture-link`)).statusCode, 404, 'it was answered')
    assert.deepEqual(await webhooksOf(sessionId), [], 'the status has not changed')

    const session = await test.ports.sessions.load('acme', sessionId)
    assert.equal(session?.status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.notDeepEqual(session?.decision, first?.decision)
    assert.deepEqual(session?.decision?.policy, first?.decision?.policy)
    assert.deepEqual(session?.earlier?.[0]?.decision, first?.decision, 'what was there before stays')
    const [earlier] = Object.values(session?.earlier?.[0]?.images.FRONT ?? {})
    assert.ok(earlier && (await test.ports.images.get(sessionId, earlier)), 'with its pictures')

    assert.equal(
      (await ben.call('POST', 'queue/next', { except: [] })).json().id,
      null,
      'it is for the reviewer who asked',
    )
    assert.equal((await ada.call('POST', 'queue/next', { except: [] })).json().id, sessionId)
    const { version } = (await ada.call('GET', `cases/${sessionId}`)).json()
    await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'Now it is plain.', version })
    later(13)
    assert.equal((await integrator.get(`${sessionId}/status`)).json().status, 'MANUAL_APPROVED')
    const bundle = await integrator.get(`${sessionId}/evidence`)
    assert.deepEqual(verifyEvidence(bundle.rawPayload).problems, [])
    test.engine.page = async () => edited()
  })

  it('is judged by nobody who had the link with which it was sent, and a note makes nothing undoable again', async () => {
    const ben = await signIn(test, 'ben')
    const four = { steps: ['document' as const, 'face' as const], frameOrigins: [], retentionDays: 90 }
    await test.ports.tenants.save({ id: 'acme', name: 'acme', settings: { ...four, fourEyes: 'approvals' } })
    const { sessionId } = await finishedSession(test)
    const approve = { verdict: 'approve', reason: 'Fine.' }
    const settle = async (who: Browser) => {
      const { version } = (await who.call('GET', `cases/${sessionId}`)).json()
      return (await who.call('POST', `cases/${sessionId}/verdict`, { ...approve, version })).json()
    }
    assert.equal((await settle(ada)).status, 'WAITING_FOR_MANUAL_APPROVE')
    assert.equal(
      (await ben.call('POST', `cases/${sessionId}/new-picture`, { of: 'FRONT', reason: 'BLURRED' })).statusCode,
      200,
    )
    const { url } = (await ben.call('POST', `cases/${sessionId}/picture-link`)).json()
    const person = personOf(test.app, new URL(url).searchParams.get('token') ?? '')
    assert.equal((await person.document()).json().hasError, false)
    assert.ok(!('hasError' in (await person.complete()).json()))
    const undo = async () => (await ben.call('POST', `cases/${sessionId}/undo`)).json().code
    assert.equal(await undo(), 'TOO_LATE_TO_UNDO')
    await ben.call('POST', `cases/${sessionId}/note`, { note: 'Hm.' })
    assert.equal(await undo(), 'TOO_LATE_TO_UNDO')
    assert.equal((await settle(ben)).code, 'SECOND_PERSON_NEEDED')
    assert.equal((await ben.call('GET', `cases/${sessionId}`)).json().may.settle, false)
    assert.equal((await ada.call('GET', `cases/${sessionId}/images/primary_face?earlier=1`)).statusCode, 200)
    assert.equal((await settle(ada)).status, 'WAITING_FOR_MANUAL_APPROVE', 'the first opinion was of other pictures')
    assert.equal((await settle(await signIn(test, 'chief'))).status, 'MANUAL_APPROVED')
    await test.ports.tenants.save({ id: 'acme', name: 'acme', settings: four })
  })

  it('is judged by the reviewer who passed its link on, where one reviewer is enough', async () => {
    const { sessionId } = await finishedSession(test)
    assert.equal((await ask(sessionId, { of: 'FRONT', reason: 'BLURRED' })).statusCode, 200)
    const { url } = (await ada.call('POST', `cases/${sessionId}/picture-link`)).json()
    const person = personOf(test.app, new URL(url).searchParams.get('token') ?? '')
    assert.equal((await person.document()).json().hasError, false)
    assert.ok(!('hasError' in (await person.complete()).json()))
    const { version } = (await ada.call('GET', `cases/${sessionId}`)).json()
    const verdict = { verdict: 'approve', reason: 'Fine.', version }
    assert.equal((await ada.call('POST', `cases/${sessionId}/verdict`, verdict)).json().status, 'MANUAL_APPROVED')
    later(13)
  })

  it('is not asked for by whoever has left the case to somebody else', async () => {
    const { sessionId } = await finishedSession(test)
    assert.equal((await ada.call('POST', `cases/${sessionId}/escalate`, { reason: 'The edge.' })).statusCode, 200)
    const asked = await ask(sessionId, { of: 'FACE', reason: 'BLURRED' })
    assert.equal(asked.json().code, 'SECOND_PERSON_NEEDED')
    assert.deepEqual((await ada.call('GET', `cases/${sessionId}`)).json().may.ask, [])
    later(13)
  })

  it('of a front keeps the back that goes with it, and wants another where it does not', async () => {
    for (const { country, wants } of [
      { country: 'USA', wants: [] },
      { country: 'CAN', wants: ['document.BACK'] },
    ]) {
      const pages = [front(), back()]
      test.engine.page = async () => accept(pages.shift() ?? back())
      const { sessionId, person: before } = await startSession(test)
      await before.document()
      await before.document()
      await before.face()
      await before.complete()
      await webhooksOf(sessionId)
      assert.equal((await ask(sessionId, { of: 'FRONT', reason: 'BLURRED' })).statusCode, 200)
      later(13)
      const [body] = await webhooksOf(sessionId)
      const token = new URL(body?.webEnrolmentUrl ?? '').searchParams.get('token') ?? ''
      const person = personOf(test.app, token)
      test.engine.page = async () => accept(back())
      assert.equal((await person.document()).json().error, 'WRONG_SIDE')
      const [reading] = licencePages()
      assert.ok(reading)
      test.engine.page = async () => accept({ ...front(), reading: { ...reading, country } })
      assert.equal((await person.document()).json().hasError, false)
      assert.deepEqual((await person.complete()).json().missing ?? [], wants)
    }
    test.engine.page = async () => edited()
  })

  it('is asked for at most three times, and only of what the session has', async () => {
    const { sessionId } = await finishedSession(test)
    assert.equal((await ask(sessionId, { of: 'BACK', reason: 'BLURRED' })).statusCode, 400, 'a passport has no back')
    assert.equal((await ask(sessionId, { of: 'FRONT', reason: 'UGLY' })).statusCode, 400)
    for (let time = 0; time < 3; time++) {
      assert.equal((await ask(sessionId, { of: 'FACE', reason: 'TOO_DARK' })).statusCode, 200)
      later(13)
    }
    assert.equal((await ask(sessionId, { of: 'FACE', reason: 'TOO_DARK' })).json().code, 'TOO_MANY_NEW_PICTURES')
  })

  it('is given up when the person does not answer, and a verdict ends it too', async () => {
    const { sessionId, integrator } = await finishedSession(test, { externalId: 'resumed' })
    await ask(sessionId, { of: 'FACE', reason: 'COVERED' })
    later(13)
    const again = await integrator.initialize({ sessionId, externalId: 'resumed' })
    assert.equal(again.statusCode, 200, 'an integrator gets a link of their own')
    const person = personOf(test.app, again.json().accessToken)
    assert.deepEqual([await waits(sessionId, 'reviewer'), await waits(sessionId, 'person')], [false, true])
    await ada.call('POST', `cases/${sessionId}/verdict`, { verdict: 'reject', code: 'NOT_THE_HOLDER' })
    assert.equal((await person.face()).json().error, 'SESSION_ALREADY_COMPLETED')

    const other = await finishedSession(test)
    await ask(other.sessionId, { of: 'FACE', reason: 'COVERED' })
    later(14 * 86_400 + 1)
    assert.deepEqual([await waits(other.sessionId, 'reviewer'), await waits(other.sessionId, 'person')], [true, false])
  })

  it('that is completed in the moment its time runs out is left to the reviewers', async () => {
    const { sessionId, integrator } = await finishedSession(test, { externalId: 'late' })
    ada = await signIn(test, 'ada')
    assert.equal((await ask(sessionId, { of: 'FRONT', reason: 'GLARE' })).statusCode, 200)
    const link = await integrator.initialize({ sessionId, externalId: 'late' })
    test.engine.page = async () => accept({ ...passport(), reading: issuedPage() })
    await personOf(test.app, link.json().accessToken).document()
    test.engine.page = async () => edited()
    const asked = test.clock.now.getTime() + 14 * 86_400_000
    let calls = 0
    const clock = () => new Date(asked + (calls++ < 2 ? -1 : 1))
    await completeSession({ ...test.ports, clock }, { tenant: 'acme', sessionId })
    const session = await test.ports.sessions.load('acme', sessionId)
    assert.equal(session?.status, 'WAITING_FOR_MANUAL_APPROVE', 'nobody but a reviewer settles it')
  })

  it('lets neither the person erase the case nor an earlier link come back', async () => {
    const { sessionId, webEnrolmentUrl, accessToken, integrator } = await finishedSession(test, { externalId: 'early' })
    const early = new URL(webEnrolmentUrl).searchParams.get('token') ?? ''
    later(2)
    ada = await signIn(test, 'ada')
    assert.equal((await ask(sessionId, { of: 'FACE', reason: 'COVERED' })).statusCode, 200)
    later(13)
    const deviceId = '0'.repeat(32)
    for (const token of [early, accessToken]) {
      const taken = await personOf(test.app, token).send('device', { deviceId, takeOver: true })
      assert.deepEqual([taken.statusCode, taken.json().error], [401, 'SESSION_UNAUTHORIZED'])
    }
    const link = await integrator.initialize({ sessionId, externalId: 'early' })
    const person = personOf(test.app, new URL(link.json().webEnrolmentUrl).searchParams.get('token') ?? '')
    assert.equal((await person.send('device', { deviceId })).json().active, true)
    assert.equal((await person.send('withdraw', {})).json().error, 'SESSION_ALREADY_COMPLETED')
    assert.ok(await test.ports.sessions.load('acme', sessionId), 'the case is still there')
  })
})
