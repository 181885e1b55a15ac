import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openInvitations } from '../../src/kernel/accounts/auth/invite.ts'
import { openDelivery } from '../../src/kernel/events/deliver-webhooks.ts'
import type { WebhookBody } from '../../src/kernel/session/contract/events.ts'
import { waitingSession } from '../apps/console/console.ts'
import { JPEG } from '../support/app.ts'
import { assertAccessible } from './console-axe.ts'
import { approve, armed, type ConsolePlace, noBrowser, openPlace } from './console-place.ts'
import { walk } from './support/walk.ts'

describe('a new picture in a browser', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace()
  })
  after(() => place?.close())

  /** What the integrator is told now. */
  const webhooks = async (): Promise<WebhookBody[]> => {
    const bodies: WebhookBody[] = []
    const { ports, settings } = place.test
    const invite = openInvitations(ports, settings)
    const webhooks = { url: 'https://receiver.example/', secrets: [], owner: 'test', invite }
    const post = async (_url: string, _headers: object, body: string) => {
      bodies.push(JSON.parse(body))
      return 204
    }
    const delivery = openDelivery(ports, webhooks, post, assert.ifError)
    while ((await delivery.round()) > 0);
    return bodies
  }

  it('is asked for by a reviewer, taken by the person, and comes back to the reviewer', async () => {
    const consent = { givenAt: new Date().toISOString(), textVersion: 'test' }
    const { sessionId } = await waitingSession(place.test, { consent })
    const ada = await place.signIn('ada')
    await ada.getByText('1 waiting').waitFor()
    await ada.keyboard.press('n')
    await ada.getByRole('button', { name: 'New picture' }).waitFor()
    await armed(ada)
    await ada.keyboard.press('p')
    await ada.getByLabel('Message to the person').waitFor()
    await assertAccessible(ada, 'new picture')
    await ada.keyboard.press('2')
    await ada.keyboard.type('The page with the photo, please.')
    await ada.keyboard.press('Enter')
    await ada.getByText('New picture of the front requested.').waitFor()

    const body = (await webhooks()).find(({ action }) => action === 'NEW_PICTURE')
    assert.equal(body?.sessionId, sessionId)
    const phone = await place.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' })
    const page = await phone.newPage()
    const steps = walk(page)
    await page.goto((body?.webEnrolmentUrl ?? '').replace(place.test.settings.baseUrl, place.address))
    await steps.on('newPicture')
    await page.getByText(steps.say('frontTitle')).waitFor()
    await page.getByText(steps.say('GLARE')).waitFor()
    await page.getByText('The page with the photo, please.').waitFor()
    await assertAccessible(page, 'the page that asks')
    await steps.upload(JPEG)
    await steps.on('doneTitle')
    await phone.close()

    await ada.goto(`${place.address}/console/queue/${sessionId}`)
    await ada.getByText('New picture received: front').waitFor()
    await ada.getByText('History (').click()
    await ada.getByText('Sent the new picture of the front').waitFor()
    await ada.getByText('Before the new picture').click()
    await ada
      .getByRole('img', { name: /^Earlier:/ })
      .first()
      .waitFor()
    await armed(ada)
    await approve(ada)
    await ada.getByText('Approved.').waitFor()
    assert.equal((await place.test.ports.sessions.peek('acme', sessionId))?.status, 'MANUAL_APPROVED')
    await ada.context().close()
  })
})

describe('taking back in a browser', { skip: noBrowser() ?? false }, () => {
  let place: ConsolePlace
  before(async () => {
    place = await openPlace({ undoSeconds: 60 })
  })
  after(() => place?.close())

  it('brings the case back with one key, and nothing was told', async () => {
    const { sessionId } = await waitingSession(place.test)
    const ada = await place.signIn('ada')
    await ada.getByText('1 waiting').waitFor()
    await ada.keyboard.press('n')
    await ada.getByRole('button', { name: 'Reject' }).waitFor()
    await armed(ada)
    await ada.keyboard.press('r')
    await ada.keyboard.press('1')
    await ada.keyboard.type('Compared again.')
    await ada.keyboard.press('Enter')
    await ada.getByRole('button', { name: 'Undo' }).waitFor()
    await assertAccessible(ada, 'undo')
    assert.equal((await place.test.ports.sessions.peek('acme', sessionId))?.status, 'MANUAL_REJECTED')
    await ada.keyboard.press('z')
    await ada.getByRole('button', { name: 'Approve' }).waitFor()
    assert.ok(ada.url().endsWith(sessionId))
    assert.equal((await place.test.ports.sessions.peek('acme', sessionId))?.status, 'WAITING_FOR_MANUAL_APPROVE')
    const events = await place.test.ports.outbox.list('acme', 'pending', 10)
    assert.deepEqual(
      events.map(({ status }) => status),
      ['WAITING_FOR_MANUAL_APPROVE'],
      'only of the referral',
    )
    await ada.context().close()
  })
})
