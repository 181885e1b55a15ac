import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import { strFromU8, unzipSync } from 'fflate'
import { rotateIssuerKey } from '../../../src/features/issuance/rotate-issuer-key.ts'
import { checkPresentation } from '../../../src/features/wallet/verify/check-presentation.ts'
import { statusIn } from '../../../src/features/wallet/verify/status-list.ts'
import { jwsHolds, readJws } from '../../../src/formats/jws/jws.ts'
import { accept } from '../../../src/formats/result.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { verifyEvidence } from '../../../src/kernel/results/verify-evidence.ts'
import type { Mode } from '../../../src/kernel/session/session-words.ts'
import { finishedSession, startSession } from '../../api/client.ts'
import { template } from '../../kernel/decision/genuine.ts'
import { face, JPEG, passport, startTestApp, type TestApp } from '../../support/app.ts'
import { makeHolderKey } from '../../support/wallet/issuer.ts'
import { makeOperator, readRequest } from '../../support/wallet/software-wallet.ts'
import { claimsOf, codeOf, makeTakingWallet, readOffer } from '../../support/wallet/taking-wallet.ts'

const ORIGIN = 'http://localhost:8080'
const keepFace = { consent: { givenAt: '2026-06-15T09:00:00Z', textVersion: '2026-03', keepFace: true } }

describe('a credential of the tenant’s own', () => {
  let test: TestApp
  before(async () => {
    test = await startTestApp({
      mode: 'test',
      wallets: { ...makeOperator(), fetchStatusList: () => Promise.reject(new Error('our own list is not fetched')) },
    })
    const claims = ['family_name', 'given_name', 'birthdate', 'document_number'] as const
    await test.addTenant('bank', { challenge: 'off', issuance: { claims: [...claims, 'picture'], days: 365 } })
    await test.addTenant('club', { challenge: 'off', issuance: { claims: [...claims], days: 30, onPage: true } })
    test.engine.page = async () => accept(passport())
    test.engine.readStoredPortrait = async (picture) => ({ image: Buffer.from(picture), template: template(1, 0) })
  })
  after(() => test.close())
  beforeEach(() => {
    test.engine.face = async () => accept(face())
  })

  const seconds = () => Math.floor(test.clock.now.getTime() / 1000)
  const wallet = (key?: ReturnType<typeof makeHolderKey>) => makeTakingWallet(test.app, seconds, key)
  const approved = (tenant = 'bank', body: object = {}, mode?: Mode) => finishedSession(test, body, tenant, mode)
  type Session = Awaited<ReturnType<typeof startSession>>
  const post = ({ integrator, sessionId }: Session, path: string) => integrator.post(`${sessionId}/credential/${path}`)
  const offer = async (session: Session): Promise<string> => {
    const answer = await post(session, 'offer')
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json().link
  }
  const statusOf = async (credential: string) => {
    const { status } = claimsOf(credential) as { status: { status_list: { uri: string; idx: number } } }
    const { uri, idx } = status.status_list
    const answer = await test.app.inject({ url: new URL(uri).pathname })
    assert.equal(answer.headers['content-type'], 'application/statuslist+jwt')
    assert.match(String(answer.headers['cache-control']), /max-age=300/)
    const list = readJws(answer.body)
    assert.equal(list.payload.sub, uri)
    const keys = (
      await test.app.inject({ url: `/.well-known/jwt-vc-issuer${new URL(String(list.payload.iss)).pathname}` })
    ).json()
    const key = keys.jwks.keys.find(({ kid }: { kid: string }) => kid === list.header.kid)
    assert.equal(jwsHolds(list, createPublicKey({ key, format: 'jwk' })), true)
    const { bits, lst } = list.payload.status_list as { bits: number; lst: string }
    return statusIn({ bits, bytes: inflateSync(Buffer.from(lst, 'base64url')), until: 0 }, { uri, index: idx })
  }
  /** The list that was signed a moment ago is served for half a minute. */
  const later = (ms = 60_000) => {
    test.clock.now = new Date(test.clock.now.getTime() + ms)
  }

  it('is taken by a wallet after approval, signed with the tenant’s key, with the claims that the tenant chose', async () => {
    const session = await approved()
    const held = wallet()
    const credential = await held.take(await offer(session))
    const claims = claimsOf(credential)
    assert.equal(claims.family_name, 'ERIKSSON')
    assert.equal(claims.given_name, 'ANNA MARIA')
    assert.equal(claims.birthdate, '1974-08-12')
    assert.equal(claims.document_number, 'L898902C3')
    assert.equal(claims.picture, `data:image/jpeg;base64,${JPEG.toString('base64')}`)
    assert.equal(claims.nationalities, undefined, 'not chosen')
    assert.equal(claims.verified_by, 'bank')
    assert.equal(claims.verified_on, '2026-06-15')
    assert.deepEqual(claims.cnf, { jwk: held.device.jwk })
    assert.equal(claims.iss, 'http://localhost:8080/api/v1/issuer/bank/test')
    assert.equal(Number(claims.exp) - Number(claims.iat), 365 * 86_400)
    const token = readJws(credential.split('~')[0] ?? '')
    assert.equal(token.payload.family_name, undefined, 'hidden until it is disclosed')
    const { jwks } = await held.wellKnown('jwt-vc-issuer', String(claims.iss))
    assert.equal(jwsHolds(token, createPublicKey({ key: jwks.keys[0], format: 'jwk' })), true)
    const type = (await test.app.inject({ url: new URL(String(claims.vct)).pathname })).json()
    assert.equal(type.vct, claims.vct)
    assert.equal(type.name, 'Identity verified by bank')
    assert.equal(await statusOf(credential), 'VALID')
    const { credentials } = (await session.integrator.get(`${session.sessionId}/credential/issued`)).json()
    assert.deepEqual(credentials, [
      { issuedAtUtc: '2026-06-15T10:00:00.000Z', expiresAtUtc: '2027-06-15T10:00:00.000Z' },
    ])
    const trail = await test.ports.audit.list({ tenant: 'bank', sessionId: session.sessionId }, 20)
    assert.deepEqual(
      trail.map(({ action }) => action).filter((action) => action.startsWith('issued')),
      ['issued.issue', 'issued.offer'],
    )
    const copy = await exportPerson(test.ports, { tenant: 'bank', actor: 'system' }, session.sessionId)
    assert.ok(copy.ok)
    assert.match(strFromU8(unzipSync(copy.value)['issued-credentials.json'] ?? new Uint8Array()), /2027-06-15/)
  })

  it('is offered for an approved session alone, by a tenant that issues, in the session’s own mode', async () => {
    const pending = await startSession(test, {}, 'bank')
    assert.equal((await post(pending, 'offer')).json().code, 'CREDENTIAL_UNAVAILABLE')
    const other = await approved('acme')
    assert.equal((await post(other, 'offer')).statusCode, 400)
    const session = await approved()
    const stranger = await startSession(test, {}, 'club')
    assert.equal((await stranger.integrator.post(`${session.sessionId}/credential/offer`)).statusCode, 404)
    const live = await startSession(test, {}, 'bank', 'live')
    assert.equal((await live.integrator.post(`${session.sessionId}/credential/offer`)).statusCode, 404)
    assert.equal((await session.person.send('credential/offer', {})).statusCode, 400, 'not on this tenant’s page')
    const onPage = await approved('club')
    assert.match((await onPage.person.send('credential/offer', {})).json().link, /^openid-credential-offer:\/\//)
  })

  it('gives a code to one wallet, within ten minutes', async () => {
    const session = await approved()
    const first = readOffer(await offer(session))
    const second = readOffer(await offer(session))
    assert.equal((await wallet().redeem(first)).json().error, 'invalid_grant', 'replaced')
    assert.equal((await wallet().redeem(second)).statusCode, 200)
    assert.equal((await wallet().redeem(second)).json().error, 'invalid_grant', 'taken')
    const third = readOffer(await offer(session))
    later(10 * 60_000)
    assert.equal((await wallet().redeem(third)).json().error, 'invalid_grant', 'over')
  })

  it('gives nothing for a code or a token that was moved to another session in the database', async () => {
    const { db } = test.storage.database
    const [own, other] = [await approved(), await approved()]
    const move = (session_id: string, from: string) =>
      db.updateTable('credential_offer').set({ session_id }).where('session_id', '=', from).execute()
    const offered = readOffer(await offer(own))
    await move(other.sessionId, own.sessionId)
    assert.equal((await wallet().redeem(offered)).json().error, 'invalid_grant')
    await move(own.sessionId, other.sessionId)
    const held = wallet()
    const token = (await held.redeem(offered)).json().access_token
    await move(other.sessionId, own.sessionId)
    const { credential_issuer: issuer } = offered
    assert.equal((await held.ask(issuer, token, await held.prove(issuer))).statusCode, 401)
    await move(own.sessionId, other.sessionId)
    assert.equal((await held.ask(issuer, token, await held.prove(issuer))).statusCode, 200)
  })

  it('takes no code of another tenant or mode', async () => {
    const held = wallet()
    const own = readOffer(await offer(await approved()))
    for (const place of ['club/test', 'bank/live'])
      assert.equal(
        (await held.redeem({ ...own, credential_issuer: `${ORIGIN}/api/v1/issuer/${place}` }, codeOf(own))).json()
          .error,
        'invalid_grant',
      )
    const token = (await held.redeem(own)).json().access_token
    const club = `${ORIGIN}/api/v1/issuer/club/test`
    assert.equal((await held.ask(club, token, await held.prove(club))).statusCode, 401)
    assert.equal(
      (await held.ask(own.credential_issuer, token, await held.prove(own.credential_issuer))).statusCode,
      200,
    )
  })

  it('is issued to the key in a fresh proof for this issuer alone', async () => {
    const session = await approved()
    const held = wallet()
    const { credential_issuer: issuer } = readOffer(await offer(session))
    const token = (await held.redeem(readOffer(await offer(session)))).json().access_token
    const errorOf = async (wrong: Parameters<typeof held.prove>[1], id?: string) =>
      (await held.ask(issuer, token, await held.prove(issuer, wrong), id)).json().error
    assert.equal(await errorOf({ otherKey: true }), 'invalid_proof')
    assert.equal(await errorOf({ audience: `${ORIGIN}/api/v1/issuer/club/test` }), 'invalid_proof')
    assert.equal(await errorOf({ kid: 'did:example:1#1' }), 'invalid_proof', 'only one names the key')
    assert.equal(await errorOf({ typ: 'JWT' }), 'invalid_proof')
    assert.equal(await errorOf({ at: seconds() - 3600 }), 'invalid_proof')
    assert.equal(await errorOf({ nonce: 'made-up' }), 'invalid_nonce')
    assert.equal(await errorOf({ nonce: await held.drawNonce(`${ORIGIN}/api/v1/issuer/club/test`) }), 'invalid_nonce')
    assert.equal(await errorOf({}, 'passport'), 'unknown_credential_configuration')
    const old = await held.drawNonce(issuer)
    later(5 * 60_000)
    assert.equal(await errorOf({ nonce: old }), 'invalid_nonce', 'five minutes are over')
    const proof = await held.prove(issuer)
    assert.equal((await held.ask(issuer, token, proof)).statusCode, 200)
    assert.equal((await held.ask(issuer, token, await held.prove(issuer))).statusCode, 401, 'one for a token')
    const again = (await held.redeem(readOffer(await offer(session)))).json().access_token
    assert.equal((await held.ask(issuer, again, proof)).json().error, 'invalid_nonce', 'one for a nonce')
  })

  it('is revoked by a newer one and by request', async () => {
    const session = await approved()
    const first = await wallet().take(await offer(session))
    const second = await wallet().take(await offer(session))
    later()
    assert.equal(await statusOf(first), 'REVOKED')
    assert.equal(await statusOf(second), 'VALID')
    assert.equal((await post(session, 'revoke')).statusCode, 204)
    assert.equal((await post(session, 'revoke')).statusCode, 404, 'nothing is left to revoke')
    later()
    assert.equal(await statusOf(second), 'REVOKED')
  })

  it('is not offered again once it was revoked, neither to the integrator nor to the person', async () => {
    const session = await approved('club')
    const held = wallet()
    const first = await held.take(await offer(session))
    const open = readOffer(await offer(session))
    const token = (await held.redeem(readOffer(await offer(session)))).json().access_token
    assert.equal((await post(session, 'revoke')).statusCode, 204)
    const refused = await post(session, 'offer')
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'CREDENTIAL_UNAVAILABLE'])
    assert.equal((await session.person.send('credential/offer', {})).statusCode, 400)
    assert.equal((await wallet().redeem(open)).json().error, 'invalid_grant')
    const issuer = open.credential_issuer
    assert.equal((await held.ask(issuer, token, await held.prove(issuer))).statusCode, 401)
    later(400 * 86_400_000)
    await test.ports.issuedCredentials.prune(test.clock.now)
    assert.equal((await post(session, 'offer')).statusCode, 409, 'nor once the credential would have ended')
    assert.match(first, /~/)

    const offered = await approved('club')
    await offer(offered)
    assert.equal((await post(offered, 'revoke')).statusCode, 204)
    assert.equal((await post(offered, 'offer')).statusCode, 409, 'an offer that nobody had taken')
    const again = await approved('club')
    assert.match(await wallet().take(await offer(again)), /~/, 'a new session is decided again')
  })

  it('stays revoked where a version before this one revoked it and left no mark', async () => {
    const session = await approved()
    await wallet().take(await offer(session))
    await post(session, 'revoke')
    const { db } = test.storage.database
    await db.deleteFrom('credential_offer').where('session_id', '=', session.sessionId).execute()
    assert.equal((await post(session, 'offer')).statusCode, 409)
  })

  it('is revoked with the session, of which nothing is left', async () => {
    const session = await approved()
    const third = await wallet().take(await offer(session))
    const open = readOffer(await offer(session))
    const held = wallet()
    const token = (await held.redeem(readOffer(await offer(session)))).json().access_token
    assert.equal((await session.integrator.remove(session.sessionId)).statusCode, 204)
    later()
    assert.equal(await statusOf(third), 'REVOKED')
    assert.equal((await wallet().redeem(open)).json().error, 'invalid_grant')
    const late = await held.ask(open.credential_issuer, token, await held.prove(open.credential_issuer))
    assert.equal(late.statusCode, 401)
    const rows = await test.storage.database.db.selectFrom('issued_credential').selectAll().execute()
    assert.ok(rows.every(({ session_id }) => session_id !== session.sessionId))
  })

  it('keeps the keys of what is still valid published when the key is rotated', async () => {
    await test.addTenant('turning', { challenge: 'off', issuance: { claims: ['family_name'], days: 10 } })
    const held = wallet()
    const before = await held.take(await offer(await approved('turning')))
    await rotateIssuerKey(test.ports, { tenant: 'turning', actor: 'system' })
    const after = await held.take(await offer(await approved('turning')))
    const issuer = String(claimsOf(after).iss)
    const kidsOf = async () =>
      (await held.wellKnown('jwt-vc-issuer', issuer)).jwks.keys.map(({ kid }: { kid: string }) => kid)
    assert.deepEqual(await kidsOf(), ['1', '0'])
    assert.equal(readJws(before.split('~')[0] ?? '').header.kid, '0')
    assert.equal(readJws(after.split('~')[0] ?? '').header.kid, '1')
    later(10 * 86_400_000)
    assert.deepEqual(await kidsOf(), ['1'])
  })

  it('does not say which tenants there are: one that issues nothing is answered as one that does not exist', async () => {
    const places = (tenant: string) => [
      ...['openid-credential-issuer', 'oauth-authorization-server', 'jwt-vc-issuer'].map(
        (name) => `/.well-known/${name}/api/v1/issuer/${tenant}/live`,
      ),
      `/api/v1/issuer/${tenant}/live/identity-verified`,
      `/api/v1/issuer/${tenant}/live/status/0`,
    ]
    const answersOf = (tenant: string) =>
      Promise.all(
        places(tenant).map(async (url) => {
          const { statusCode, headers, body } = await test.app.inject({ url, headers: { 'x-request-id': 'aaaaaaaa' } })
          const { date: _, ...kept } = headers
          return { statusCode, kept, body: body.replaceAll(tenant, 'TENANT') }
        }),
      )
    const there = await answersOf('acme')
    assert.deepEqual(there, await answersOf('nobody'))
    for (const { statusCode } of there) assert.equal(statusCode, 404)
    assert.equal((await test.app.inject({ url: places('bank')[2] ?? '' })).statusCode, 200)
  })

  it('stays verifiable after its tenant has stopped issuing, for as long as it is valid', async () => {
    await test.addTenant('closing', { challenge: 'off', issuance: { claims: ['family_name'], days: 10 } })
    const held = wallet()
    await held.take(await offer(await approved('closing')))
    const tenant = await test.ports.tenants.load('closing')
    assert.ok(tenant)
    const { issuance: _, ...settings } = tenant.settings
    await test.ports.tenants.save({ ...tenant, settings })
    const status = async () =>
      (await test.app.inject({ url: '/.well-known/jwt-vc-issuer/api/v1/issuer/closing/test' })).statusCode
    assert.equal(await status(), 200)
    later(11 * 86_400_000)
    assert.equal(await status(), 404)
  })

  describe('shown by a person who comes back', () => {
    const comeBack = async (
      credential: string,
      held: ReturnType<typeof wallet>,
      { tenant = 'bank', mode, ...more }: { tenant?: string; mode?: Mode } & Parameters<typeof held.present>[3] = {},
    ) => {
      const session = await startSession(test, { flow: 'returning' }, tenant, mode)
      const drawn = (await session.person.send('credential/request', { transport: 'browser' })).json()
      const response = await held.present(credential, readRequest(drawn.request), ORIGIN, more)
      const sent = (await session.person.send('credential', { response })).json()
      return { ...session, sent }
    }
    const shows = (cosine: number) => {
      const { reading, ...rest } = face()
      const [a = 0, b = 0] = reading.template.values
      const across = Math.sqrt(1 - cosine * cosine)
      const turned = template(cosine * a - across * b, cosine * b + across * a)
      test.engine.face = async () => accept({ ...rest, reading: { ...reading, template: turned } })
    }
    const finish = async ({ person, integrator, sessionId }: Session) => {
      await person.face()
      await person.complete()
      return (await integrator.get(`${sessionId}/status`)).json().status
    }

    it('leads to the session it was given after, and the selfie decides', async () => {
      const held = wallet()
      const first = await approved('bank', keepFace)
      const credential = await held.take(await offer(first))
      shows(0.9)
      const back = await comeBack(credential, held)
      assert.deepEqual(back.sent, { hasError: false })
      assert.equal(await finish(back), 'AUTO_APPROVED')
      const { factors } = (await back.integrator.get(`${back.sessionId}/decision/explanation`)).json()
      const { used } = factors.find(({ name }: { name: string }) => name === 'returningPerson')
      assert.equal(used.sessionId, first.sessionId)
      const bundle = (await back.integrator.get(`${back.sessionId}/evidence`)).rawPayload
      assert.deepEqual(verifyEvidence(bundle, undefined, [checkPresentation]).problems, [])
      shows(0.3)
      assert.equal(await finish(await comeBack(credential, held)), 'AUTO_REJECTED')
    })

    it('is compared by its own portrait where the earlier face was not kept, and not taken without one', async () => {
      const held = wallet()
      const credential = await held.take(await offer(await approved()))
      test.engine.readStoredPortrait = async (picture) => ({
        image: Buffer.from(picture),
        template: face().reading.template,
      })
      shows(0.9)
      const back = await comeBack(credential, held)
      assert.equal(await finish(back), 'AUTO_APPROVED')
      const bare = await comeBack(credential, held, { names: [], id: 'issued_bare' })
      assert.equal(bare.sent.error, 'CREDENTIAL_NOT_ACCEPTED')
    })

    it('is asked for before the session can be completed, and for nothing but its portrait', async () => {
      const session = await startSession(test, { flow: 'returning' }, 'bank')
      const { wallet: asked } = await session.person.state()
      assert.deepEqual(asked, { state: 'OFFERED', replacesDocument: false, required: true })
      await session.person.face()
      assert.deepEqual((await session.person.complete()).json().missing, ['credential'])
      const drawn = (await session.person.send('credential/request', { transport: 'browser' })).json()
      const { credentials } = readRequest(drawn.request).dcql_query
      assert.deepEqual(
        credentials.map(({ claims }) => claims?.map(({ path }) => path)),
        [[['picture']], undefined],
      )
    })

    it('is refused from another device, tenant or mode, revoked, expired, altered, or of another issuer', async () => {
      const held = wallet()
      const first = await approved('bank', keepFace)
      const credential = await held.take(await offer(first))
      const errorOf = async (...args: Parameters<typeof comeBack>) => (await comeBack(...args)).sent.error
      assert.equal(await errorOf(credential, held, { key: makeHolderKey().privateKey }), 'CREDENTIAL_NOT_BOUND')
      assert.equal(await errorOf(credential, held, { tenant: 'club' }), 'CREDENTIAL_NOT_ACCEPTED')
      assert.equal(await errorOf(credential, held, { mode: 'live' }), 'CREDENTIAL_NOT_ACCEPTED')
      const [token = '', ...rest] = credential.split('~')
      const [header, payload = '', signature] = token.split('.')
      const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), verified_on: '2020-01-01' }
      const altered = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
      assert.equal(await errorOf([altered, ...rest].join('~'), held), 'CREDENTIAL_ALTERED')
      await post(first, 'revoke')
      assert.equal(await errorOf(credential, held), 'CREDENTIAL_REVOKED')
      const ended = await held.take(await offer(await approved('bank', keepFace)))
      later(366 * 86_400_000)
      assert.equal(await errorOf(ended, held), 'CREDENTIAL_EXPIRED')
    })
  })
})
