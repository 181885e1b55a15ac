import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { startSession } from '../api/client.ts'
import { assertAccessible } from './console-axe.ts'
import { type ConsolePlace, noBrowser, openPlace } from './console-place.ts'
import { PATIENT_MS } from './support/browser.ts'

const german = await loadTexts('de-DE')

describe('the hosted page as an admin shapes it', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
  })
  after(() => place?.close())

  const preview = (page: Page) => page.frameLocator('iframe[title="The hosted page"]')
  const inPreview = <Value>(page: Page, expression: string): Promise<Value> => {
    const frame = page.frames().find((each) => each.url().endsWith('/preview'))
    assert.ok(frame)
    return frame.evaluate<Value>(expression)
  }
  const colourOf = (page: Page, selector: string) =>
    inPreview<string>(page, `getComputedStyle(document.querySelector('${selector}')).backgroundColor`)

  it('shows a text in the preview while it is written, and in a real session once it is saved', async () => {
    const page = await place.signIn('chief', 'settings/page')
    await preview(page).getByRole('heading', { name: 'Let’s confirm it’s you' }).waitFor()
    await page.locator('.texts summary', { hasText: 'Welcome' }).click()
    const field = page.getByRole('textbox', { name: 'Welcome title' })
    await field.fill('')
    await field.pressSequentially('Who is there?')
    await preview(page).getByRole('heading', { name: 'Who is there?' }).waitFor()
    assert.equal(await field.inputValue(), 'Who is there?', 'the preview takes no letter away from whoever writes')
    await assertAccessible(page, 'hosted page')

    const { accessToken } = await startSession(place.test)
    const open = async () => {
      const person = await (await place.browser.newContext({ locale: 'en-US' })).newPage()
      await person.goto(`${place.address}/web-enrolment/?token=${accessToken}`)
      return person
    }
    const before = await open()
    await before.getByRole('heading', { name: 'Let’s confirm it’s you' }).waitFor()
    await before.context().close()

    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved/).waitFor()
    const after = await open()
    await after.getByRole('heading', { name: 'Who is there?' }).waitFor()
    await after.getByRole('button', { name: 'Start' }).waitFor()
    await after.getByLabel('Language').selectOption('de-DE')
    await after.locator('html[lang="de-DE"]').waitFor()
    await after.getByRole('heading', { name: german.welcomeTitle }).waitFor()
    await after.context().close()
    await page.context().close()
  })

  it('says what is wrong with a sentence that lost its value, and saves nothing of it', async () => {
    const page = await place.signIn('chief', 'settings/page')
    await page.locator('.texts summary', { hasText: 'Welcome' }).click()
    await page.getByRole('textbox', { name: /^Privacy text/ }).fill('We erase it soon.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('texts en-US.privacyText must contain the value {days}').waitFor()
    assert.equal((await place.test.ports.tenants.load('acme'))?.settings.texts?.['en-US']?.privacyText, undefined)
    await page.context().close()
  })

  it('lets an admin say whether a live selfie may be a file and a refused picture go to a reviewer, and the audit log tells of it', async () => {
    const page = await place.signIn('chief', 'settings/page')
    const tick = page.getByRole('checkbox', { name: /^Accept an uploaded file as a live selfie/ })
    assert.equal(await tick.isChecked(), false)
    await tick.check()
    await page.getByRole('checkbox', { name: /^Offer to send a picture to a reviewer/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Saved/).waitFor()
    const saved = (await place.test.ports.tenants.load('acme'))?.settings
    assert.deepEqual([saved?.selfieFiles, saved?.refusedToReviewer], [true, true])
    const [entry] = await place.test.ports.audit.list({ tenant: 'acme' }, 1)
    assert.match(String(entry?.detail?.changed), /selfieFiles.*refusedToReviewer/)
    await page.context().close()
  })

  it('follows the language, the shade, the width and the colour that are chosen', async () => {
    const page = await place.signIn('chief', 'settings/page')
    await preview(page).getByRole('button', { name: 'Start' }).waitFor()
    await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('ar-SA')
    await preview(page).locator('html[dir="rtl"]').waitFor()
    const light = await colourOf(page, 'body')
    await page.getByRole('button', { name: 'dark' }).click()
    await until(async () => (await colourOf(page, 'body')) !== light)
    await page.getByRole('button', { name: 'light' }).click()
    await page.getByLabel('Color').fill('#0b5f3f')
    await until(async () => (await colourOf(page, 'button.primary')) === 'rgb(11, 95, 63)')
    await page.getByRole('button', { name: 'desktop' }).click()
    assert.equal(await inPreview(page, 'innerWidth'), 1180)
    await page.getByLabel('Screen').selectOption('done')
    await preview(page).locator('.page h1').waitFor()
    await page.context().close()
  })

  it('gives the preview neither the service nor a camera, and lets no other origin frame it', async () => {
    const answer = await fetch(`${place.address}/web-enrolment/preview`)
    assert.match(String(answer.headers.get('content-security-policy')), /connect-src 'none';.*frame-ancestors 'self'$/)
    assert.match(String(answer.headers.get('permissions-policy')), /camera=\(\)/)
    const page = await place.signIn('chief', 'settings/page')
    await preview(page).getByRole('button', { name: 'Start' }).waitFor()
    const tried = await inPreview(
      page,
      `(async () => ({
        network: await fetch('/api/v1/enrolment/session').then(() => 'reached', () => 'refused'),
        camera: document.featurePolicy.allowsFeature('camera'),
      }))()`,
    )
    assert.deepEqual(tried, { network: 'refused', camera: false })
    const other = await place.browser.newPage()
    const blocked = other.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()))
    await other.setContent(`<iframe src="${place.address}/web-enrolment/preview"></iframe>`)
    await blocked
    await Promise.all([page.context().close(), other.close()])
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENT_MS; !(await holds()); ) {
    assert.ok(Date.now() < end, 'it never came')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
