import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { chromium } from 'playwright-core'
import { readGroupRoles } from '../../../src/kernel/accounts/group-roles.ts'
import { noBrowser, PATIENT_MS } from '../../e2e/support/browser.ts'
import { freePort } from '../../e2e/support/stage.ts'
import type { TestApp } from '../../support/app.ts'
import { CLIENT, startProvider, type TestProvider, visitProvider } from '../../support/oidc.ts'
import { ask, ORIGIN, PASSWORD, signIn, startConsole } from './console.ts'

const CALLBACK = `${ORIGIN}/console/sign-in/callback`
const ROLES = readGroupRoles('chiefs=admin;desk=reviewer;shop desk=reviewer:shop')

const skip = noBrowser

const settingsFor = ({ issuer }: Pick<TestProvider, 'issuer'>) => ({
  oidcIssuer: issuer,
  oidcClientId: CLIENT.id,
  oidcClientSecret: CLIENT.secret,
  oidcScope: 'openid profile groups',
  oidcRoles: ROLES,
})

describe('signing in with the company account', () => {
  let provider: TestProvider
  let test: TestApp
  before(async () => {
    provider = await startProvider(CALLBACK)
    test = await startConsole({ settings: settingsFor(provider) })
    await test.addTenant('shop')
  })
  after(async () => {
    await test.close()
    await provider.close()
  })

  const page = (url: string, cookie = '') => test.app.inject({ method: 'GET', url, headers: { cookie } })
  const cookieIn = (answer: Awaited<ReturnType<typeof page>>, name: string) =>
    [answer.headers['set-cookie'] ?? []]
      .flat()
      .find((set) => set.startsWith(`${name}=`))
      ?.split(';')[0] ?? ''

  const begin = async (at = test) => {
    const answer = await at.app.inject({ method: 'GET', url: '/console/sign-in/provider' })
    assert.equal(answer.statusCode, 302)
    return { address: String(answer.headers.location), pending: cookieIn(answer, 'limen-sign-in') }
  }
  /** The whole way; what the service answered at its end. */
  const come = async (subject: string) => {
    const { address, pending } = await begin()
    const back = await visitProvider(address, subject)
    return page(back.slice(ORIGIN.length), pending)
  }
  const whoAmI = async (cookie: string) => (await ask(test, 'GET', 'session', { headers: { cookie } })).json()
  const lastActions = async () => (await test.ports.audit.list({}, 5)).map(({ action, detail }) => ({ action, detail }))

  it('is offered under the name the operator gave it', async () => {
    assert.deepEqual((await ask(test, 'GET', 'sign-in')).json(), { local: true, provider: 'your company account' })
  })

  it('asks the provider for a code under PKCE, with state and nonce that the browser keeps', async () => {
    const answer = await page('/console/sign-in/provider')
    const address = new URL(String(answer.headers.location))
    for (const name of ['code_challenge', 'state', 'nonce']) assert.ok(address.searchParams.get(name), name)
    assert.equal(address.searchParams.get('code_challenge_method'), 'S256')
    assert.equal(address.searchParams.get('response_type'), 'code')
    assert.match(
      String(answer.headers['set-cookie']),
      /^limen-sign-in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('gives role and tenants by the groups, and follows them at the next sign-in', async () => {
    provider.people.set('s-1', { preferred_username: 'Erika.Muster@example.org', groups: ['shop desk', 'football'] })
    const first = await come('s-1')
    assert.equal(first.headers.location, '/console/')
    const cookie = cookieIn(first, 'limen-console')
    assert.match(
      String(first.headers['set-cookie']),
      /limen-console=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict/,
    )
    assert.deepEqual(await whoAmI(cookie), {
      username: 'erika.muster',
      role: 'reviewer',
      tenants: ['shop'],
      secondFactor: false,
      byProvider: true,
    })
    assert.deepEqual((await lastActions()).slice(0, 2), [
      { action: 'console.sign-in', detail: { by: 'provider' } },
      { action: 'reviewer.create', detail: { reviewer: 'erika.muster', by: 'provider' } },
    ])

    provider.people.set('s-1', { preferred_username: 'erika.renamed', groups: ['chiefs'] })
    const { username, role, tenants } = await whoAmI(cookieIn(await come('s-1'), 'limen-console'))
    assert.deepEqual({ username, role, tenants }, { username: 'erika.muster', role: 'admin', tenants: undefined })
    assert.ok((await lastActions()).some(({ action }) => action === 'reviewer.role.admin'))
  })

  it('refuses whoever is in no group that gives anything, and ends what was open', async () => {
    provider.people.set('s-2', { preferred_username: 'max', groups: ['desk'] })
    const cookie = cookieIn(await come('s-2'), 'limen-console')
    assert.equal((await whoAmI(cookie)).username, 'max')
    provider.people.set('s-2', { preferred_username: 'max', groups: ['football'] })
    assert.equal((await come('s-2')).headers.location, '/console/?refused=no-role')
    assert.equal((await whoAmI(cookie)).code, 'SIGN_IN_REQUIRED')
    assert.ok((await lastActions()).some(({ action }) => action === 'console.sign-in.refused'))

    provider.people.set('s-3', {})
    assert.equal((await come('s-3')).headers.location, '/console/?refused=no-role')
    assert.equal(await test.ports.reviewers.bySubject(`${provider.issuer} s-3`), undefined, 'nothing is kept')
  })

  it('never opens an account of the same name that is somebody else’s', async () => {
    provider.people.set('s-4', { preferred_username: 'chief', groups: ['desk'] })
    const { username, role } = await whoAmI(cookieIn(await come('s-4'), 'limen-console'))
    assert.match(username, /^chief-[0-9a-f]{8}$/)
    assert.equal(role, 'reviewer')
  })

  it('stays outside when an admin has disabled the account', async () => {
    provider.people.set('s-5', { preferred_username: 'dora', groups: ['desk'] })
    await come('s-5')
    const chief = await signIn(test, 'chief')
    assert.equal((await chief.call('PATCH', 'accounts/dora', { role: 'admin' })).statusCode, 400, 'groups say the role')
    assert.equal((await chief.call('PATCH', 'accounts/dora', { reset: true })).statusCode, 400)
    assert.equal((await chief.call('PATCH', 'accounts/dora', { disabled: true })).statusCode, 200)
    assert.equal((await come('s-5')).headers.location, '/console/?refused=disabled')
  })

  it('has no password here: none opens it, none can be set', async () => {
    provider.people.set('s-6', { preferred_username: 'fred', groups: ['desk'] })
    const cookie = cookieIn(await come('s-6'), 'limen-console')
    const mark = (await test.ports.reviewers.byUsername('fred'))?.passwordHash ?? ''
    for (const password of [PASSWORD, mark])
      assert.equal((await ask(test, 'POST', 'session', { payload: { username: 'fred', password } })).statusCode, 401)
    const payload = { password: PASSWORD, next: 'another password that is long' }
    assert.equal((await ask(test, 'PUT', 'session/password', { payload, headers: { cookie } })).statusCode, 400)
  })

  it('takes no answer that was not asked for by this browser, and none twice', async () => {
    provider.people.set('s-7', { preferred_username: 'gina', groups: ['chiefs'] })
    const { address, pending } = await begin()
    const back = (await visitProvider(address, 's-7')).slice(ORIGIN.length)
    const failed = '/console/?refused=failed'
    assert.equal((await page(back)).headers.location, failed, 'without the cookie')
    assert.equal((await page(back, (await begin()).pending)).headers.location, failed, 'of another round')
    const other = back.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`)
    assert.equal((await page(other, pending)).headers.location, failed, 'another state')
    assert.equal(
      (await page(back.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'), pending)).headers.location,
      failed,
    )
    assert.equal((await page(back, pending)).headers.location, '/console/')
    assert.equal((await page(back, pending)).headers.location, failed, 'the code is spent')
    const denied = await come('')
    assert.equal(denied.headers.location, failed)
    const code = /code=([\w-]+)/.exec(back)?.[1] ?? ''
    assert.ok(code.length > 20)
    assert.ok(!test.log().includes(code) && !test.log().includes(CLIENT.secret))
  })

  it('takes groups from the ID token as well', async (t) => {
    const plain = await startProvider(CALLBACK, { conformIdTokenClaims: false })
    t.after(() => plain.close())
    const other = await startConsole({ settings: { ...settingsFor(plain), oidcGroupsClaim: 'groups' } })
    t.after(() => other.close())
    plain.people.set('s-1', { preferred_username: 'hans', groups: ['desk'] })
    const { address, pending } = await begin(other)
    const back = (await visitProvider(address, 's-1')).slice(ORIGIN.length)
    const answer = await other.app.inject({ method: 'GET', url: back, headers: { cookie: pending } })
    assert.equal(answer.headers.location, '/console/')
  })

  it('says so when the provider does not answer, and leaves local accounts in peace', async (t) => {
    const unreachable = await startConsole({ settings: settingsFor({ issuer: 'http://127.0.0.1:9' }) })
    t.after(() => unreachable.close())
    const answer = await unreachable.app.inject({ method: 'GET', url: '/console/sign-in/provider' })
    assert.equal(answer.headers.location, '/console/?refused=unavailable')
    await signIn(unreachable, 'ada')
  })

  it('goes there and back in a real browser, from another site, with role and tenants', { skip }, async (t) => {
    const port = await freePort()
    const address = `http://localhost:${port}`
    const real = await startProvider(`${address}/console/sign-in/callback`)
    t.after(() => real.close())
    const place = await startConsole({ settings: { ...settingsFor(real), baseUrl: address } })
    t.after(() => place.close())
    await place.addTenant('shop')
    await place.app.listen({ port, host: 'localhost' })
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '', args: ['--no-sandbox'] })
    t.after(() => browser.close())
    const visitor = await browser.newPage()
    visitor.setDefaultTimeout(PATIENT_MS)
    const goThere = async () => {
      await visitor.getByRole('link', { name: 'Continue with your company account' }).click()
      assert.ok(visitor.url().startsWith(real.issuer), 'the provider is another site')
      await visitor.getByLabel('Subject').fill('s-1')
      await visitor.getByRole('button', { name: 'Go on' }).click()
    }
    real.people.set('s-1', { preferred_username: 'erika.muster', groups: ['shop desk'] })
    await visitor.goto(`${address}/console/`)
    await goThere()
    const rail = visitor.getByRole('navigation', { name: 'Console' })
    await rail.locator('summary').filter({ hasText: 'erika.muster' }).click()
    await rail.getByText('Signed in as erika.muster, reviewer').waitFor()
    await visitor.goto(`${address}/console/settings/account`)
    await visitor.getByText('Your password and second factor are managed by your company account.').waitFor()
    assert.equal(await visitor.getByRole('link', { name: 'API credentials' }).count(), 0)
    await rail.locator('summary').filter({ hasText: 'erika.muster' }).click()
    await rail.getByRole('button', { name: 'Sign out' }).click()

    real.people.set('s-1', { preferred_username: 'erika.muster', groups: ['football'] })
    await visitor.goto(`${address}/console/sign-in/provider`) // the provider still knows them
    await visitor.getByText('You are signed in, but none of your groups').waitFor()
    assert.equal(await rail.count(), 0)
  })

  it('can be the only way in', async (t) => {
    const strict = await startConsole({ settings: { ...settingsFor(provider), localAccounts: false } })
    t.after(() => strict.close())
    const refused = await ask(strict, 'POST', 'session', { payload: { username: 'chief', password: PASSWORD } })
    assert.equal(refused.statusCode, 401)
    assert.deepEqual((await ask(strict, 'GET', 'sign-in')).json(), { local: false, provider: 'your company account' })
  })
})
