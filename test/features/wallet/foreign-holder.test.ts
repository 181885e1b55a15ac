import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openWalletTrustFiles } from '../../../src/features/wallet/verify/wallet-trust.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'
import { type BrowserRequest, makeForeignWallet } from '../../support/wallet/foreign-wallet.ts'
import { makeIssuer } from '../../support/wallet/issuer.ts'
import { MDL } from '../../support/wallet/person.ts'
import { makeOperator } from '../../support/wallet/software-wallet.ts'

const NOW = new Date()
const ORIGIN = 'https://limen.example'
const issuer = makeIssuer('AD')
const FORMATS = ['dc+sd-jwt', 'mso_mdoc'] as const

describe('a wallet made of other people’s libraries', () => {
  let test: TestApp
  let base: string
  let held: Awaited<ReturnType<typeof makeForeignWallet>>
  before(async () => {
    test = await startTestApp({
      mode: 'live',
      settings: { baseUrl: ORIGIN },
      wallets: { ...makeOperator(), fetchStatusList: () => Promise.reject(new Error('nothing to fetch')) },
    })
    // The libraries go by the machine's clock.
    test.clock.now = NOW
    await test.addTenant('instead', { wallet: 'instead', challenge: 'off' })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    const files = [{ name: 'iaca.cer', bytes: issuer.authority.certificate }]
    await importTrust(test.ports, openWalletTrustFiles([], NOW.getTime()), files, 'system', 'wallet')
    base = await test.app.listen({ port: 0, host: '127.0.0.1' })
    held = await makeForeignWallet(issuer, { country: 'AD', portrait: Uint8Array.from(JPEG), now: NOW }, reach)
  })
  after(() => test.close())

  /** The service under its public address. */
  const reach: typeof fetch = (address, options) => fetch(String(address).replace(ORIGIN, base), options)

  type Session = Awaited<ReturnType<typeof startSession>>
  const call = async ({ token }: { token: string }, path: string, body?: object) => {
    const response = await fetch(`${base}/api/v1/enrolment/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  const open = async () => {
    const session = await startSession(test, {}, 'instead')
    return { ...session, token: session.accessToken }
  }
  const finish = async ({ person, integrator, sessionId }: Session) => {
    await person.face()
    await person.complete()
    return (await integrator.get(`${sessionId}/status`)).json().status
  }

  for (const format of FORMATS) {
    it(`presents a PID through the browser: ${format}`, async () => {
      const session = await open()
      const { requests } = await call(session, 'credential/request', { transport: 'browser' })
      const response = await held.inBrowser(format, requests[0], ORIGIN)
      const sent = await call(session, 'credential', { response })
      assert.deepEqual(sent, { hasError: false, country: 'AND', type: 'IDENTITY_CARD' })
      assert.equal(await finish(session), 'AUTO_APPROVED')
    })

    it(`presents a PID from another device: ${format}`, async () => {
      const session = await open()
      const { link } = await call(session, 'credential/request', { transport: 'link' })
      const answered = await held.byLink(format, link)
      assert.deepEqual([answered.status, await answered.json()], [200, {}])
      assert.equal((await call(session, 'session')).wallet.state, 'RECEIVED')
      assert.equal(await finish(session), 'AUTO_APPROVED')
    })

    it(`on the same device leads back with a code, and counts in the session that asked alone: ${format}`, async () => {
      const [session, other] = [await open(), await open()]
      const { link } = await call(session, 'credential/request', { transport: 'redirect' })
      await call(other, 'credential/request', { transport: 'redirect' })
      const answered = await held.byLink(format, link)
      const { redirect_uri: back } = (await answered.json()) as { redirect_uri: string }
      assert.equal(answered.status, 200)
      const [, responseCode = ''] =
        /^https:\/\/limen\.example\/web-enrolment\/#response_code=([\w-]{22})$/.exec(back) ?? []
      assert.equal((await call(session, 'session')).wallet.state, 'WAITING', 'nobody has come back')

      const refused = { hasError: true, error: 'CREDENTIAL_NOT_BOUND' }
      assert.deepEqual(await call(other, 'credential', { responseCode }), refused, 'another session')
      assert.deepEqual(await call(session, 'credential', { responseCode: 'A'.repeat(22) }), refused, 'another code')
      const again = await held.byLink(format, link).catch((error: Error) => error)
      assert.ok(again instanceof Error, 'a second wallet finds no request')

      assert.equal((await call(session, 'credential', { responseCode })).hasError, false)
      assert.equal((await call(session, 'credential', { responseCode })).error, 'WALLET_REQUEST_OVER')
      assert.equal(await finish(session), 'AUTO_APPROVED')
    })
  }

  it('presents a driving licence through the browser and from another device', async () => {
    const held = { country: 'AD', portrait: Uint8Array.from(JPEG), now: NOW, mdocOf: MDL }
    const wallet = await makeForeignWallet(issuer, held, reach)
    const here = await open()
    const { requests } = await call(here, 'credential/request', { transport: 'browser' })
    const response = await wallet.inBrowser('mso_mdoc', requests[0], ORIGIN)
    const sent = await call(here, 'credential', { response })
    assert.deepEqual(sent, { hasError: false, country: 'AND', type: 'DRIVER_LICENSE' })
    const there = await open()
    const { link } = await call(there, 'credential/request', { transport: 'link' })
    assert.equal((await wallet.byLink('mso_mdoc', link)).status, 200)
    for (const session of [here, there]) assert.equal(await finish(session), 'AUTO_APPROVED')
  })

  it('presents a PID by ISO/IEC 18013-7 annex C, after it has verified the reader’s signature', async () => {
    const session = await open()
    const { requests } = await call(session, 'credential/request', { transport: 'browser' })
    const iso = requests.filter(({ protocol }: BrowserRequest) => protocol === 'org-iso-mdoc')
    assert.equal(iso.length, 3, 'one for each type, of which a wallet answers one')
    const response = await held.byIso(iso[0], ORIGIN)
    const sent = await call(session, 'credential', { protocol: 'org-iso-mdoc', response })
    assert.deepEqual(sent, { hasError: false, country: 'AND', type: 'IDENTITY_CARD' })
    assert.equal(await finish(session), 'AUTO_APPROVED')
  })

  it('is refused by annex C for another origin, another session or another key', async () => {
    const answerFor = async (ask: { token: string }, from: { token: string }, origin: string) => {
      const { requests } = await call(from, 'credential/request', { transport: 'browser' })
      if (ask !== from) await call(ask, 'credential/request', { transport: 'browser' })
      const iso = requests.find(({ protocol }: BrowserRequest) => protocol === 'org-iso-mdoc')
      const response = await held.byIso(iso, origin)
      return (await call(ask, 'credential', { protocol: 'org-iso-mdoc', response })).error
    }
    const [one, two] = [await open(), await open()]
    assert.equal(await answerFor(one, two, ORIGIN), 'CREDENTIAL_UNREADABLE')
    await assert.rejects(answerFor(two, two, 'https://evil.example'), /readerAuth|reader/i)
    for (const response of ['gmVkY2FwaaA', 'A'.repeat(40), 'gmVkY2FwaaJjZW5jQQRqY2lwaGVyVGV4dEEA']) {
      await call(one, 'credential/request', { transport: 'browser' })
      const sent = await call(one, 'credential', { protocol: 'org-iso-mdoc', response: response.padEnd(16, 'A') })
      assert.equal(sent.error, 'CREDENTIAL_UNREADABLE')
    }
  })

  it('of a stranger’s link takes its answer to the wrong browser: nothing reaches the session that drew it', async () => {
    const attacker = await open()
    const { link } = await call(attacker, 'credential/request', { transport: 'redirect' })
    assert.equal((await held.byLink('dc+sd-jwt', link)).status, 200)
    const sent = await call(attacker, 'credential', { response: 'x'.repeat(40) })
    assert.equal(sent.error, 'CREDENTIAL_NOT_BOUND')
    assert.equal((await test.ports.sessions.load('instead', attacker.sessionId))?.credential, undefined)
  })
})
