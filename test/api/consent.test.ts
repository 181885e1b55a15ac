import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import type { CaseView } from '../../src/kernel/review/contract/console-case.ts'
import type { ConsentTextResponse } from '../../src/kernel/session/contract/consent.ts'
import type { EnrolmentState } from '../../src/kernel/session/contract/enrolment-state.ts'
import { LOCALES } from '../../src/kernel/session/session-words.ts'
import { signIn, startConsole } from '../apps/console/console.ts'
import { JPEG, type TestApp } from '../support/app.ts'
import { filesHolding } from '../support/search.ts'
import { clientOf, startSession } from './client.ts'

describe('consent before a face is looked at', () => {
  let test: TestApp
  before(async () => {
    test = await startConsole()
  })
  after(() => test.close())

  const ask =
    (token: string) =>
    (method: 'GET' | 'POST', path: string, payload?: object, headers: object = {}) =>
      test.app.inject({
        method,
        url: `/api/v1/enrolment/${path}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(payload && { payload }),
      })
  const opened = async (body: object = {}, tenant = 'acme') => {
    const session = await startSession(test, body, tenant)
    const call = ask(session.accessToken)
    return { ...session, call, state: async () => (await call('GET', 'session')).json<EnrolmentState>() }
  }
  const picture = (call: ReturnType<typeof ask>, path: string, headers: object = {}) =>
    call('POST', path, JPEG, { 'content-type': 'image/jpeg', ...headers })

  it('has a text in every language that says who asks, what if not, and until when', async () => {
    const { call } = await opened()
    const texts = await Promise.all(
      LOCALES.map(async (lang) => (await call('GET', `consent?lang=${lang}`)).json<ConsentTextResponse>()),
    )
    assert.equal(new Set(texts.map(({ sha256 }) => sha256)).size, LOCALES.length)
    for (const { text, otherwise, version, lang } of texts) {
      assert.match(text, /acme/, lang)
      assert.match(text, /90|٩٠/, lang)
      assert.match(otherwise, /acme/, lang)
      assert.equal(version, '4')
    }
  })

  it('names no host where the tenant has no name, and begins with a capital letter', async () => {
    const { settings } = (await test.storage.tenants.load('acme')) ?? assert.fail()
    await test.storage.tenants.create({ id: 'nameless', name: 'Default', settings })
    const text = async (body: object) => {
      const { call } = await opened(body, 'nameless')
      return (await call('GET', 'consent?lang=de-DE')).json<ConsentTextResponse>().text
    }
    assert.match(await text({ returnUrl: 'https://shop.example/back?a=b' }), /^Das Team dieses Dienstes vergleicht/)
  })

  it('is kept with the session, shown in the console, part of the bundle, and erased with it', async () => {
    const { call, state, sessionId, integrator } = await opened()
    assert.equal((await state()).asksConsent, true)
    const shown = (await call('GET', 'consent?lang=de-DE')).json<ConsentTextResponse>()
    const given = await call('POST', 'consent', { lang: 'de-DE', sha256: shown.sha256 })
    assert.deepEqual(given.json(), { hasError: false })
    const { asksConsent, mayWithdraw } = await state()
    assert.deepEqual({ asksConsent, mayWithdraw }, { asksConsent: false, mayWithdraw: true })
    await picture(call, 'document')
    await picture(call, 'face', { 'x-limen-capture': 'camera' })
    await call('POST', 'complete')

    const chief = await signIn(test, 'chief')
    const { consent } = (await chief.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(consent?.by, 'page')
    assert.equal(consent?.lang, 'de-DE')
    assert.equal(consent?.givenUtc, test.clock.now.toISOString())
    assert.equal(consent?.text, `${shown.text}\n${shown.otherwise}`)

    await chief.call('POST', `cases/${sessionId}/verdict`, { verdict: 'approve', reason: 'Fine.' })
    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    assert.deepEqual(verifyEvidence(bundle).problems, [])
    const kept = JSON.parse(strFromU8(unzipSync(bundle)['consent.json'] ?? new Uint8Array()))
    assert.equal(kept.sha256, shown.sha256)
    assert.deepEqual(await filesHolding([test.dataDir], [shown.text.slice(0, 40)]), [], 'it is sealed at rest')
    await integrator.remove(sessionId)
    assert.equal((await integrator.get(`${sessionId}/evidence`)).statusCode, 404)
  })

  it('is refused for a text that is another by now', async () => {
    const { call, state } = await opened({}, 'acme')
    const shown = (await call('GET', 'consent?lang=en-US')).json<ConsentTextResponse>()
    const tenant = await test.ports.tenants.load('acme')
    assert.ok(tenant)
    const own = { 'en-US': { consentText: 'Shall {name} look for {days} days?' } }
    await test.ports.tenants.save({ ...tenant, settings: { ...tenant.settings, texts: own } })
    const late = await call('POST', 'consent', { lang: 'en-US', sha256: shown.sha256 })
    assert.deepEqual(late.json(), { hasError: true, error: 'CONSENT_TEXT_CHANGED' })
    assert.equal((await state()).asksConsent, true)
    const now = (await call('GET', 'consent?lang=en-US')).json<ConsentTextResponse>()
    assert.equal(now.text, 'Shall acme look for 90 days?')
    assert.match(now.version, /^own-[0-9a-f]{12}$/)
    assert.deepEqual((await call('POST', 'consent', { lang: 'en-US', sha256: now.sha256 })).json(), { hasError: false })
    await test.ports.tenants.save(tenant)
  })

  it('withdrawn on the page, everything is erased', async () => {
    const { call, sessionId, integrator } = await opened()
    await picture(call, 'document')
    assert.deepEqual((await call('POST', 'withdraw')).json(), { hasError: false })
    assert.equal((await call('GET', 'session')).statusCode, 401)
    assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 404)
    const trail = await test.ports.audit.list({ sessionId }, 10)
    assert.ok(trail.some(({ actor, action }) => actor === 'token' && action === 'session.delete'))
  })

  it('cannot be withdrawn there once the session is completed', async () => {
    const { call, sessionId, integrator } = await opened()
    await picture(call, 'document')
    await picture(call, 'face')
    await call('POST', 'complete')
    assert.deepEqual((await call('POST', 'withdraw')).json(), { hasError: true, error: 'SESSION_ALREADY_COMPLETED' })
    assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 200)
  })

  it('given on the integrator’s own pages, is not asked for again', async () => {
    const { state, sessionId } = await opened({ consent: { givenAt: '2026-06-15T09:00:00Z', textVersion: '2026-03' } })
    const { asksConsent, mayWithdraw } = await state()
    assert.deepEqual({ asksConsent, mayWithdraw }, { asksConsent: false, mayWithdraw: false })
    const chief = await signIn(test, 'chief')
    const { consent } = (await chief.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.deepEqual(consent, { by: 'integrator', givenUtc: '2026-06-15T09:00:00Z', textVersion: '2026-03' })
  })

  it('is not asked for where the tenant has switched it off, nor without a face', async () => {
    await test.addTenant('silent', { asksConsent: false })
    await test.addTenant('papers', { steps: ['document'] })
    for (const tenant of ['silent', 'papers'])
      assert.equal((await (await opened({}, tenant)).state()).asksConsent, false)
  })

  it('is what the hosted page must have before it sends a face; a caller of the API asks themselves', async () => {
    const { call } = await opened()
    const early = await picture(call, 'face', { 'x-limen-capture': 'camera' })
    assert.equal(early.statusCode, 400)
    assert.match(early.json().message, /consent/)
    assert.deepEqual((await picture(call, 'face')).json(), { hasError: false })
  })

  it('at initialize wants a time and a version', async () => {
    const client = clientOf(test, await test.login())
    for (const consent of [{}, { givenAt: 'yesterday', textVersion: '1' }, { givenAt: '2026-06-15T09:00:00Z' }])
      assert.equal((await client.initialize({ consent })).statusCode, 400)
  })
})
