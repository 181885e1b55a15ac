import type { AddressInfo } from 'node:net'
import { openWalletTrustFiles } from '../../../src/features/wallet/verify/wallet-trust.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, startTestApp } from '../../support/app.ts'
import { makeIssuer } from '../../support/wallet/issuer.ts'
import { makeOperator, makeWallet, readRequest } from '../../support/wallet/software-wallet.ts'
import { makeTakingWallet } from '../../support/wallet/taking-wallet.ts'
import { openTape, type Recording, SESSION } from './record.ts'

/** A session that a wallet in software answers with a credential of our own test issuer, in place of a document. */
export async function recordWallet(): Promise<Recording> {
  const fetchStatusList = () => Promise.reject(new Error('the credential names no list'))
  const test = await startTestApp({ mode: 'live', wallets: { ...makeOperator(), fetchStatusList } })
  try {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const tape = openTape(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`)
    await test.addTenant('plain', {
      wallet: 'instead',
      challenge: 'off',
      issuance: { claims: ['family_name', 'given_name', 'birthdate'], days: 365, onPage: true },
    })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    const issuer = makeIssuer('AD')
    const now = test.clock.now.getTime()
    const files = [{ name: 'pid-providers.jwt', bytes: issuer.authority.certificate }]
    await importTrust(test.ports, openWalletTrustFiles([], now), files, 'system', 'wallet')

    const api = await test.login('plain')
    const { accessToken } = await tape.call('', {
      method: 'POST',
      path: '/api/v1/enrolment/initialize',
      authorization: api,
      json: { sessionId: SESSION },
    })
    const send = (id: string, path: string, sent: object = {}) =>
      tape.call(id, {
        method: 'POST',
        path: `/api/v1/enrolment/${path}`,
        authorization: `Bearer ${accessToken}`,
        ...sent,
      })
    const { request } = await send('', 'credential/request', { json: { transport: 'browser' } })
    const at = Math.floor(now / 1000)
    const terms = { issuedAt: at - 60, notBefore: at - 60, expires: at + 86_400 }
    const answer = makeWallet(issuer, {
      id: 'pid_sd_jwt',
      portrait: JPEG,
      terms,
      at,
      claims: { issuing_country: 'AD' },
    })
    const response = await answer(readRequest(request), test.settings.baseUrl)
    await send('submitCredential', 'credential', { json: { response } })
    await send('drawWalletRequest', 'credential/request', { json: { transport: 'link' } })
    await send('', 'face', { bytes: JPEG, picture: 'x.jpg' })
    await send('', 'complete')
    await tape.call('readCredentialResult', {
      method: 'GET',
      path: `/api/v1/data/${SESSION}/credential/result`,
      authorization: api,
    })
    const data = (id: string, method: 'GET' | 'POST', path: string) =>
      tape.call(id, { method, path: `/api/v1/data/${SESSION}/credential/${path}`, authorization: api })
    await send('offerCredentialOnPage', 'credential/offer')
    const { link } = await data('offerCredential', 'POST', 'offer')
    await makeTakingWallet(test.app, () => at).take(link)
    await data('listIssuedCredentials', 'GET', 'issued')
    await data('revokeCredential', 'POST', 'revoke')
    const { '': _unnamed, ...recording } = tape.recording
    return recording
  } finally {
    await test.close()
  }
}
