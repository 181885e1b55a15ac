import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { accept } from '../../../src/formats/result.ts'
import type { CaseView } from '../../../src/kernel/review/contract/console-case.ts'
import { finishedSession, startSession } from '../../api/client.ts'
import { type Browser, signIn, startConsole } from '../../apps/console/console.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, passport, type TestApp } from '../../support/app.ts'
import { makeIssuer } from '../../support/wallet/issuer.ts'
import { makeOperator, makeWallet, readRequest } from '../../support/wallet/software-wallet.ts'
import { makeTakingWallet } from '../../support/wallet/taking-wallet.ts'

describe('a credential in the console', () => {
  let test: TestApp
  let ada: Browser
  before(async () => {
    const fetchStatusList = () => Promise.reject(new Error('the credential names no list'))
    test = await startConsole({ wallets: { ...makeOperator(), fetchStatusList } })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    const acme = await test.ports.tenants.load('acme')
    assert.ok(acme)
    await test.ports.tenants.save({ ...acme, settings: { ...acme.settings, wallet: 'instead', challenge: 'off' } })
    ada = await signIn(test, 'ada')
  })
  after(() => test.close())

  it('is shown with what it says, who issued it and how far it can be trusted, and its portrait', async () => {
    const at = Math.floor(test.clock.now.getTime() / 1000)
    const terms = { issuedAt: at - 60, notBefore: at - 60, expires: at + 86_400 }
    const answer = makeWallet(makeIssuer(), { id: 'mdl', terms, at, portrait: JPEG })
    const { person, sessionId } = await startSession(test)
    const { request } = (await person.send('credential/request', { transport: 'browser' })).json()
    const response = await answer(readRequest(request), test.settings.baseUrl)
    assert.equal((await person.send('credential', { response })).json().hasError, false)
    await person.face()
    await person.complete()

    const { credential, images } = (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>()
    assert.equal(credential?.verdict, 'UNKNOWN_ISSUER')
    assert.equal(credential?.holderBinding, 'HOLDS')
    assert.equal(credential?.status, 'ABSENT')
    assert.equal(credential?.claims.family_name, 'Specimen')
    assert.equal(credential?.issuer?.subject, 'C=UT, O=Utopia, CN=Utopia issuer')
    assert.ok(images.includes('credential_face'))
    assert.equal((await ada.call('GET', `cases/${sessionId}/images/credential_face`)).statusCode, 200)
    assert.equal((await ada.call('GET', `cases/${sessionId}/images/credential_files`)).statusCode, 404)
  })

  it('that the tenant issued is shown, and a reviewer revokes it on record', async () => {
    await test.addTenant('club', { challenge: 'off', issuance: { claims: ['family_name'], days: 30 } })
    test.engine.page = async () => accept(passport())
    const { sessionId, integrator } = await finishedSession(test, {}, 'club', 'test')
    const { link } = (await integrator.post(`${sessionId}/credential/offer`)).json()
    await makeTakingWallet(test.app, () => Math.floor(test.clock.now.getTime() / 1000)).take(link)
    const issuedOf = async () => (await ada.call('GET', `cases/${sessionId}`)).json<CaseView>().issued
    assert.deepEqual(
      (await issuedOf())?.map(({ revokedAtUtc }) => revokedAtUtc),
      [undefined],
    )
    assert.equal((await ada.call('POST', `cases/${sessionId}/credential/revoke`)).statusCode, 204)
    assert.ok((await issuedOf())?.[0]?.revokedAtUtc)
    assert.equal((await ada.call('POST', `cases/${sessionId}/credential/revoke`)).statusCode, 404)
    const trail = await test.ports.audit.list({ tenant: 'club', sessionId }, 20)
    assert.equal(trail.find(({ action }) => action === 'issued.revoke')?.actor, 'reviewer:ada')
  })
})
