import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { accept } from '../../../src/formats/result.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import type { ConsentTextResponse } from '../../../src/kernel/session/contract/consent.ts'
import { LOCALES, type Mode } from '../../../src/kernel/session/session-words.ts'
import { clientOf, finishedSession, startSession } from '../../api/client.ts'
import { signIn, startConsole } from '../../apps/console/console.ts'
import { passportPage, template } from '../../kernel/decision/genuine.ts'
import { face, JPEG, passport, type TestApp } from '../../support/app.ts'
import { fingerprintOf, hashOf, waves } from '../../support/fingerprints.ts'

const consent = { givenAt: '2026-06-15T09:00:00Z', textVersion: '2026-03', keepFace: true }

describe('a person who comes back', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole({ mode: 'test' })
    test.engine.page = async () => accept(passport())
    await test.addTenant('bank', { strangers: 100_000, challenge: 'off', confirmAgainst: 'alone' })
    await test.addTenant('asks', { keepsFaces: true })
  })
  after(() => test.close())
  beforeEach(() => shows(1))

  /** The next selfies are this alike to the first one: 0.4 scores 50, 0.52 scores 60. */
  const shows = (cosine: number) => {
    const { reading, ...rest } = face()
    const [a = 0, b = 0] = reading.template.values
    const across = Math.sqrt(1 - cosine * cosine)
    const values = [cosine * a - across * b, cosine * b + across * a]
    test.engine.face = async () => accept({ ...rest, reading: { ...reading, template: template(...values) } })
  }
  const approved = (tenant?: string, mode?: Mode) => finishedSession(test, { consent }, tenant, mode)
  const comeBack = async (personOf: string, tenant?: string, mode?: Mode) => {
    const session = await startSession(test, { flow: 'returning', personOf }, tenant, mode)
    assert.equal((await session.person.face()).json().hasError, false)
    await session.person.complete()
    return session
  }
  const statusOf = async ({ integrator, sessionId }: Awaited<ReturnType<typeof startSession>>) =>
    (await integrator.get(`${sessionId}/status`)).json().status
  const refusalOf = async (body: object, tenant = 'acme', mode?: Mode) => {
    const answer = await clientOf(test, await test.login(tenant, mode)).initialize({ flow: 'returning', ...body })
    return { status: answer.statusCode, code: answer.json().code, detail: answer.json().detail }
  }

  it('is approved on a selfie that matches, in a session of its own with a webhook', async () => {
    const first = await approved()
    assert.equal(await statusOf(first), 'AUTO_APPROVED')
    shows(0.9)
    const back = await comeBack(first.sessionId)
    assert.equal(await statusOf(back), 'AUTO_APPROVED')
    const { verifications } = (await back.integrator.get(`${back.sessionId}/decision/results`)).json()
    assert.equal(verifications.returningPerson.level, 'HIGH')
    assert.equal(verifications.faceVerification.level, 'UNAVAILABLE')
    const { factors } = (await back.integrator.get(`${back.sessionId}/decision/explanation`)).json()
    const { used } = factors.find(({ name }: { name: string }) => name === 'returningPerson')
    assert.equal(used.sessionId, first.sessionId)
    assert.equal(used.falseMatchesOneIn, 10_000)
    const events = await test.ports.outbox.list('acme', undefined, 50)
    assert.ok(events.some(({ sessionId, status }) => sessionId === back.sessionId && status === 'AUTO_APPROVED'))
  })

  it('is rejected on a selfie that does not match', async () => {
    const first = await approved()
    shows(0.39)
    assert.equal(await statusOf(await comeBack(first.sessionId)), 'AUTO_REJECTED')
  })

  it('is held to one false match in 100,000 where the tenant says so', async () => {
    const [usual, strict] = [await approved(), await approved('bank')]
    shows(0.51)
    assert.equal(await statusOf(await comeBack(usual.sessionId)), 'AUTO_APPROVED')
    assert.equal(await statusOf(await comeBack(strict.sessionId, 'bank')), 'AUTO_REJECTED')
    shows(0.53)
    assert.equal(await statusOf(await comeBack(strict.sessionId, 'bank')), 'AUTO_APPROVED')
  })

  it('leaves no template behind in the session of the return, which cannot be returned to', async () => {
    const first = await approved()
    shows(0.9)
    const back = await comeBack(first.sessionId)
    const stored = await test.ports.sessions.load('acme', back.sessionId)
    assert.equal(stored?.face?.template.values.length, 1, 'its length alone')
    assert.equal(stored?.document, undefined)
    assert.equal((await refusalOf({ personOf: back.sessionId })).code, 'PERSON_UNAVAILABLE')
    const bundle = (await back.integrator.get(`${back.sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle).problems, [])
    const evidence = JSON.parse(strFromU8(unzipSync(bundle)['evidence.json'] ?? new Uint8Array()))
    assert.equal(evidence.person.sessionId, first.sessionId)
    assert.ok(evidence.person.likeness.score > 50)
  })

  it('must name a session, and only with this flow', async () => {
    assert.match((await refusalOf({})).detail, /body\/personOf must name/)
    const first = await approved()
    assert.match(
      (await refusalOf({ flow: 'identity', personOf: first.sessionId })).detail,
      /only with the flow returning/,
    )
    assert.equal((await refusalOf({ personOf: 'not-an-id' })).status, 400)
  })

  it('is not recognised by a session of nobody, of another tenant or mode, or without approval or consent', async () => {
    const gone = { status: 409, code: 'PERSON_UNAVAILABLE', detail: 'The session does not exist, or was deleted.' }
    assert.deepEqual(await refusalOf({ personOf: '7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11' }), gone)
    const first = await approved()
    assert.deepEqual(await refusalOf({ personOf: first.sessionId }, 'bank'), gone)
    assert.deepEqual(await refusalOf({ personOf: first.sessionId }, 'acme', 'live'), gone)
    await first.integrator.remove(first.sessionId)
    assert.deepEqual(await refusalOf({ personOf: first.sessionId }), gone)
    const pending = await startSession(test, { consent })
    assert.match((await refusalOf({ personOf: pending.sessionId })).detail, /not approved/)
    const silent = await finishedSession(test, { consent: { ...consent, keepFace: false } })
    assert.equal(await statusOf(silent), 'AUTO_APPROVED')
    assert.match((await refusalOf({ personOf: silent.sessionId })).detail, /did not agree/)
  })

  it('is looked at by a person where the earlier face has gone meanwhile', async () => {
    const first = await approved()
    const back = await startSession(test, { flow: 'returning', personOf: first.sessionId })
    await first.integrator.remove(first.sessionId)
    await back.person.face()
    await back.person.complete()
    assert.equal(await statusOf(back), 'WAITING_FOR_MANUAL_APPROVE')
    const chief = await signIn(test, 'chief')
    const view = (await chief.call('GET', `cases/${back.sessionId}`)).json<CaseView>()
    assert.deepEqual(view.person, { sessionId: first.sessionId })
  })

  it('is looked at by a person where the selfie is the picture of the earlier session', async () => {
    const pattern = waves(5)
    const { reading, ...rest } = face()
    const photograph = fingerprintOf(pattern)
    test.engine.face = async () => accept({ ...rest, hash: hashOf(pattern), reading: { ...reading, photograph } })
    const first = await approved('bank', 'live')
    const chief = await signIn(test, 'chief')
    const verdict = { verdict: 'approve', reason: 'Fine.', against: ['SPECIMEN'] }
    await chief.call('POST', `cases/${first.sessionId}/verdict`, verdict)
    const back = await comeBack(first.sessionId, 'bank', 'live')
    assert.equal(await statusOf(back), 'WAITING_FOR_MANUAL_APPROVE')
    const view = (await chief.call('GET', `cases/${back.sessionId}`)).json<CaseView>()
    assert.match(String(view.explanation?.reasons), /The picture of the selfie was sent in another session/)
  })

  it('passes a challenge when live, whatever the tenant’s setting', async () => {
    const first = await approved('bank', 'live')
    const chief = await signIn(test, 'chief')
    const verdict = { verdict: 'approve', reason: 'Fine.', against: ['SPECIMEN'] }
    await chief.call('POST', `cases/${first.sessionId}/verdict`, verdict)
    assert.equal(await statusOf(first), 'MANUAL_APPROVED')
    const back = await startSession(test, { flow: 'returning', personOf: first.sessionId }, 'bank', 'live')
    const headers = { authorization: `Bearer ${back.accessToken}` }
    const state = (await test.app.inject({ url: '/api/v1/enrolment/session', headers })).json()
    assert.equal(state.challenge, true)
    await back.person.face()
    await back.person.complete()
    assert.equal(await statusOf(back), 'WAITING_FOR_MANUAL_APPROVE')
    const view = (await chief.call('GET', `cases/${back.sessionId}`)).json<CaseView>()
    assert.deepEqual(view.explanation?.reasons, ['The challenge was not taken.'])
    assert.deepEqual(view.person, { sessionId: first.sessionId, selfie: 'face_cropped' })
  })

  it('has agreed on the page to a line of its own, in every language', async () => {
    const { accessToken, sessionId, person, integrator } = await startSession(test, {}, 'asks')
    const headers = { authorization: `Bearer ${accessToken}` }
    const textIn = async (lang: string) =>
      (await test.app.inject({ url: `/api/v1/enrolment/consent?lang=${lang}`, headers })).json<ConsentTextResponse>()
    const keeps = await Promise.all(LOCALES.map(async (lang) => (await textIn(lang)).keep ?? ''))
    assert.equal(new Set(keeps).size, LOCALES.length)
    for (const keep of keeps) assert.match(keep, /asks.*(90|٩٠)|(90|٩٠).*asks/)
    const { sha256, keep = '' } = await textIn('en-US')
    await person.send('consent', { lang: 'en-US', sha256, keepFace: true })
    await person.document()
    await person.face()
    await person.complete()
    const stored = await test.ports.sessions.load('asks', sessionId)
    assert.equal(stored?.consent?.keepFace, true)
    assert.ok(stored?.consent?.text?.endsWith(keep))
    const back = await integrator.initialize({ flow: 'returning', personOf: sessionId })
    assert.equal(back.statusCode, 200)
    const again = { authorization: `Bearer ${back.json().accessToken}` }
    const asked = (await test.app.inject({ url: '/api/v1/enrolment/consent?lang=en-US', headers: again })).json()
    assert.match(asked.text, /measurements of your face/)
    assert.equal(asked.keep, undefined)
  })

  it('has not agreed to what the page did not ask', async () => {
    const { accessToken, person } = await startSession(test)
    const headers = { authorization: `Bearer ${accessToken}` }
    const shown = (await test.app.inject({ url: '/api/v1/enrolment/consent?lang=en-US', headers })).json()
    assert.equal(shown.keep, undefined)
    const given = await person.send('consent', { lang: 'en-US', sha256: shown.sha256, keepFace: true })
    assert.deepEqual(given.json(), { hasError: true, error: 'CONSENT_TEXT_CHANGED' })
  })
})

describe('forgetting a face', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole({ mode: 'test' })
    test.engine.page = async () => accept(passport())
  })
  after(() => test.close())

  const forget = async (id: string, authorization?: string) =>
    test.app.inject({
      method: 'POST',
      url: `/api/v1/data/${id}/forget-face`,
      headers: { authorization: authorization ?? (await test.login()) },
    })

  it('keeps the session, its results and its pictures, and no template', async () => {
    const portrait = template(0.1, 0.9, 0.3, 0.2)
    const reading = { ...face().reading, template: template(0.2, 0.9, 0.2, 0.3) }
    test.engine.page = async () => accept({ ...passport(), reading: passportPage({ portrait }) })
    test.engine.face = async () => accept({ ...face(), reading })
    const { sessionId, integrator } = await finishedSession(test, { consent })
    const decision = (await integrator.get(`${sessionId}/decision/results`)).json()
    assert.equal((await forget(sessionId)).statusCode, 204)
    assert.equal((await forget(sessionId)).statusCode, 204, 'again')
    const after = await test.ports.sessions.load('acme', sessionId)
    assert.equal(after?.face?.template.values.length, 2, 'as many numbers as there are faces')
    assert.equal(after?.document?.pages[0]?.portrait?.values.length, 2)
    assert.deepEqual((await integrator.get(`${sessionId}/decision/results`)).json(), decision)
    assert.equal((await integrator.get(`${sessionId}/images/face_cropped`)).statusCode, 200)
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle).problems, [])
    const refused = await integrator.initialize({ flow: 'returning', personOf: sessionId })
    assert.equal(refused.json().code, 'PERSON_UNAVAILABLE')
    const trail = await test.ports.audit.list({ sessionId }, 20)
    assert.equal(trail.filter(({ action }) => action === 'session.forget-face').length, 1)
    const chief = await signIn(test, 'chief')
    const view = (await chief.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(view.faceForgottenUtc, test.clock.now.toISOString())
  })

  it('is for decided sessions of one’s own, with the right to delete', async () => {
    const pending = await startSession(test)
    await pending.person.face(JPEG)
    const early = await forget(pending.sessionId)
    assert.deepEqual([early.statusCode, early.json().sessionStatus], [409, 'PENDING'])
    assert.equal((await forget('7b0d1b0e-5c0f-4d0e-9a53-0f6d2f1c9a11')).statusCode, 404)
    const done = await finishedSession(test)
    assert.equal((await forget(done.sessionId, await test.login('acme', 'live'))).statusCode, 404)
  })
})
