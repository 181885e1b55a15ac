import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { credentialNumberOf } from '../../../src/features/wallet/domain/credential-reading.ts'
import { checkPresentation } from '../../../src/features/wallet/verify/check-presentation.ts'
import { openWalletTrustFiles } from '../../../src/features/wallet/verify/wallet-trust.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import { searchWords } from '../../../src/kernel/review/search-words.ts'
import { kindShown } from '../../../src/kernel/session/session.ts'
import { importTrust } from '../../../src/kernel/trust/trust.ts'
import { startSession } from '../../api/client.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { JPEG, startTestApp, type TestApp } from '../../support/app.ts'
import { makeIssuer, signStatusList } from '../../support/wallet/issuer.ts'
import { type Deviations, makeOperator, makeWallet, readRequest } from '../../support/wallet/software-wallet.ts'

const issuer = makeIssuer('AD')
const AD = { issuing_country: 'AD' }
const NOW = new Date('2026-06-15T10:00:00.000Z')
const seconds = Math.floor(NOW.getTime() / 1000)
const TERMS = { issuedAt: seconds - 60, notBefore: seconds - 60, expires: seconds + 86_400 }
const LIST = 'https://issuer.example/status/1'
const ORIGIN = 'http://localhost:8080'

describe('a credential of a wallet', () => {
  let test: TestApp
  let list: Uint8Array | undefined
  const fetched: string[] = []
  before(async () => {
    test = await startTestApp({
      mode: 'live',
      wallets: {
        ...makeOperator(),
        fetchStatusList: async (uri) => {
          fetched.push(uri)
          if (!list) throw new Error('no list')
          return list
        },
      },
    })
    for (const wallet of ['off', 'optional', 'instead'] as const)
      await test.addTenant(wallet, { wallet, challenge: 'off' })
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    const files = [{ name: 'iaca.cer', bytes: issuer.authority.certificate }]
    await importTrust(test.ports, openWalletTrustFiles([], NOW.getTime()), files, 'system', 'wallet')
  })
  after(() => test.close())

  const wallet = (more: Partial<Parameters<typeof makeWallet>[1]> = {}, by = issuer) =>
    makeWallet(by, { id: 'pid_sd_jwt', portrait: JPEG, terms: TERMS, at: seconds, claims: AD, ...more })

  type Session = Awaited<ReturnType<typeof startSession>>
  const ask = async ({ person }: Session, transport: 'browser' | 'link') =>
    (await person.send('credential/request', { transport })).json()
  const requestOf = async (session: Session, transport: 'browser' | 'link') => {
    const drawn = await ask(session, transport)
    if (transport === 'browser') return readRequest(drawn.request)
    const uri = new URL(drawn.link).searchParams.get('request_uri') ?? ''
    const found = await test.app.inject({ url: new URL(uri).pathname })
    assert.equal(found.headers['content-type'], 'application/oauth-authz-req+jwt')
    return readRequest(found.body)
  }
  const post = (uri: string | undefined, payload: string) =>
    test.app.inject({
      method: 'POST',
      url: new URL(uri ?? '').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    })
  const show = async (answer: ReturnType<typeof wallet>, tenant = 'instead', wrong: Deviations = {}) => {
    const session = await startSession(test, {}, tenant)
    const request = await requestOf(session, 'browser')
    const response = await answer(request, ORIGIN, wrong)
    const sent = (await session.person.send('credential', { response })).json()
    return { ...session, sent, response }
  }
  const finish = async ({ person, integrator, sessionId }: Session) => {
    await person.face()
    const completed = (await person.complete()).json()
    return { completed, status: (await integrator.get(`${sessionId}/status`)).json().status }
  }

  for (const id of ['pid_sd_jwt', 'mdl'] as const)
    for (const transport of ['browser', 'link'] as const)
      it(`stands for the document: ${id} by ${transport}`, async () => {
        const session = await startSession(test, {}, 'instead')
        const request = await requestOf(session, transport)
        const response = await wallet({ id })(request, ORIGIN)
        if (transport === 'browser') {
          const sent = (await session.person.send('credential', { response })).json()
          const type = id === 'mdl' ? 'DRIVER_LICENSE' : 'IDENTITY_CARD'
          assert.deepEqual(sent, { hasError: false, country: 'AND', type })
        } else {
          assert.equal((await session.person.state()).wallet.state, 'WAITING')
          const answered = await post(request.response_uri, new URLSearchParams({ response }).toString())
          assert.equal(answered.statusCode, 200, answered.body)
          assert.equal((await session.person.state()).wallet.state, 'RECEIVED')
        }
        const { status } = await finish(session)
        assert.equal(status, 'AUTO_APPROVED')
        const { sessionId, integrator } = session
        const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
        assert.deepEqual(verifications.credentialAuthenticity, { score: 100, level: 'HIGH' })
        assert.equal(verifications.faceVerification.level, 'HIGH')
      })

  it('fills the columns of country and type, is found by its names, and counts as a document in the duplicate check', async () => {
    const session = await show(wallet({ id: 'mdl' }))
    await finish(session)
    const { data } = (await session.integrator.get('session/list?PageNumber=1&PageSize=50')).json()
    const listed = data.find(({ id }: { id: string }) => id === session.sessionId)
    assert.equal(listed.documentType, 'DRIVER_LICENSE')
    const stored = await test.ports.sessions.load('instead', session.sessionId)
    assert.ok(stored?.credential)
    assert.deepEqual(kindShown(stored), { country: 'AND', type: 'DRIVER_LICENSE' })
    assert.ok(searchWords(stored).includes('SPECIMEN'))
    assert.deepEqual(credentialNumberOf(stored.credential), {
      country: 'AND',
      type: 'DRIVER_LICENSE',
      number: 'D1234567',
    })
    const unknown = { ...stored.credential, verdict: 'UNKNOWN_ISSUER' as const }
    assert.equal(credentialNumberOf(unknown), undefined, 'nobody vouches for its number')
  })

  it('is in its result, with its portrait as an image, in the evidence and in the person’s copy', async () => {
    const session = await show(wallet())
    await finish(session)
    const { sessionId, integrator } = session
    const result = (await integrator.get(`${sessionId}/credential/result`)).json()
    assert.equal(result.verdict, 'TRUSTED')
    assert.equal(result.holderBinding, 'HOLDS')
    assert.equal(result.status, 'ABSENT')
    assert.equal(result.credentialType, 'urn:eudi:pid:1')
    assert.equal(result.authority.origin, 'iaca.cer')
    assert.deepEqual(result.claims, {
      family_name: 'Specimen',
      given_name: 'Anna Maria',
      birth_date: '1974-08-12',
      nationality: 'UT',
      document_number: 'L898902C3',
      expiry_date: '2034-05-01',
      issuing_country: 'AD',
    })
    assert.deepEqual((await integrator.get(`${sessionId}/images`)).json().credential, ['credential_face'])
    assert.equal((await integrator.get(`${sessionId}/images/credential_face`)).headers['content-type'], 'image/jpeg')
    assert.equal((await integrator.get(`${sessionId}/images/credential_files`)).statusCode, 404)

    const bundle = (await integrator.get(`${sessionId}/evidence`)).rawPayload
    const verify = (bytes: Uint8Array) => verifyEvidence(bytes, undefined, [checkPresentation])
    assert.deepEqual(verify(bundle).problems, [])
    const { presentation } = JSON.parse(strFromU8(unzipSync(bundle)['credential.json'] ?? new Uint8Array(0)))
    assert.match(presentation, /^eyJ/)

    const copy = await exportPerson(test.ports, { tenant: 'instead', actor: 'test' }, sessionId)
    assert.ok(copy.ok)
    const files = unzipSync(copy.value)
    assert.equal(JSON.parse(strFromU8(files['presented-by-wallet.json'] ?? new Uint8Array(0))).verdict, 'TRUSTED')
    assert.ok(files['pictures/credential_face.jpg'])
    assert.ok(files['pictures/credential_files.json'])

    const objects = Object.values((await test.ports.sessions.load('instead', sessionId))?.images.CREDENTIAL ?? {})
    assert.equal(objects.length, 2)
    await test.app.inject({
      method: 'DELETE',
      url: `/api/v1/data/${sessionId}`,
      headers: { authorization: await test.login('instead') },
    })
    for (const object of objects) assert.equal(await test.ports.images.get(sessionId, object), undefined)
  })

  it('is asked for with no more than the flow needs: the portrait only where a face is compared', async () => {
    await test.addTenant('paper', { wallet: 'instead', challenge: 'off', steps: ['document'] })
    const session = await startSession(test, {}, 'paper')
    const claimsOf = ({ dcql_query: { credentials } }: ReturnType<typeof readRequest>) =>
      credentials.map(({ claims }) => (claims ?? []).map(({ id }) => id))
    const base = [
      'family_name',
      'given_name',
      'birth_date',
      'issuing_country',
      'nationality',
      'document_number',
      'expiry_date',
    ]
    const asked = claimsOf(await requestOf(session, 'browser'))
    assert.ok(asked.length > 2)
    for (const claims of asked) assert.deepEqual(claims, base)
    const faces = await startSession(test, {}, 'instead')
    const request = await requestOf(faces, 'browser')
    assert.deepEqual(claimsOf(request)[0], [...base, 'portrait'])
    assert.deepEqual(request.expected_origins, [ORIGIN])
    assert.match(request.client_id, /^x509_hash:[\w-]{43}$/)
  })

  it('is compared with the selfie; without a portrait it is referred, unless the tenant says otherwise', async () => {
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(-1, 0) })
    const stranger = await show(wallet())
    assert.equal((await finish(stranger)).status, 'AUTO_REJECTED')
    test.engine.readStoredPortrait = async () => ({ image: JPEG, template: template(1, 0) })
    const bare = () => makeWallet(issuer, { id: 'pid_sd_jwt', terms: TERMS, at: seconds, claims: AD })
    assert.equal((await finish(await show(bare()))).status, 'WAITING_FOR_MANUAL_APPROVE')
    const settings = { wallet: 'instead', walletWithoutPortrait: 'accept', challenge: 'off' } as const
    await test.addTenant('bare', settings)
    const without = await show(bare(), 'bare')
    assert.equal((await finish(without)).status, 'AUTO_APPROVED')
    const { integrator, sessionId } = without
    const { verifications } = (await integrator.get(`${sessionId}/decision/results`)).json()
    assert.equal(verifications.faceVerification.level, 'UNAVAILABLE')
  })

  it('is held against what the caller announced and against a document that came too', async () => {
    const announced = await startSession(test, { applicantForm: { lastName: 'Mallory' } }, 'instead')
    const response = await wallet()(await requestOf(announced, 'browser'), ORIGIN)
    await announced.person.send('credential', { response })
    assert.equal((await finish(announced)).status, 'AUTO_REJECTED')

    const other = { ...AD, family_name: 'Mallory', given_name: 'Otto', birthdate: '1960-01-01' }
    const both = await show(wallet({ claims: other }), 'optional')
    await both.person.document()
    assert.equal((await finish(both)).status, 'AUTO_REJECTED')
    const { verifications } = (await both.integrator.get(`${both.sessionId}/decision/results`)).json()
    assert.equal(verifications.credentialCrossCheck.level, 'LOW')
  })

  it('is wanted in addition to the document, not in its place, where the tenant says so', async () => {
    const session = await show(wallet(), 'optional')
    const { completed } = await finish(session)
    assert.deepEqual(completed.missing, ['document.FRONT'])
  })

  it('is refused, and nothing of it kept, when it answers another request, audience, origin or device, or nobody signed', async () => {
    for (const wrong of [
      { nonce: 'another' },
      { audience: 'origin:https://evil.example' },
      { origin: 'https://evil.example' },
      { otherDevice: true },
      { unsigned: true },
    ] as const) {
      const { sent, sessionId } = await show(wallet(), 'instead', wrong)
      assert.deepEqual(sent, { hasError: true, error: 'CREDENTIAL_NOT_BOUND' }, JSON.stringify(wrong))
      assert.equal((await test.ports.sessions.load('instead', sessionId))?.credential, undefined)
    }
  })

  it('answers once: the same answer again, or to a request that was replaced or is over, is refused', async () => {
    const { person, response } = await show(wallet())
    assert.equal((await person.send('credential', { response })).json().error, 'WALLET_REQUEST_OVER')

    const replaced = await startSession(test, {}, 'instead')
    const early = await wallet()(await requestOf(replaced, 'browser'), ORIGIN)
    await ask(replaced, 'browser')
    assert.equal((await replaced.person.send('credential', { response: early })).json().error, 'CREDENTIAL_UNREADABLE')

    const late = await startSession(test, {}, 'instead')
    const request = await requestOf(late, 'link')
    const answer = new URLSearchParams({ response: await wallet()(request, ORIGIN) }).toString()
    test.clock.now = new Date(NOW.getTime() + 11 * 60_000)
    assert.equal((await post(request.response_uri, answer)).statusCode, 404)
    test.clock.now = NOW
    assert.equal((await post(request.response_uri, answer)).statusCode, 200)
    assert.equal((await post(request.response_uri, answer)).statusCode, 404)
  })

  it('of one session does not answer another', async () => {
    const [one, two] = [await startSession(test, {}, 'instead'), await startSession(test, {}, 'instead')]
    const response = await wallet()(await requestOf(one, 'browser'), ORIGIN)
    await ask(two, 'browser')
    assert.equal((await two.person.send('credential', { response })).json().error, 'CREDENTIAL_UNREADABLE')
  })

  it('is refused when it has expired or begins later, is of another kind, or says too little', async () => {
    const errorOf = async (held: Partial<Parameters<typeof makeWallet>[1]>) => (await show(wallet(held))).sent.error
    assert.equal(await errorOf({ terms: { ...TERMS, expires: seconds - 1 } }), 'CREDENTIAL_EXPIRED')
    assert.equal(await errorOf({ terms: { ...TERMS, notBefore: seconds + 3_600 } }), 'CREDENTIAL_NOT_YET_VALID')
    assert.equal(await errorOf({ claims: { ...AD, birthdate: 'unknown' } }), 'CREDENTIAL_NOT_ACCEPTED')
  })

  it('is refused when the issuer revoked it, and referred when nobody can say', async () => {
    const status = { uri: LIST, idx: 7 }
    list = undefined
    const unknown = await show(wallet({ terms: { ...TERMS, status } }))
    assert.equal((await finish(unknown)).status, 'WAITING_FOR_MANUAL_APPROVE')
    list = signStatusList(issuer, LIST, [7], 'jwt', seconds + 3_600)
    assert.equal((await show(wallet({ terms: { ...TERMS, status } }))).sent.error, 'CREDENTIAL_REVOKED')
  })

  it('of an issuer that is trusted for attestations alone is no PID, and is referred', async () => {
    const provider = makeIssuer('AD')
    const files = [{ name: 'attestations.cer', bytes: provider.authority.certificate }]
    const open = openWalletTrustFiles([], NOW.getTime(), ['attestation'])
    await importTrust(test.ports, open, files, 'system', 'wallet')
    const session = await show(wallet({}, provider))
    assert.equal((await finish(session)).status, 'WAITING_FOR_MANUAL_APPROVE')
    const stored = (await test.ports.sessions.load('instead', session.sessionId))?.credential
    assert.deepEqual([stored?.verdict, stored?.reasons[0]?.code], ['UNKNOWN_ISSUER', 'ISSUER_FOR_ANOTHER_PURPOSE'])
  })

  it('of an issuer that nobody trusts sends us to no address', async () => {
    fetched.length = 0
    const status = { uri: 'https://collector.example/who-asks', idx: 7 }
    const { sent, sessionId } = await show(wallet({ terms: { ...TERMS, status } }, makeIssuer('AD')))
    assert.equal(sent.hasError, false)
    assert.deepEqual(fetched, [])
    const kept = (await test.ports.sessions.load('instead', sessionId))?.credential
    assert.equal(kept?.status, 'UNKNOWN')
    assert.match(JSON.stringify(kept?.reasons), /was not fetched/)
  })

  it('that comes twice at once, or while the person completes or is erased, counts once or not at all', async () => {
    const twice = await startSession(test, {}, 'instead')
    const request = await requestOf(twice, 'link')
    const answer = new URLSearchParams({ response: await wallet()(request, ORIGIN) }).toString()
    const posted = await Promise.all([post(request.response_uri, answer), post(request.response_uri, answer)])
    const [taken, late] = posted.map(({ statusCode }) => statusCode).sort()
    assert.equal(taken, 200)
    assert.ok(late === 400 || late === 404, `${late}`)

    const completing = await startSession(test, {}, 'optional')
    const response = await wallet()(await requestOf(completing, 'browser'), ORIGIN)
    await completing.person.document()
    await completing.person.face()
    const [sent] = await Promise.all([completing.person.send('credential', { response }), completing.person.complete()])
    const { credential, decision, images } = (await test.ports.sessions.load('optional', completing.sessionId)) ?? {}
    assert.ok(decision)
    assert.equal(sent.json().hasError, credential === undefined)
    assert.equal(images?.CREDENTIAL === undefined, credential === undefined)

    const erased = await startSession(test, {}, 'instead')
    const last = await requestOf(erased, 'link')
    const tooLate = new URLSearchParams({ response: await wallet()(last, ORIGIN) }).toString()
    await Promise.all([post(last.response_uri, tooLate), erased.integrator.remove(erased.sessionId)])
    assert.equal((await post(last.response_uri, tooLate)).statusCode, 404)
    const { db } = test.storage.database
    const rows = await db.selectFrom('wallet_request').selectAll().where('session_id', '=', erased.sessionId).execute()
    assert.deepEqual(rows, [])
  })

  it('is not even read where it answers no request', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const unknown = `/api/v1/wallet/response/${'A'.repeat(22)}`
    const large = await test.app.inject({ method: 'POST', url: unknown, headers, payload: 'x'.repeat(3_000_000) })
    assert.equal(large.statusCode, 404)
    const session = await startSession(test, {}, 'instead')
    const { response_uri } = await requestOf(session, 'link')
    assert.equal((await post(response_uri, 'x'.repeat(3_000_000))).statusCode, 413)
    assert.equal((await post(response_uri, 'nothing=here')).statusCode, 400)
    assert.equal((await post(response_uri, '__proto__=1&constructor=2&response=3')).statusCode, 400)
  })

  it('of an issuer that nobody trusts is referred', async () => {
    const { sent, ...session } = await show(wallet({}, makeIssuer('AD')))
    assert.equal(sent.hasError, false)
    assert.equal((await finish({ sent, ...session } as unknown as Session)).status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('of an issuer that is not a country is never approved in live mode', async () => {
    const utopia = makeIssuer('UT')
    const files = [{ name: 'utopia.cer', bytes: utopia.authority.certificate }]
    await importTrust(test.ports, openWalletTrustFiles([], NOW.getTime()), files, 'system', 'wallet')
    const session = await show(wallet({ claims: {} }, utopia))
    assert.equal((await finish(session)).status, 'WAITING_FOR_MANUAL_APPROVE')
  })

  it('that the person declined in the wallet is said to the page that waits', async () => {
    const session = await startSession(test, {}, 'instead')
    const request = await requestOf(session, 'link')
    assert.equal((await post(request.response_uri, 'error=access_denied')).statusCode, 200)
    assert.deepEqual((await session.person.state()).wallet, {
      state: 'OFFERED',
      replacesDocument: true,
      error: 'WALLET_DECLINED',
    })
  })

  it('is not asked for where the tenant takes none, and unknown requests are 404', async () => {
    const session = await startSession(test, {}, 'off')
    assert.equal((await session.person.send('credential/request', { transport: 'link' })).statusCode, 400)
    assert.equal((await session.person.state()).wallet, undefined)
    for (const id of ['A'.repeat(22), 'short'])
      assert.equal(
        (await test.app.inject({ url: `/api/v1/wallet/request/${id}` })).statusCode,
        id === 'short' ? 400 : 404,
      )
  })

  it('is not taken any more once the tenant has switched wallets off', async () => {
    await test.addTenant('was-on', { wallet: 'instead', challenge: 'off' })
    const session = await startSession(test, {}, 'was-on')
    const response = await wallet()(await requestOf(session, 'browser'), ORIGIN)
    const tenant = await test.ports.tenants.load('was-on')
    assert.ok(tenant)
    await test.ports.tenants.save({ ...tenant, settings: { ...tenant.settings, wallet: 'off' } })
    assert.equal((await session.person.send('credential', { response })).json().error, 'WALLET_REQUEST_OVER')
    assert.equal((await test.storage.sessions.load('was-on', session.sessionId))?.credential, undefined)
  })

  it('that is no answer at all is unreadable', async () => {
    const session = await startSession(test, {}, 'instead')
    const epk = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }
    const heads = [
      { alg: 'ECDH-ES', enc: 'A128GCM' },
      { alg: 'ECDH-ES', enc: 'A128GCM', epk },
      { alg: 'ECDH-ES', enc: 'A128GCM', epk: { ...epk, crv: 'P-999' } },
      { alg: 'ECDH-ES', enc: 'A128GCM', epk: 7 },
      { alg: 'ECDH-ES', enc: 'A128GCM', epk, apu: 7, apv: {} },
      { alg: 'ECDH-ES', enc: 'A128GCM', epk, zip: 'DEF' },
      { alg: 'ECDH-ES', enc: 'A128GCM', epk, crit: ['x'], x: 1 },
      { alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2c: 2_000_000_000, p2s: 'AA' },
      { alg: ['ECDH-ES'], enc: null },
      [],
      7,
    ].map(
      (head) =>
        `${Buffer.from(JSON.stringify(head)).toString('base64url')}..AAAAAAAAAAAAAAAA.AA.AAAAAAAAAAAAAAAAAAAAAA`,
    )
    for (const response of ['eyJhbGciOiJub25lIn0.e30.e30.e30.e30', 'a.b.c.d.e.f.g.h.i', 'x'.repeat(40), ...heads]) {
      await ask(session, 'browser')
      assert.equal((await session.person.send('credential', { response })).json().error, 'CREDENTIAL_UNREADABLE')
    }
  })
})
