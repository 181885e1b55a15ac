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
    for (const key of ['consentAgree', 'consentDecline'] as const)
      assert.ok(await isInSight(steps.button(key)), `${key} is in sight without scrolling, however long the text`)
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

  it('can be refused as easily, and withdrawn later: both leave nothing', async () => {
    const first = await openPage()
    await first.steps.press('consentDecline')
    await first.steps.on('stoppedWithdrawnTitle')

    const second = await openPage()
    await second.steps.press('consentAgree')
    await second.steps.upload(pictures.front)
    await second.steps.on('backTitle')
    await second.steps.press('help')
    await second.steps.page.getByText(second.steps.say('withdraw')).first().click()
    await second.steps.press('withdraw')
    await second.steps.on('stoppedWithdrawnTitle')

    for (const { context, sessionId } of [first, second]) {
      const { code } = await stage.data<{ code: string }>(`${sessionId}/status`)
      assert.equal(code, 'NOT_FOUND')
      await context.close()
    }
  })

  it('that the integrator has asked for is not asked for again', async () => {
    const { context, steps } = await openPage({ consent: { givenAt: '2026-06-15T09:00:00Z', textVersion: '7' } })
    await steps.on('frontTitle')
    await context.close()
  })
})
