import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

const isInSight = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    scrollTo(0, 0)
    const { left, bottom, height } = element.getBoundingClientRect()
    return bottom <= innerHeight && document.elementFromPoint(left + 40, bottom - height / 2) === element
  })

describe('consent on the hosted page', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    stage = await startStage({ engine: cardEngine(pictures.back), settings: { asksConsent: true, keepsFaces: true } })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  const openPage = async (body: object = {}) => {
    const session = await stage.initialize(body)
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    await steps.page.goto(session.webEnrolmentUrl)
    await steps.press('start')
    return { ...session, context, steps }
  }

  it('is asked for before the camera, in the language chosen, and goes on where it was', async () => {
    const { context, steps } = await openPage()
    await steps.on('consentTitle')
    await steps.page.getByText('Utopia Bank compares your selfie').waitFor()
    await steps.page.getByRole('combobox').selectOption('de-DE')
    await steps.page.getByText('Utopia Bank vergleicht Ihr Selfie').waitFor()
    await steps.page.getByRole('combobox').selectOption('en-US')
    await steps.page.getByText('Utopia Bank compares your selfie').waitFor()
    assert.equal(await steps.page.locator('.consent li').count(), 6, 'six short lines, and more for whoever wants it')
    await steps.page.getByText(steps.say('withdraw')).first().waitFor()
    await steps.page.getByText(steps.say('more'), { exact: true }).click()
    await steps.page.getByText(steps.say('privacyText', { days: 90 })).waitFor()
    await steps.press('help')
    await steps.press('close')
    const keep = steps.page.getByRole('checkbox')
    assert.equal(await keep.isChecked(), false, 'nothing is ticked beforehand')
    assert.ok(await isInSight(steps.button('consentAgree')), 'in sight without scrolling, however long the text')
    await keep.check()
    const agreed = steps.page.waitForRequest(
      (request) => request.url().endsWith('/consent') && request.method() === 'POST',
    )
    await steps.press('consentAgree')
    assert.equal((await agreed).postDataJSON().keepFace, true)
    await steps.on('frontTitle')
    await steps.page.reload()
    await steps.on('frontTitle')
    await context.close()
  })

  it('is declined by a quiet link away from the button, and nothing happens before it is asked once', async () => {
    const { context, steps, sessionId } = await openPage()
    const boxOf = async (key: 'consentAgree' | 'consentDecline') => {
      const box = await steps.button(key).boundingBox()
      assert.ok(box)
      return box
    }
    await steps.on('consentTitle')
    await steps.button('consentAgree').and(steps.page.locator(':enabled')).waitFor()
    await steps.button('consentDecline').scrollIntoViewIfNeeded()
    const [agree, decline] = [await boxOf('consentAgree'), await boxOf('consentDecline')]
    const apart = Math.max(agree.y - (decline.y + decline.height), decline.y - (agree.y + agree.height))
    assert.ok(apart >= 24, `${apart} px between the two`)
    assert.ok(decline.width < agree.width, 'no button of equal weight')
    await steps.press('consentDecline')
    await steps.on('declineTitle')
    await steps.page.getByText(steps.say('declineText')).waitFor()
    await steps.press('withdrawNo')
    await steps.on('consentTitle')
    await steps.press('consentDecline')
    await steps.press('declineStop')
    await steps.on('declinedTitle')
    assert.equal((await stage.data<{ code?: string }>(`${sessionId}/status`)).code, undefined, 'nothing is erased yet')
    await steps.press('declineUndo')
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    await context.close()
  })

  it('declined, ends neutrally when the page is left, and reopened does not say that it expired', async () => {
    const { context, steps, sessionId, webEnrolmentUrl } = await openPage()
    await steps.press('consentDecline')
    await steps.press('declineStop')
    await steps.on('declinedTitle')
    assert.equal(await steps.page.locator('.drawing').count(), 0, 'no tick of success, no alarm')
    await steps.page.reload()
    await steps.on('stoppedWithdrawnTitle')
    assert.equal(await steps.page.locator('.drawing').count(), 0)
    assert.equal((await stage.data<{ code: string }>(`${sessionId}/status`)).code, 'NOT_FOUND')
    const later = walk(await context.newPage())
    await later.page.goto(webEnrolmentUrl)
    await later.on('stoppedUnauthorizedTitle')
    await context.close()
  })

  it('declined, the session is erased when the person closes the page', async () => {
    const { context, steps, sessionId } = await openPage()
    await steps.press('consentDecline')
    await steps.press('declineStop')
    await steps.on('declinedTitle')
    await steps.page.close({ runBeforeUnload: true })
    const until = Date.now() + 60_000
    const isErased = async () => (await stage.data<{ code?: string }>(`${sessionId}/status`)).code === 'NOT_FOUND'
    while (!(await isErased())) assert.ok(Date.now() < until, 'the browser still sends it')
    await context.close()
  })

  it('can be withdrawn later: nothing is left', async () => {
    const { context, steps, sessionId } = await openPage()
    await steps.press('consentAgree')
    await steps.upload(pictures.front)
    await steps.on('backTitle')
    await steps.press('help')
    await steps.page.getByText(steps.say('withdraw')).first().click()
    await steps.press('withdraw')
    await steps.on('stoppedWithdrawnTitle')

    const { code } = await stage.data<{ code: string }>(`${sessionId}/status`)
    assert.equal(code, 'NOT_FOUND')
    await context.close()
  })

  it('that the integrator has asked for is not asked for again', async () => {
    const { context, steps } = await openPage({ consent: { givenAt: '2026-06-15T09:00:00Z', textVersion: '7' } })
    await steps.on('frontTitle')
    await context.close()
  })
})
