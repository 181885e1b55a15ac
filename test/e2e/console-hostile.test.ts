import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { accept } from '../../src/formats/result.ts'
import { finishedSession, personOf } from '../api/client.ts'
import { PASSWORD, signIn } from '../apps/console/console.ts'
import { field, issuedPage, passportPage } from '../kernel/decision/genuine.ts'
import { passport } from '../support/app.ts'
import { approve, armed, type ConsolePlace, noBrowser, openPlace } from './console-place.ts'

/** Whatever of it is taken for markup leaves an element, and where it may run, a mark on the window. */
const hostile = (place: string) =>
  `${place}"'><img src=x onerror=window.taken=1><script>window.taken=1</script><svg onload=window.taken=1>{{7*7}}\${7*7}`

/** What a person, an integrator, a reviewer or a browser can write, by the mark that it begins with. */
const WRITTEN = [
  'tenant',
  'document',
  'surname',
  'given',
  'number',
  'reference',
  'first',
  'last',
  'label',
  'note',
  'sentence',
]
const SECTIONS = ['account', 'credentials', 'accounts', 'tenants', 'webhooks', 'policy', 'page', 'reviewing', 'audit']

/** Elements that only the text above can have made. */
const MADE = 'img[src="x"], script:not([src]), svg[onload], [onerror]'

describe('what strangers write, in the console', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
  })
  after(() => place?.close())

  /** Which of the texts were shown somewhere, as they were written. */
  const shown = new Set<string>()
  /** Reads what a screen shows, and looks for what it could have made of it. */
  async function read(page: Page, where: string): Promise<void> {
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    assert.equal(await page.locator(MADE).count(), 0, `${where} made elements of it`)
    assert.equal(await page.evaluate('window.taken'), undefined, `${where} ran it`)
    const texts = (await page.evaluate(
      `[document.body.textContent, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')`,
    )) as string
    for (const name of WRITTEN) if (texts.includes(`${name}"'><img`)) shown.add(name)
  }
  async function look(page: Page, path: string): Promise<void> {
    await page.goto(`${place.address}/console/${path}`)
    await page.getByRole('navigation', { name: 'Console' }).waitFor()
    await page.locator('main, .page').first().waitFor()
    await read(page, path)
  }

  it('is shown as it was written, on every screen, and is never markup', async () => {
    const { test } = place
    const tenant = await test.ports.tenants.load('acme')
    assert.ok(tenant)
    await test.ports.tenants.save({ ...tenant, name: hostile('tenant') })
    test.engine.page = async () =>
      accept({
        ...passport(),
        reading: passportPage({
          editor: hostile('editor'),
          documentName: hostile('document'),
          visual: [
            field('surname', hostile('surname')),
            field('given_name', hostile('given')),
            field('document_number', hostile('number')),
          ],
        }),
      })
    const { sessionId } = await finishedSession(test, {
      externalId: hostile('reference'),
      applicantForm: { firstName: hostile('first'), lastName: hostile('last') },
      consent: { givenAt: '2026-06-15T09:00:00Z', textVersion: hostile('text').slice(0, 60) },
    })
    const chief = await signIn(test, 'chief')
    const call = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
      const answer = await chief.call(method, path, payload)
      assert.ok(answer.statusCode < 300, `${path}: ${answer.body}`)
      return answer
    }
    await call('POST', 'credentials', { tenant: 'acme', mode: 'live', label: hostile('label').slice(0, 80) })
    test.engine.page = async () => accept({ ...passport(), reading: passportPage({ editor: hostile('editor') }) })
    const other = await finishedSession(test, { externalId: hostile('waiting') })
    await call('POST', `cases/${other.sessionId}/note`, { note: hostile('note') })
    const seen = (await chief.call('GET', `cases/${other.sessionId}`)).json().version
    const asked = { of: 'FRONT', reason: 'GLARE', sentence: hostile('sentence').slice(0, 200), version: seen }
    await call('POST', `cases/${other.sessionId}/new-picture`, asked)
    const settled = await finishedSession(test)
    const last = (await chief.call('GET', `cases/${settled.sessionId}`)).json().version
    await call('POST', `cases/${settled.sessionId}/verdict`, {
      verdict: 'reject',
      reason: hostile('verdict'),
      version: last,
    })
    await test.app.inject({
      method: 'POST',
      url: '/api/v1/console/session',
      headers: { 'x-limen-console': '1', origin: 'http://localhost:8080', 'user-agent': hostile('agent') },
      payload: { username: 'ben', password: PASSWORD },
    })

    const page = await place.signIn('chief')
    const violations: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) violations.push(message.text())
    })
    const visitAll = async () => {
      await look(page, 'queue')
      for (const id of [sessionId, other.sessionId, settled.sessionId]) {
        await look(page, `${id === other.sessionId ? 'queue' : 'sessions'}/${id}`)
        await page.getByText('History (').click()
        await read(page, 'the history')
      }
      for (const screen of ['sessions', 'overview', 'documents']) await look(page, screen)
      for (const section of SECTIONS) await look(page, `settings/${section}`)
    }
    // On a busy machine a screen may be read before it has all it shows.
    for (let tries = 0; tries < 3 && shown.size < WRITTEN.length; tries++) await visitAll()
    assert.deepEqual(
      WRITTEN.filter((name) => !shown.has(name)),
      [],
      'each was looked for where it is shown',
    )
    assert.deepEqual(violations, [], 'nothing had to be stopped by the policy of the page')
    await page.context().close()
  })

  it('says “This case has changed” when a verdict is given on another version than was seen', async () => {
    const { test } = place
    test.engine.page = async () => accept({ ...passport(), reading: issuedPage({ editor: 'Some Editor 1.0' }) })
    const body = { externalId: 'the case that changes' }
    const { sessionId, integrator } = await finishedSession(test, body)
    const ben = await signIn(test, 'ben')
    const { version } = (await ben.call('GET', `cases/${sessionId}`)).json()
    const asked = await ben.call('POST', `cases/${sessionId}/new-picture`, { of: 'FRONT', reason: 'GLARE', version })
    assert.equal(asked.statusCode, 200, asked.body)

    const ada = await place.signIn('ada', `queue/${sessionId}`)
    await ada.getByRole('button', { name: 'Approve' }).waitFor()
    const again = (await integrator.initialize({ sessionId, ...body })).json<{ accessToken: string }>()
    const person = personOf(test.app, again.accessToken)
    assert.equal((await person.document()).json().hasError, false)
    assert.equal((await person.complete()).statusCode, 200)

    await armed(ada)
    await approve(ada)
    await ada.getByText('This case has changed since you opened it.').waitFor()
    await ada.getByRole('alert').getByText('Sent the new picture of the front').waitFor()
    assert.equal((await test.ports.sessions.peek('acme', sessionId))?.status, 'WAITING_FOR_MANUAL_APPROVE')

    await armed(ada)
    await approve(ada)
    await ada.getByText('Approved.').waitFor()
    assert.equal((await test.ports.sessions.peek('acme', sessionId))?.status, 'MANUAL_APPROVED')
    await ada.context().close()
  })
})
