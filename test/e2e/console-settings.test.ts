import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { decodeSecret, makeCode } from '../../src/kernel/accounts/second-factor.ts'
import { countReached } from '../../src/kernel/figures/funnel.ts'
import { verifyEvidence } from '../../src/kernel/results/verify-evidence.ts'
import { startSession } from '../api/client.ts'
import { PASSWORD, waitingSession } from '../apps/console/console.ts'
import { basic } from '../support/app.ts'
import { assertAccessible, assertAccessibleInBoth } from './console-axe.ts'
import { type ConsolePlace, noBrowser, openPlace } from './console-place.ts'
import { PATIENT_MS } from './support/browser.ts'

describe('running the service in a browser', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
  })
  after(() => place?.close())

  it('shows a reviewer no settings of admins, and the service refuses them all the same', async () => {
    const page = await place.signIn('ada', 'settings/credentials')
    await page.getByText('Only admins can open this page.').waitFor()
    assert.equal(await page.getByRole('link', { name: 'API credentials' }).count(), 0)
    const status = await page.evaluate(
      `fetch('/api/v1/console/credentials', { headers: { 'x-limen-console': '1' } }).then(({ status }) => status)`,
    )
    assert.equal(status, 403)
    await page.context().close()
  })

  it('makes a credential that opens the API at once', async () => {
    const page = await place.signIn('chief', 'settings/credentials')
    await page.getByRole('button', { name: 'New credential' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await assertAccessible(page, 'shown once')
    const [username = '', password = ''] = await dialog.locator('dd').allTextContents()
    const answer = await fetch(`${place.address}/api/v1/enrolment/initialize`, {
      method: 'POST',
      headers: { authorization: basic(username, password), 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(answer.status, 200)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    assert.equal(await page.getByText(password).count(), 0)
    await page.context().close()
  })

  it('registers a service that people sign in to, and revokes it', async () => {
    const page = await place.signIn('chief', 'settings/sign-in')
    await page.getByText('No services').waitFor()
    const send = page.getByRole('button', { name: 'New service' })
    assert.ok(await send.isDisabled())
    await page.getByLabel('Name that people see').fill('Lamp Shop')
    await page.getByLabel('Redirect URI').fill('http://shop.example/callback')
    await send.click()
    await page.getByText(/is not an https address/).waitFor()
    await page.getByLabel('Redirect URI').fill('https://shop.example/callback')
    await page.getByLabel('portrait').check()
    const logoOf = async (width: number) => {
      const picture = sharp({ create: { width, height: 30, channels: 3, background: '#8a1c4a' } })
      return { name: 'logo.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() }
    }
    await page.getByLabel(/^Logo/).setInputFiles(await logoOf(90))
    await send.click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const [id = '', secret = '', issuer = ''] = await dialog.locator('dd').allTextContents()
    const discovery = await fetch(`${place.address}/openid/.well-known/openid-configuration`)
    assert.equal(((await discovery.json()) as { issuer: string }).issuer, issuer)
    const pushed = (password: string) =>
      fetch(`${place.address}/openid/request`, {
        method: 'POST',
        headers: { authorization: basic(id, password) },
        body: new URLSearchParams({
          client_id: id,
          response_type: 'code',
          scope: 'openid',
          redirect_uri: 'https://shop.example/callback',
          code_challenge: 'x'.repeat(43),
          code_challenge_method: 'S256',
        }),
      }).then(({ status }) => status)
    assert.deepEqual([await pushed(secret), await pushed('another')], [201, 401])
    await page.getByRole('button', { name: 'I have saved it' }).click()
    const cell = page.getByRole('cell', { name: /Lamp Shop/ })
    await cell.waitFor()
    // The policy of the console lets no script wait in the page.
    const shownWith = async (width: number) => {
      const now = () => page.evaluate<number>(`document.querySelector('table img.logo')?.naturalWidth`)
      for (const end = Date.now() + PATIENT_MS; (await now()) !== width; await page.waitForTimeout(50))
        assert.ok(Date.now() < end, `no logo of ${width} pixels`)
    }
    await shownWith(90)
    await assertAccessibleInBoth(page, 'sign-in for services')
    await page.getByRole('button', { name: 'Name and logo Lamp Shop' }).click()
    await dialog.getByLabel('Name that people see').fill('Light Shop')
    await dialog.getByLabel(/^Logo/).setInputFiles(await logoOf(60))
    await assertAccessible(page, 'name and logo')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: /Light Shop/ }).waitFor()
    await shownWith(60)
    await page.getByRole('button', { name: 'Revoke Light Shop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    assert.notEqual(await pushed(secret), 201)
    await page.context().close()
  })

  it('checks a tenant’s addresses while they are typed, as the service does', async () => {
    const page = await place.signIn('chief', 'settings/tenants')
    const address = page.getByLabel('URL that people return to when they are done (https)')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await address.fill('http://shop.example')
    await page.getByText('Return url must be an absolute https address').waitFor()
    assert.ok(await save.isDisabled())
    await address.fill('https://shop.example/done')
    await page.getByLabel('Origins that may embed').fill('https://shop.example/page')
    await page.getByText(/Frame origins must be origins/).waitFor()
    await assertAccessibleInBoth(page, 'tenants')
    await page.getByLabel('Origins that may embed').fill('https://shop.example')
    await page.getByText(/Frame origins must be origins/).waitFor({ state: 'detached' })
    await save.click()
    await page.getByText('Saved.').waitFor()
    const { settings } = (await place.test.ports.tenants.load('acme')) ?? {}
    assert.deepEqual(
      [settings?.returnUrl, settings?.frameOrigins],
      ['https://shop.example/done', ['https://shop.example']],
    )
    await address.fill('')
    await save.click()
    await page.getByText('Saved.').waitFor()
    await page.context().close()
  })

  it('sets chip, wallet, issuance and screening by forms, saves a page at once, and takes a setting away again', async () => {
    const page = await place.signIn('chief', 'settings/verification')
    const settings = async () => (await place.test.ports.tenants.load('acme'))?.settings
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const choose = (label: string, value: string) =>
      page.getByRole('combobox', { name: new RegExp(`^${label}`) }).selectOption(value)
    await choose('Chip of the document', 'required')
    await choose('Credential in a wallet', 'instead')
    await choose('A credential without a portrait', 'accept')
    await choose('Signed barcodes', 'optional')
    await page.getByLabel('People are compared with the lists').check()
    await page.getByLabel('Points needed for a hit').fill('90')
    await page.getByText('Not saved yet.').waitFor()
    await save.click()
    await page.getByText(/^Saved/).waitFor()
    const saved = await settings()
    assert.deepEqual(
      [saved?.chip, saved?.wallet, saved?.walletWithoutPortrait, saved?.seals, saved?.screening?.threshold],
      ['required', 'instead', 'accept', 'optional', 90],
    )
    for (const label of ['Chip of the document', 'A credential without a portrait', 'Signed barcodes'])
      await choose(label, '')
    await choose('Credential in a wallet', '')
    await page.getByLabel('People are compared with the lists').uncheck()
    await save.click()
    await page.getByText(/^Saved/).waitFor()
    assert.deepEqual([(await settings())?.chip, (await settings())?.wallet], [undefined, undefined])

    await page.goto(`${place.address}/console/settings/integrations`)
    await page.getByLabel('Approved people get a credential').check()
    await page.getByLabel('Days it is valid for').fill('30')
    await page.getByLabel('Picture', { exact: true }).check()
    await save.click()
    await page.getByText(/^Saved/).waitFor()
    assert.deepEqual((await settings())?.issuance, {
      claims: ['family_name', 'given_name', 'birthdate', 'picture'],
      days: 30,
    })
    await page.getByLabel('Approved people get a credential').uncheck()
    await save.click()
    await page.getByText(/^Saved/).waitFor()
    assert.equal((await settings())?.issuance, undefined)
    await page.context().close()
  })

  it('tries a policy on past sessions before it can be put to use', async () => {
    await waitingSession(place.test)
    const page = await place.signIn('chief', 'settings/policy')
    await page.getByText('JSON', { exact: true }).click()
    const editor = page.getByLabel('Policy as JSON')
    const use = page.getByRole('button', { name: 'Activate' })
    const text = await editor.inputValue()
    const { version } = JSON.parse(text) as { version: string }
    await editor.fill(text.replace(`"version": "${version}"`, '"version": 1'))
    await page.getByRole('button', { name: 'What would change?' }).click()
    await page.getByText(/version: must be a text/).waitFor()
    assert.ok(await use.isDisabled(), 'not before it was tried')

    const rules = JSON.parse(text)
    rules.version = 'stricter'
    rules.factors.mrzOcrCrossCheck = { ...rules.factors.mrzOcrCrossCheck, onLow: 'reject', onMedium: 'reject' }
    await editor.fill(JSON.stringify(rules, undefined, 2))
    await page.getByRole('button', { name: 'What would change?' }).click()
    await page.getByText('1 of 1 past live sessions would be decided differently.').waitFor()
    await page.getByText('1 from refer to reject').waitFor()
    assert.equal((await place.test.ports.policies.current('acme')).version, version)
    await use.click()
    await page.getByRole('cell', { name: /default stricter/ }).waitFor()
    assert.equal((await place.test.ports.policies.current('acme')).version, 'stricter')
    await editor.fill(text)
    await page.getByRole('button', { name: 'What would change?' }).click()
    await page.getByText(/sessions would be decided differently/).waitFor()
    await use.click()
    await page.getByRole('cell', { name: `default ${version}` }).waitFor()
    await page.context().close()
  })

  it('edits the policy as a form that writes the same JSON, and asks before what is written is lost', async () => {
    const page = await place.signIn('chief', 'settings/policy')
    await page.getByText('Same face', { exact: true }).click()
    const factor = page.locator('details[open]')
    await factor.getByText(/past scores, about/).waitFor()
    await assertAccessibleInBoth(page, 'policy form')
    await page.getByLabel('Version').fill('by form')
    await factor.getByLabel('High above a score of').fill('61.5')
    await factor.getByLabel('When medium').selectOption('reject')
    await page.getByText('JSON', { exact: true }).click()
    const editor = page.getByLabel('Policy as JSON')
    const { sha256: _sha256, ...byHand } = structuredClone(await place.test.ports.policies.current('acme'))
    byHand.version = 'by form'
    byHand.factors.faceVerification = { ...byHand.factors.faceVerification, high: 61.5, onMedium: 'reject' } as never
    assert.deepEqual(JSON.parse(await editor.inputValue()), byHand)

    let asked = 0
    page.on('dialog', (dialog) => {
      asked += 1
      return asked === 1 ? dialog.dismiss() : dialog.accept()
    })
    await page.getByRole('link', { name: 'People', exact: true }).click()
    assert.equal(asked, 1)
    assert.match(await editor.inputValue(), /by form/, 'it is still there')
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('heading', { name: 'Signed in now' }).waitFor()
    assert.equal(asked, 2)
    await page.context().close()
  })

  it('shows what was measured of each level across its card, and the other choice under the cards', async () => {
    const page = await place.signIn('chief', 'settings/verification')
    const card = page.locator('.level').first()
    await card.locator('dl').waitFor()
    const width = async (of: string) => (await card.locator(of).first().boundingBox())?.width ?? 0
    assert.ok((await width('dl')) > 0.9 * (await width('.soft')))
    const sizes = await card.locator('*').evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fontSize))
    assert.deepEqual(
      sizes.filter((size) => Number.parseFloat(size) < 15),
      [],
      'nothing in it is small',
    )
    const bottoms = await page
      .locator('.level')
      .evaluateAll((cards) => cards.map((each) => each.getBoundingClientRect().bottom))
    const tick = await page.locator('.levels .tick').boundingBox()
    assert.ok((tick?.y ?? 0) >= Math.max(...bottoms))
    await page.context().close()
  })

  it('says on the overview why sessions were referred and what would remove it; the engine is on the page “System”', async () => {
    await waitingSession(place.test)
    const page = await place.signIn('chief', 'overview')
    const why = page.getByRole('region', { name: 'Why sessions were referred' })
    await why.getByText('Nothing to configure: this is evidence against the person').first().waitFor()
    await page.getByText('Approved automatically').first().waitFor()
    assert.equal(await page.getByText('Webhooks pending').count(), 0)
    await page.goto(`${place.address}/console/settings/system`)
    await page.getByText('Webhooks pending').waitFor()
    await page.getByText('Engine time by step').waitFor()
    await page.context().close()
  })

  it('shows trials when one switches to them, with one badge for all, and live sessions again after that', async () => {
    const { sessionId } = await startSession(place.test, {}, 'acme', 'test')
    const page = await place.signIn('chief', 'sessions')
    const trial = page.getByRole('row').filter({ hasText: sessionId.slice(0, 8) })
    await page.getByRole('row').nth(1).waitFor()
    assert.equal(await trial.count(), 0)
    await page.getByRole('radio', { name: 'Test' }).check()
    await trial.waitFor()
    assert.equal(await page.getByText('TEST', { exact: true }).count(), 1)
    await assertAccessible(page, 'test sessions')
    await page.getByRole('radio', { name: 'Live' }).check()
    await trial.waitFor({ state: 'detached' })
    await page.context().close()
  })

  it('finds a session, saves its evidence, and deletes it after a second question', async () => {
    const { sessionId, integrator } = await waitingSession(place.test, { externalId: 'order 4711' })
    const page = await place.signIn('chief', 'sessions')
    await page.getByLabel('Reference').fill('order 4711')
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText('1', { exact: true }).waitFor()
    assert.doesNotMatch(page.url(), /4711/)
    await page.keyboard.press('Tab')
    await page
      .getByRole('row')
      .filter({ hasText: sessionId.slice(0, 8) })
      .getByRole('link')
      .click()
    await page.locator('.picture img').first().waitFor()
    await page.getByRole('link', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.keyboard.type('Altered.')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.endsWith(sessionId))

    await page.goto(`${place.address}/console/sessions/${sessionId}`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download evidence' }).click(),
    ])
    const report = verifyEvidence(await readFile(await download.path()))
    assert.deepEqual(report.problems, [])
    assert.equal(report.manifest?.sessionId, sessionId)

    await page.getByRole('button', { name: 'Delete' }).click()
    const sure = page.getByRole('button', { name: 'Delete permanently' })
    await assertAccessible(page, 'deletion')
    assert.ok(await sure.isDisabled())
    await page.getByLabel(/to confirm/).fill(sessionId.slice(0, 8))
    assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 200)
    await sure.click()
    await page.waitForURL('**/console/sessions')
    assert.equal((await integrator.get(`${sessionId}/status`)).statusCode, 404)
    await page.context().close()
  })

  it('draws every screen without a barrier, light and dark', async () => {
    const { sessionId } = await waitingSession(place.test)
    const page = await place.signIn('chief', 'overview')
    const settings = 'account people verification capture integrations security system'.split(' ')
    for (const path of [
      ...['overview', 'queue', `queue/${sessionId}`, 'sessions', `sessions/${sessionId}`, 'documents', 'shortcuts'],
      ...settings.map((name) => `settings/${name}`),
    ]) {
      await page.evaluate(
        `history.pushState(null, '', '/console/${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      )
      await page.locator('main:not(:has(.skeleton)) h1').waitFor()
      if (path.endsWith(sessionId)) await page.locator('.picture img').first().waitFor()
      await assertAccessibleInBoth(page, path)
    }
    await page.context().close()
  })

  it('reads long lists page by page, and begins again when the filter changes', async () => {
    for (let at = 0; at < 55; at++) await startSession(place.test, { externalId: `page ${at}` })
    const page = await place.signIn('chief', 'sessions')
    const rows = page.locator('tbody tr')
    await rows.nth(49).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('cell', { name: 'page 0', exact: true }).waitFor()
    assert.ok((await rows.count()) >= 55)
    await page.getByLabel('Status').selectOption('EXPIRED')
    await page.getByText('No sessions match').waitFor()
    const today = new Date().toLocaleDateString('sv-SE')
    await page.getByLabel('Status').selectOption('PENDING')
    await page.getByLabel('To', { exact: true }).fill(today)
    await page.getByLabel('From').fill(today)
    await page.getByLabel('From').press('Enter')
    await rows.nth(49).waitFor()
    assert.equal(await rows.count(), 50)

    await page.goto(`${place.address}/console/settings/audit`)
    await page.getByLabel('What').selectOption('sessions')
    await rows.nth(49).waitFor()
    await page.getByRole('button', { name: 'Show older entries' }).click()
    await rows.nth(54).waitFor()
    await page.getByLabel('Who').fill('nobody at all')
    await page.getByLabel('Who').press('Enter')
    await page.getByText('No entries match').waitFor()
    await page.context().close()
  })

  it('is light or dark as somebody chose, as the device has it otherwise, and remembers', async () => {
    const page = await place.signIn('ada', 'shortcuts')
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await paper()
    await page.locator('.whoami > summary').click()
    await page.getByLabel('Theme').selectOption('dark')
    const dark = await paper()
    assert.notEqual(dark, light)
    await page.reload()
    await page.getByRole('navigation', { name: 'Console' }).waitFor()
    assert.equal(await paper(), dark)
    await page.locator('.whoami > summary').click()
    await page.getByLabel('Theme').selectOption('')
    assert.equal(await paper(), light)
    await page.emulateMedia({ colorScheme: 'dark' })
    assert.equal(await paper(), dark)
    await page.getByLabel('Theme').selectOption('light')
    assert.equal(await paper(), light)
    await page.context().close()
  })

  it('leads from the marks of the overview to their sessions, and back; filters stand in the address', async () => {
    const { sessionId } = await startSession(place.test, { externalId: 'stopped early' })
    const stopped = await place.test.ports.sessions.load('acme', sessionId)
    assert.ok(stopped)
    const device = { id: 'a phone', since: new Date().toISOString() }
    await place.test.ports.sessions.save({ ...stopped, device })
    const by = { device: 'phone', language: 'de' } as const
    await place.test.ports.figures.countCaptures(
      { tenant: 'acme', mode: 'live' },
      by,
      countReached('started'),
      new Date(),
    )

    const page = await place.signIn('chief', 'overview')
    await page.getByLabel('Range').selectOption('7')
    await page.getByRole('link', { name: 'Started' }).click()
    await page.getByText('Stopped at “Started”').waitFor()
    const row = page
      .getByRole('row')
      .filter({ hasText: sessionId.slice(0, 8) })
      .getByRole('link')
    await row.waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await row.click()
    await page.locator('.case').waitFor()
    assert.match(page.url(), /[?&]reached=started&/)
    await page.locator('.back').click()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.waitForURL((url) => !url.searchParams.has('reached'))
    await page.goBack()
    await page.getByText('Stopped at “Started”').waitFor()
    for (let back = 0; !page.url().includes('/overview') && back < 5; back++) await page.goBack()
    assert.equal(await page.getByLabel('Range').inputValue(), '7')
    await page.locator('.plot .point').last().click()
    await page.waitForURL((url) => url.searchParams.get('from') === url.searchParams.get('to'))
    await page.locator('tbody tr').first().waitFor()

    await page.goto(`${place.address}/console/queue?country=FRA`)
    await page.getByText('No cases in this view').waitFor()
    await page.getByRole('button', { name: 'Show all cases' }).click()
    await page.waitForURL((url) => url.search === '')
    await page.goBack()
    await page.getByText('No cases in this view').waitFor()
    await page.context().close()
  })

  it('checks the address of webhooks while it is typed, and asks before it is lost', async () => {
    const page = await place.signIn('chief', 'settings/webhooks')
    const address = page.getByLabel('Webhook URL (https)')
    await address.fill('http://shop.example/hook')
    await page.getByText('Webhook url must be an absolute https address').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
    page.once('dialog', (dialog) => dialog.dismiss())
    await page.getByRole('link', { name: 'People', exact: true }).click()
    assert.equal(await address.inputValue(), 'http://shop.example/hook', 'it is still there')
    await address.fill('https://shop.example/hook')
    await page.getByText('Webhook url must be').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.equal((await place.test.ports.tenants.load('acme'))?.settings.webhookUrl, 'https://shop.example/hook')
    await page.setViewportSize({ width: 390, height: 844 })
    for (const section of ['webhooks', 'credentials', 'accounts', 'audit']) {
      await page.goto(`${place.address}/console/settings/${section}`)
      await page.locator('table').first().waitFor()
      const beyond = await page.evaluate<number>(
        `Math.max(...[document.documentElement, ...document.querySelectorAll('main, main *')]
          .filter((each) => each.clientWidth > 20 && getComputedStyle(each).overflowX !== 'visible')
          .map((each) => each.scrollWidth - each.clientWidth))`,
      )
      assert.ok(beyond <= 0, `${section} at 390 pixels: ${beyond} lie beyond the edge`)
    }
    await page.context().close()
  })

  it('shows the lists and what became of their fetch, and keeps a blocklist', async () => {
    const { listSources, clock } = place.test.ports
    const audit = { at: clock(), tenant: '*', actor: 'system', action: 'list.schedule' } as const
    await listSources.put({ list: 'un', url: 'https://lists.example/un.xml', everyHours: 12 }, audit)
    const claimed = await listSources.claim('node', clock(), 60)
    assert.equal(claimed?.list, 'un')
    const text = 'The address answered 503.'
    await listSources.finish('node', 'un', { at: clock(), outcome: 'failed', text }, clock())

    const page = await place.signIn('chief', 'watchlist')
    await page
      .getByRole('row', { name: /un lists\.example 12 h .*Failed; the previous version is still in use/ })
      .waitFor()
    const own = page.getByRole('region', { name: 'Own blocklist' })
    await own.getByText('Nobody is on the blocklist').waitFor()
    await own.getByRole('textbox', { name: 'Name' }).fill('Zanthor Quibblewick')
    await own.getByLabel('Date of birth, if known').fill('1961-03-14')
    await own.getByLabel('Reason').fill('Sold a borrowed lamp')
    await own.getByRole('button', { name: 'Add' }).click()
    const row = own.getByRole('row', { name: /Zanthor Quibblewick, 1961-03-14 Sold a borrowed lamp chief/ })
    await row.waitFor()
    await own.getByLabel('What').selectOption('face')
    await own.getByLabel('Id of the session').fill('3f2b8c1e-0000-4000-8000-000000000000')
    await own.getByLabel('Reason').fill('Lent a passport')
    await own.getByRole('button', { name: 'Add' }).click()
    await own.getByText('The tenant does not have this session in this mode.').waitFor()
    await assertAccessible(page, 'lists')
    await row.getByRole('button', { name: 'Remove' }).click()
    await own.getByText('Nobody is on the blocklist').waitFor()
    await page.context().close()
  })

  it('binds a reviewer to a tenant, whose sessions are then all they see', async () => {
    await place.test.addTenant('shop', {})
    const { sessionId } = await waitingSession(place.test)
    const page = await place.signIn('chief', 'settings/accounts')
    await page.getByRole('button', { name: 'all tenants visible to ada, change' }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await page.getByLabel('All tenants, including future ones').uncheck()
    assert.ok(await save.isDisabled(), 'one must be ticked')
    await page.getByLabel('shop', { exact: true }).check()
    await assertAccessible(page, 'tenants of a reviewer')
    await save.click()
    await page.getByRole('button', { name: 'shop visible to ada, change' }).waitFor()

    const ada = await place.signIn('ada', 'queue')
    await ada.getByText('0 waiting').waitFor()
    await ada.goto(`${place.address}/console/sessions/${sessionId}`)
    await ada.getByText('It does not exist').or(ada.getByRole('alert')).first().waitFor()
    assert.equal(await ada.locator('.picture').count(), 0)

    await page.goto(`${place.address}/console/settings/audit`)
    await page.getByLabel('What').selectOption('settings')
    const row = page.getByRole('row', { name: /chief Reviewer tenants/ })
    await row.getByText('Reviewer: ada · Tenants: shop').waitFor()
    await page.getByLabel('Who').fill('ada')
    await page.getByLabel('What').selectOption('sign-ins')
    await page.getByRole('cell', { name: 'Console sign in' }).first().waitFor()
    assert.equal(await page.getByRole('cell', { name: 'chief', exact: true }).count(), 0)
    await Promise.all([page.context().close(), ada.context().close()])
  })

  it('sets up a second factor and asks for it from then on', async () => {
    const page = await place.signIn('ben', 'settings/account')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
    await assertAccessible(page, 'second factor')
    const secret = decodeSecret(((await page.locator('p.mono').textContent()) ?? '').replaceAll(' ', ''))
    assert.ok(secret)
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('textbox', { name: 'Code' }).fill(makeCode(secret, new Date()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText(/On: to sign in/).waitFor()
    await page.locator('.whoami > summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Username').fill('ben')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    // The next one: each code works once, and the one after it is taken already.
    await page.getByLabel(/authenticator/).fill(makeCode(secret, new Date(Date.now() + 30_000)))
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Console' }).waitFor()
    await page.context().close()
  })
})
