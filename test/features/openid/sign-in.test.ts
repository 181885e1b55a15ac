import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { accept } from '../../../src/formats/result.ts'
import { deleteSession } from '../../../src/kernel/erasure/erase.ts'
import { exportPerson } from '../../../src/kernel/results/export-person.ts'
import { personOf } from '../../api/client.ts'
import { selfie } from '../../kernel/decision/genuine.ts'
import { face, passport } from '../../support/app.ts'
import {
  bareClient,
  begin,
  finish,
  locationOf,
  openBrowser,
  REDIRECT,
  register,
  signIn,
  startProviderApp,
  tokensOf,
  verify,
} from './sign-in.ts'

type App = Awaited<ReturnType<typeof startProviderApp>>

const READER = { tenant: 'acme', mode: 'test', actor: 'test' } as const

describe('a sign-in', () => {
  let test: App
  before(async () => {
    test = await startProviderApp()
    await test.addTenant('keeps', { keepsFaces: true })
  })
  after(() => test.close())

  const sessionOf = async (token: string): Promise<string> => {
    const state = await personOf(test.app, token).state()
    return state.sessionId
  }
  const errorIn = (answer: URL) => [answer.searchParams.get('error'), answer.searchParams.get('error_description')]

  /** What a session looks like that a reviewer has to see: the picture is one of a specimen. */
  async function refer(token: string) {
    const page = test.engine.page
    const { reading, ...rest } = passport()
    const doubtful = { ...reading, visual: reading.visual.map((field) => ({ ...field, confidence: 20 })) }
    test.engine.page = async () => accept({ ...rest, reading: doubtful })
    await verify(test, token)
    test.engine.page = page
  }

  it('opens one session, however often its page is loaded', async () => {
    const client = bareClient(test, await register(test))
    const browser = openBrowser()
    const { interaction, token } = await begin(browser, client.address())
    const again = locationOf(await browser.visit(interaction))
    assert.equal(await sessionOf(again.searchParams.get('token') ?? ''), await sessionOf(token))
  })

  it('says on the hosted page who asks for what, in the language of the request', async () => {
    const client = bareClient(
      test,
      await register(test, { name: 'Second-hand', claims: ['given_name', 'verified_claims'] }),
    )
    const claims = {
      userinfo: {
        birthdate: null,
        verified_claims: {
          verification: { evidence: [{ type: { value: 'document' } }] },
          claims: { given_name: null },
        },
      },
    }
    const { token, interaction } = await begin(
      openBrowser(),
      client.address({ ui_locales: 'xx ja-JP de', claims: JSON.stringify(claims) }),
    )
    const state = await personOf(test.app, token).state()
    assert.equal(state.lang, 'jp-JP')
    assert.deepEqual(state.signIn, {
      to: 'Second-hand',
      claims: ['given_name', 'evidence'],
      cancelUrl: `${interaction}?cancel=1`,
    })
  })

  it('shows the logo of who asks, from here', async () => {
    const logo = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
    const client = bareClient(test, await register(test, { logo }))
    const { token } = await begin(openBrowser(), client.address())
    const { signIn } = await personOf(test.app, token).state()
    const shown = await fetch(`${test.baseUrl}${signIn.logoUrl}`)
    assert.equal(shown.headers.get('content-type'), 'image/png')
    assert.equal(await shown.text(), 'picture')
  })

  it('gives what was asked for and is allowed, and nothing else', async () => {
    const client = bareClient(test, await register(test, { claims: ['given_name', 'birthdate', 'age_over_21'] }))
    const claims = {
      id_token: { age_over_21: null, age_over_18: null, family_name: null },
      userinfo: { picture: null },
    }
    const { claims: token, access_token } = await tokensOf(
      client,
      await signIn(test, client.address({ scope: 'openid profile', claims: JSON.stringify(claims) })),
    )
    assert.deepEqual(Object.keys(token).sort(), ['acr', 'age_over_21', 'aud', 'exp', 'iat', 'iss', 'limen_mode', 'sub'])
    const info = await (await client.userinfo(access_token)).json()
    assert.deepEqual(Object.keys(info).sort(), ['birthdate', 'given_name', 'limen_mode', 'sub'])
  })

  it('gives nothing about the person to a client that asks for nothing', async () => {
    const client = bareClient(test, await register(test))
    const { claims, access_token } = await tokensOf(client, await signIn(test, client.address()))
    assert.deepEqual(Object.keys(claims).sort(), ['acr', 'aud', 'exp', 'iat', 'iss', 'limen_mode', 'sub'])
    const info = await (await client.userinfo(access_token)).json()
    assert.deepEqual(Object.keys(info).sort(), ['limen_mode', 'sub'])
  })

  it('says an age without the date of birth', async () => {
    const client = bareClient(test, await register(test, { claims: ['age_over_18', 'age_over_65'] }))
    const claims = JSON.stringify({ id_token: { age_over_18: null, age_over_65: null, birthdate: null } })
    const { claims: token } = await tokensOf(client, await signIn(test, client.address({ claims })))
    assert.equal(token.age_over_18, true)
    assert.equal(token.age_over_65, false)
    assert.equal(token.birthdate, undefined)
  })

  it('answers an age with the flow age, of which nothing else is kept', async () => {
    const client = bareClient(test, await register(test, { flow: 'age', claims: ['age_over_16', 'age_over_18'] }))
    const claims = JSON.stringify({ id_token: { age_over_18: null, birthdate: null, family_name: null } })
    const browser = openBrowser()
    const { interaction, token } = await begin(browser, client.address({ claims }))
    const seen = test.engine.face
    test.engine.face = async () => accept({ ...face(), reading: selfie({ age: 60, gender: 9200 }) })
    await verify(test, token)
    test.engine.face = seen
    const tokens = await tokensOf(client, await finish(browser, interaction))
    assert.equal(tokens.claims.age_over_18, true)
    assert.deepEqual(
      ['age_over_16', 'birthdate', 'family_name'].filter((name) => name in tokens.claims),
      [],
    )
    const without = await finish(browser, (await begin(browser, client.address())).interaction)
    assert.deepEqual(errorIn(without), ['invalid_request', 'the request names no age that the client may ask for'])
  })

  it('answers verified_claims only as far as every constraint of the request holds', async () => {
    const client = bareClient(test, await register(test))
    const answered = async (verified: object) => {
      const claims = JSON.stringify({ userinfo: { verified_claims: verified } })
      const { access_token } = await tokensOf(client, await signIn(test, client.address({ claims })))
      return (await (await client.userinfo(access_token)).json()).verified_claims
    }
    const asked = { claims: { given_name: null } }
    const foreign = { verification: { trust_framework: { value: 'eidas' } }, ...asked }
    assert.equal(await answered(foreign), undefined)
    const plain = await answered({ verification: { trust_framework: null, assurance_level: null }, ...asked })
    assert.deepEqual(plain, {
      verification: { trust_framework: `${test.baseUrl}/openid`, assurance_level: 'basic' },
      claims: { given_name: 'ANNA MARIA' },
    })
    const details = { type: { value: 'document' }, document_details: { type: null, document_number: null } }
    const { verification } = await answered({ verification: { evidence: [details] }, ...asked })
    assert.deepEqual(verification.evidence, [
      { type: 'document', document_details: { type: 'passport', document_number: 'L898902C3' } },
    ])
  })

  it('names the trust framework of the tenant', async () => {
    await test.addTenant('regulated', { trustFramework: 'de_aml' })
    const client = bareClient(test, await register(test, { tenant: 'regulated' }))
    const verified = { verification: { trust_framework: { value: 'de_aml' } }, claims: { given_name: null } }
    const claims = JSON.stringify({ id_token: { verified_claims: verified } })
    const { claims: token } = await tokensOf(client, await signIn(test, client.address({ claims })))
    assert.deepEqual(token.verified_claims, {
      verification: { trust_framework: 'de_aml' },
      claims: { given_name: 'ANNA MARIA' },
    })
  })

  it('gives a person another subject at another sector, and in another session', async () => {
    const [shop, bank] = [await register(test), await register(test, { redirectUris: ['https://bank.example/cb'] })]
    const [one, other] = [bareClient(test, shop), bareClient(test, bank)]
    const first = await tokensOf(one, await signIn(test, one.address()))
    const second = await tokensOf(one, await signIn(test, one.address()))
    assert.notEqual(first.claims.sub, second.claims.sub)
    const answer = await signIn(test, other.address({ redirect_uri: 'https://bank.example/cb' }))
    const code = answer.searchParams.get('code') ?? ''
    const elsewhere = await other.redeem(code, { redirect_uri: 'https://bank.example/cb' })
    assert.equal(elsewhere.status, 200)
  })

  it('keeps the subject of a person whom a hint names, and who proves to be the same', async () => {
    const client = bareClient(test, await register(test, { tenant: 'keeps' }))
    const browser = openBrowser()
    const { interaction, token } = await begin(browser, client.address())
    await verify(test, token, { keepFace: true })
    const first = await tokensOf(client, await finish(browser, interaction))

    const claims = JSON.stringify({ id_token: { given_name: null } })
    for (const hint of [{ login_hint: first.claims.sub }, { id_token_hint: first.id_token }]) {
      const again = await begin(browser, client.address({ ...hint, claims }))
      assert.deepEqual((await personOf(test.app, again.token).state()).steps, ['face'])
      await verify(test, again.token)
      const { claims: returned } = await tokensOf(client, await finish(browser, again.interaction))
      assert.equal(returned.sub, first.claims.sub)
      assert.equal(returned.given_name, 'ANNA MARIA')
      assert.equal(returned.acr, 'urn:limen:assurance:basic')
    }
    const higher = await begin(
      browser,
      client.address({ login_hint: first.claims.sub, acr_values: 'urn:limen:assurance:high' }),
    )
    assert.deepEqual((await personOf(test.app, higher.token).state()).steps, ['document', 'face'])
  })

  it('may ask for a higher level, and never for a lower one', async () => {
    const client = bareClient(test, await register(test, { assurance: 'standard' }))
    const levelOf = async (acr_values: string) => {
      const { token } = await begin(openBrowser(), client.address({ acr_values }))
      return (await test.ports.sessions.load('acme', await sessionOf(token)))?.flow?.assurance
    }
    assert.equal(await levelOf('urn:limen:assurance:basic'), 'standard')
    assert.equal(await levelOf('urn:limen:assurance:high urn:limen:assurance:basic'), 'high')
    assert.equal(await levelOf('urn:example:unknown'), 'standard')
  })

  describe('that ends without a verification', () => {
    it('is access_denied if the person cancels, and nothing is kept', async () => {
      const client = bareClient(test, await register(test))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address())
      const id = await sessionOf(token)
      const answer = await finish(browser, `${interaction}?cancel=1`)
      assert.deepEqual(errorIn(answer), ['access_denied', 'the person did not agree'])
      assert.equal(answer.searchParams.get('state'), 'a state')
      assert.equal(answer.searchParams.get('iss'), client.issuer)
      assert.equal(await test.ports.sessions.load('acme', id), undefined)
    })

    it('is access_denied if the person withdrew', async () => {
      const client = bareClient(test, await register(test))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address())
      await deleteSession(test.ports, READER, await sessionOf(token))
      assert.deepEqual(errorIn(await finish(browser, interaction)), ['access_denied', 'the person did not agree'])
    })

    it('is access_denied if it took too long', async () => {
      const client = bareClient(test, await register(test))
      const browser = openBrowser()
      const { interaction } = await begin(browser, client.address())
      const now = test.clock.now
      test.clock.now = new Date(now.getTime() + 2 * 3_600_000)
      try {
        const answer = await finish(browser, interaction)
        assert.deepEqual(errorIn(answer), ['access_denied', 'the verification was not finished in time'])
      } finally {
        test.clock.now = now
      }
    })

    it('is access_denied if the person was rejected', async () => {
      const client = bareClient(test, await register(test))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address())
      const expired = passport()
      const mrz = expired.reading.mrz && { ...expired.reading.mrz, dateOfExpiry: '2001-01-01' }
      const page = test.engine.page
      test.engine.page = async () => accept({ ...expired, reading: { ...expired.reading, ...(mrz && { mrz }) } })
      await verify(test, token)
      test.engine.page = page
      assert.deepEqual(errorIn(await finish(browser, interaction)), [
        'access_denied',
        'the verification was not passed',
      ])
    })

    it('continues in the same session when the person comes back early', async () => {
      const client = bareClient(test, await register(test))
      const browser = openBrowser()
      const { interaction } = await begin(browser, client.address())
      assert.match(locationOf(await browser.visit(interaction)).pathname, /^\/web-enrolment\//)
    })
  })

  describe('that is referred to a reviewer', () => {
    it('gives a code at once and the claims once it is approved, for 14 days', async () => {
      const client = bareClient(test, await register(test, { onReferral: 'return' }))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address({ scope: 'openid profile' }))
      await refer(token)
      const id = await sessionOf(token)
      const tokens = await tokensOf(client, await finish(browser, interaction))
      assert.equal(tokens.claims.limen_status, 'WAITING_FOR_MANUAL_APPROVE')
      assert.equal(tokens.claims.acr, undefined)
      assert.equal(tokens.expires_in, 14 * 86_400)
      const before = await (await client.userinfo(tokens.access_token)).json()
      assert.deepEqual(Object.keys(before).sort(), ['limen_mode', 'limen_status', 'sub'])

      const session = await test.ports.sessions.load('acme', id)
      assert.ok(session)
      await test.ports.sessions.save({ ...session, status: 'MANUAL_APPROVED' })
      const approved = await (await client.userinfo(tokens.access_token)).json()
      assert.equal(approved.given_name, 'ANNA MARIA')
      assert.equal(approved.sub, tokens.claims.sub)
      assert.equal(approved.limen_status, undefined)
    })

    it('says so in userinfo if it is rejected later', async () => {
      const client = bareClient(test, await register(test))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address({ scope: 'openid profile' }))
      await refer(token)
      const tokens = await tokensOf(client, await finish(browser, interaction))
      const session = await test.ports.sessions.load('acme', await sessionOf(token))
      assert.ok(session)
      await test.ports.sessions.save({ ...session, status: 'MANUAL_REJECTED' })
      const info = await (await client.userinfo(tokens.access_token)).json()
      assert.deepEqual(info, { sub: tokens.claims.sub, limen_mode: 'test', limen_status: 'MANUAL_REJECTED' })
    })

    it('waits on a page if the client wants that, and then does as the others', async () => {
      const client = bareClient(test, await register(test, { onReferral: 'wait', waitMinutes: 5 }))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address({ ui_locales: 'de' }))
      await refer(token)
      const waiting = await browser.visit(interaction)
      assert.equal(waiting.status, 200)
      const text = await waiting.text()
      assert.match(text, /<html lang="de/)
      assert.match(text, /http-equiv="refresh"/)
      const now = test.clock.now
      test.clock.now = new Date(now.getTime() + 6 * 60_000)
      try {
        assert.equal((await finish(browser, interaction)).searchParams.has('code'), true)
      } finally {
        test.clock.now = now
      }
    })

    it('is access_denied if the client wants that', async () => {
      const client = bareClient(test, await register(test, { onReferral: 'deny' }))
      const browser = openBrowser()
      const { interaction, token } = await begin(browser, client.address())
      await refer(token)
      const answer = await finish(browser, interaction)
      assert.deepEqual(errorIn(answer), ['access_denied', 'a reviewer has to look at the verification'])
    })
  })

  it('loses its codes, tokens and subject with its session', async () => {
    const client = bareClient(test, await register(test, { tenant: 'keeps' }))
    const browser = openBrowser()
    const { interaction, token } = await begin(browser, client.address({ scope: 'openid profile' }))
    await verify(test, token, { keepFace: true })
    const id = await sessionOf(token)
    const tokens = await tokensOf(client, await finish(browser, interaction))
    assert.equal((await client.userinfo(tokens.access_token)).status, 200)

    await test.ports.sessions.beginErasure('keeps', id)
    assert.equal((await client.userinfo(tokens.access_token)).status, 401)
    await test.ports.sessions.finishErasure(id)
    const { db } = test.storage.database
    for (const table of ['openid_record', 'openid_sign_in'] as const)
      assert.deepEqual(await db.selectFrom(table).select('session_id').where('session_id', '=', id).execute(), [])
    const again = await begin(browser, client.address({ login_hint: tokens.claims.sub }))
    assert.deepEqual((await personOf(test.app, again.token).state()).steps, ['document', 'face'])
  })

  it('is named in what a person gets of their own data', async () => {
    const client = bareClient(test, await register(test, { name: 'Kiosk', claims: ['birthdate'] }))
    const browser = openBrowser()
    const { interaction, token } = await begin(browser, client.address({ scope: 'openid profile' }))
    await verify(test, token)
    await finish(browser, interaction)
    const id = await sessionOf(token)
    const exported = await exportPerson(test.ports, READER, id)
    assert.ok(exported.ok)
    const files = unzipSync(exported.value)
    const text = strFromU8(files['sign-in.json'] ?? new Uint8Array())
    assert.deepEqual(JSON.parse(text), { to: 'Kiosk', claims: ['birthdate'] })
    const { subject = '' } = (await test.ports.sessions.load('acme', id))?.signIn ?? {}
    for (const file of Object.values(files)) assert.ok(!strFromU8(file).includes(subject))
  })

  it('is ended by the service with an ID token', async () => {
    const client = bareClient(test, await register(test))
    const browser = openBrowser()
    const tokens = await tokensOf(client, await signIn(test, client.address(), browser))
    assert.equal((await client.userinfo(tokens.access_token)).status, 200)
    const out = new URLSearchParams({
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: 'https://shop.example/bye',
      state: 'out',
    })
    const asked = await browser.visit(`${client.issuer}/session/end?${out}`)
    assert.equal(asked.status, 200)
    assert.match(asked.headers.get('content-security-policy') ?? '', /form-action 'self' https:\/\/shop\.example/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(await asked.text())?.[1] ?? ''
    const body = new URLSearchParams({ xsrf, logout: 'yes' })
    const gone = await browser.visit(`${client.issuer}/session/end/confirm`, { method: 'POST', body })
    assert.equal(locationOf(gone).href, 'https://shop.example/bye?state=out')
    assert.equal((await client.userinfo(tokens.access_token)).status, 401)
  })

  it('is signed with the keys of the installation, and goes on when they are rotated', async () => {
    const client = bareClient(test, await register(test))
    const keysOf = async () => {
      const { keys } = (await (await fetch(`${client.issuer}/jwks`)).json()) as { keys: Record<string, string>[] }
      return keys
    }
    const before = await keysOf()
    assert.ok(before.every((key) => key.crv === 'P-256' && key.d === undefined))
    const browser = openBrowser()
    const { interaction, token } = await begin(browser, client.address())
    await verify(test, token)
    await test.ports.signingKeys.rotate(test.clock.now)
    const answer = await finish(browser, interaction)
    const tokens = await tokensOf(client, answer)
    const kid = JSON.parse(Buffer.from(tokens.id_token.split('.')[0] ?? '', 'base64url').toString()).kid
    const after = await keysOf()
    assert.equal(after.length, before.length + 1)
    assert.ok(after.some((key) => key.kid === kid) && !before.some((key) => key.kid === kid))
    assert.equal(answer.origin + answer.pathname, REDIRECT)
  })
})
