import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { finishedSession } from '../api/client.ts'
import { waitingSession } from '../apps/console/console.ts'
import { assertAccessible } from './console-axe.ts'
import { approve, armed, type ConsolePlace, noBrowser, openPlace } from './console-place.ts'

describe('a day at the console', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
  })
  after(() => place?.close())

  const focused = (page: Page) => page.evaluate<string>('document.activeElement.tagName')
  const boxOf = async (element: Locator) => (await element.boundingBox()) ?? assert.fail('it is not shown')

  it('says that test cases wait where no live ones do, and shows one badge for all of them', async () => {
    const { sessionId } = await finishedSession(place.test, {}, 'acme', 'test')
    const page = await place.signIn('ada')
    await page.getByRole('button', { name: '1 test case waiting' }).click()
    await page.getByText('1 waiting').waitFor()
    assert.equal(await page.getByText('TEST', { exact: true }).count(), 1)
    await page.keyboard.press('n')
    await page.waitForURL(`**/queue/${sessionId}*`)
    await page.context().close()
  })

  it('takes a case from the queue to another reviewer and into the audit log, with nothing covered and the focus kept', async () => {
    const { sessionId } = await waitingSession(place.test, { externalId: 'order 7' })
    const page = await place.signIn('ada')
    await page.setViewportSize({ width: 1280, height: 800 })
    const { keyboard } = page
    await page.getByText('1 waiting').waitFor()

    // Filters, and a view that is kept.
    await page.getByRole('combobox', { name: /^Reason/ }).selectOption({ index: 1 })
    await page.waitForURL(/cause=/)
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('Country').fill('AND')
    await keyboard.press('Tab')
    await page.getByLabel('Save as a view').fill('Mine')
    await keyboard.press('Enter')
    await page.getByLabel('Country').fill('AUT')
    await keyboard.press('Tab')
    await page.getByText('No cases in this view').waitFor()
    await page.getByLabel('Saved view').selectOption('Mine')
    await page.getByText('order 7').waitFor()
    const filtered = new URL(page.url()).search

    // The palette acts on the case, finds it, and leads elsewhere.
    await page.getByRole('button', { name: 'Next case' }).click()
    await armed(page)
    assert.equal(new URL(page.url()).search, filtered, 'the address keeps what was looked for')
    await keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await assertAccessible(page, 'palette')
    await keyboard.type('rej')
    await keyboard.press('Enter')
    await page.getByLabel('Reason for rejection').waitFor()

    // The form stands next to the evidence, and says what is missing.
    const form = await boxOf(page.locator('.decision form'))
    for (const evidence of ['.people', '.sides', '.facts']) {
      const box = await boxOf(page.locator(evidence))
      assert.ok(box.x + box.width <= form.x + 1 && box.height > 100, `${evidence} is covered`)
    }
    const desktop = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const onPhone = await boxOf(page.locator('.decision'))
    assert.ok(onPhone.height < 844 / 3, `on a phone the form is ${onPhone.height} high`)
    await page.getByRole('button', { name: 'Reject' }).waitFor()
    if (desktop) await page.setViewportSize(desktop)
    await keyboard.press('Enter')
    await page.getByRole('alert').getByText('Choose a reason, or write one.').waitFor()
    await keyboard.press('Escape')
    assert.equal(await focused(page), 'H2')

    await keyboard.press('o')
    await keyboard.type('Looks like order 6.')
    await keyboard.press('Enter')
    await page.getByText('Looks like order 6.').waitFor()
    assert.equal(await focused(page), 'H2', 'the focus stays in the case')

    await keyboard.press('e')
    await keyboard.type('Is this number right?')
    await keyboard.press('Enter')
    await page.getByText(/No cases left/).waitFor()
    assert.equal(await focused(page), 'H1', 'the focus is on the list')
    await keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await keyboard.type(sessionId.slice(0, 13))
    await page.getByRole('option', { name: /order 7/ }).waitFor()
    await keyboard.press('Enter')
    await page.waitForURL(`**/sessions/${sessionId}`)
    await page.context().close()

    const ben = await place.signIn('ben', `queue/${sessionId}`)
    await ben.getByText('Is this number right?').waitFor()
    await armed(ben)
    await approve(ben)
    await ben.getByText(/No cases left/).waitFor()
    await ben.context().close()

    const chief = await place.signIn('chief', 'settings/audit')
    await chief.getByLabel('Session ID').fill(sessionId)
    await chief.getByLabel('Who').fill('ada')
    await chief.getByRole('button', { name: 'Search' }).click()
    await chief.getByRole('cell', { name: /escalate/i }).waitFor()
    assert.equal(await chief.getByRole('cell', { name: 'ben', exact: true }).count(), 0)

    // Documents: what is seen here; everything else that is known is behind a search.
    await chief.getByRole('link', { name: 'Documents' }).click()
    await chief.getByRole('cell', { name: 'Andorra (AND)' }).first().waitFor()
    assert.equal(await chief.getByText('Albania (ALB)').count(), 0)
    await chief.getByLabel('Country or name').fill('Albania')
    await chief.keyboard.press('Enter')
    await chief.getByRole('cell', { name: 'Albania (ALB)' }).first().waitFor()
    await chief.context().close()
  })
})
