import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { calculateJwkThumbprint } from 'jose'
import { ageQuery } from '../../../src/features/wallet/domain/dcql.ts'
import { browserTranscript } from '../../../src/features/wallet/verify/iso-mdoc.ts'
import { openWalletTrustFiles } from '../../../src/features/wallet/verify/wallet-trust.ts'
import type { Cbor } from '../../../src/formats/cbor/cbor.ts'
import { accept } from '../../../src/formats/result.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { face, JPEG, startTestApp, type TestApp } from '../../support/app.ts'
import { presentMdoc } from '../../support/wallet/holder.ts'
import { issueMdoc, makeHolderKey, makeIssuer } from '../../support/wallet/issuer.ts'
import { MDL } from '../../support/wallet/person.ts'
import { encryptAnswer, makeOperator, readRequest } from '../../support/wallet/software-wallet.ts'

const NOW = new Date('2026-06-15T10:00:00.000Z')
const seconds = NOW.getTime() / 1000
const TERMS = { issuedAt: seconds - 60, notBefore: seconds - 60, expires: seconds + 86_400 }
const ORIGIN = 'http://localhost:8080'
const ATTESTATION = { type: 'eu.europa.ec.av.1', space: 'eu.europa.ec.av.1' }
const issuer = makeIssuer('AD')
const device = makeHolderKey()

describe('the flow age, answered by a wallet', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({
      // In live mode the flow asks for a challenge as well.
      mode: 'test',
      wallets: { ...makeOperator(), fetchStatusList: () => Promise.reject(new Error('nothing to fetch')) },
    })
    await test.addTenant('shop', { wallet: 'instead', challenge: 'off', walletWithoutPortrait: 'accept' })
    await test.addTenant('careful', { wallet: 'instead', challenge: 'off' })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    // Within the margin: the selfie leaves the question open.
    const { reading, ...rest } = face()
    test.engine.face = async () => accept({ ...rest, reading: { ...reading, age: 25 } })
    const files = [{ name: 'iaca.cer', bytes: issuer.authority.certificate }]
    await importTrust(test.ports, openWalletTrustFiles([], NOW.getTime()), files, 'system', 'wallet')
  })
  after(() => test.close())

  type Kind = { id: string; type: string; space: string }
  interface Shown {
    kind?: Kind
    by?: typeof issuer
    key?: typeof device
    atLeast?: number
    tenant?: string
  }

  /** A session in which a wallet presents these elements. */
  async function show(
    elements: Record<string, Cbor>,
    { kind, by = issuer, key = device, atLeast = 18, tenant = 'shop' }: Shown = {},
  ) {
    const { id, type, space } = kind ?? { id: 'age_attestation', ...ATTESTATION }
    const session = await startSession(test, { flow: 'age', atLeast }, tenant)
    await session.person.face()
    const drawn = (await session.person.send('credential/request', { transport: 'browser' })).json()
    assert.equal(drawn.requests.length, 1, 'without OpenID4VP only an identity is asked for')
    const request = readRequest(drawn.requests[0].data.request)
    const [jwk] = request.client_metadata.jwks.keys
    assert.ok(jwk)
    const thumbprint = Buffer.from(await calculateJwkThumbprint(jwk), 'base64url')
    const transcript = browserTranscript({ origin: ORIGIN, nonce: request.nonce, thumbprint })
    const issued = issueMdoc(by, device, { type, space }, elements, TERMS)
    const presented = Buffer.from(presentMdoc(issued, key, Object.keys(elements), transcript)).toString('base64url')
    const response = await encryptAnswer(request, id, presented)
    const sent = (await session.person.send('credential', { response })).json()
    return { ...session, request, sent }
  }
  const answered = async ({ person, integrator, sessionId }: Awaited<ReturnType<typeof show>>) => {
    await person.complete()
    const status = (await integrator.get(`${sessionId}/status`)).json().status
    const { age } = (await integrator.get(`${sessionId}/decision/results`)).json()
    return [status, age?.answer]
  }

  it('asks for an attestation of this age first, else for the date of birth of an identity, and no name', async () => {
    const { request, sent } = await show({ age_over_18: true })
    const [first, ...others] = request.dcql_query.credentials
    assert.deepEqual(
      first?.claims?.map(({ path }) => path),
      [[ATTESTATION.space, 'age_over_18']],
    )
    for (const { claims = [] } of others)
      assert.ok(claims.every(({ id }) => ['birth_date', 'issuing_country', 'portrait'].includes(id)))
    assert.equal(sent.hasError, false)
    assert.ok(
      ageQuery(21, true).credentials.every(({ id }) => id !== 'age_attestation'),
      'it states no other age',
    )
  })

  it('says yes or no by what the issuer attests, and keeps only the answer', async () => {
    const yes = await show({ age_over_18: true })
    assert.deepEqual(await answered(yes), ['AUTO_APPROVED', 'YES'])
    const kept = await test.ports.sessions.load('shop', yes.sessionId)
    assert.deepEqual([kept?.credential, kept?.images], [undefined, {}])
    assert.deepEqual(await answered(await show({ age_over_18: false })), ['AUTO_REJECTED', 'NO'])
  })

  it('says yes or no by the date of birth of a licence', async () => {
    const kind = { id: 'mdl', ...MDL }
    assert.deepEqual(await answered(await show({ birth_date: '2001-02-03' }, { kind })), ['AUTO_APPROVED', 'YES'])
    assert.deepEqual(await answered(await show({ birth_date: '2011-02-03' }, { kind })), ['AUTO_REJECTED', 'NO'])
    const limit = await show({ birth_date: '2006-02-03' }, { kind, atLeast: 21 })
    assert.deepEqual(await answered(limit), ['AUTO_REJECTED', 'NO'])
  })

  it('refuses what states no such age, is presented by another device, or answers another request', async () => {
    assert.equal((await show({ age_over_16: true })).sent.error, 'CREDENTIAL_NOT_ACCEPTED')
    assert.equal((await show({ age_over_18: true }, { key: makeHolderKey() })).sent.error, 'CREDENTIAL_NOT_BOUND')
    const elsewhere = await show({ age_over_18: true }, { atLeast: 21 })
    assert.equal(elsewhere.sent.error, 'CREDENTIAL_UNREADABLE', 'it was not asked for')
  })

  it('leaves it to a reviewer if the issuer is not trusted, or nothing shows whose face it is', async () => {
    const strange = await show({ age_over_18: true }, { by: makeIssuer('AD') })
    assert.equal((await answered(strange))[0], 'WAITING_FOR_MANUAL_APPROVE')
    const careful = await show({ age_over_18: true }, { tenant: 'careful' })
    assert.equal((await answered(careful))[0], 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('is asked for in no other flow', async () => {
    const session = await startSession(test, {}, 'shop')
    const drawn = (await session.person.send('credential/request', { transport: 'browser' })).json()
    const { dcql_query: query } = readRequest(drawn.requests[0].data.request)
    assert.ok(query.credentials.every(({ id }) => id !== 'age_attestation'))
  })
})
