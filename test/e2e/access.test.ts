import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { accept, refuse } from '../../src/formats/result.ts'
import { front, type WrittenEngine } from '../support/app.ts'
import { assertAccessible, WCAG } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { cardOnTable } from './support/pictures.ts'
import { cardEngine, inTurn, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { hold, type Walk, walk } from './support/walk.ts'

describe('access to the hosted page (WCAG 2.2 AA)', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let engine: WrittenEngine
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    engine = cardEngine(pictures.back)
    stage = await startStage({ engine })
    eyes = await openEyes(await cardOnTable())
  })
  beforeEach(async () => {
    await eyes.reset()
    Object.assign(engine, cardEngine(pictures.back))
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('has no violation that axe finds on any screen, light or dark', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const desktop = walk(await (await eyes.desktop({ bypassCSP: true })).newPage())
    const phone = walk(await (await eyes.phone({ bypassCSP: true })).newPage())
    const look = async ({ page }: Walk, screen: string) => {
      for (const [colorScheme, rules] of [
        ['dark', ['color-contrast', 'link-in-text-block']],
        ['light', WCAG],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        // A finished picture, not one in between: contrast is measured on what is painted.
        await page.waitForTimeout(250)
        await assertAccessible(page, `${screen}, ${colorScheme}`, rules)
      }
    }

    await desktop.page.goto(webEnrolmentUrl)
    await desktop.on('welcomeTitle')
    await look(desktop, 'welcome')
    await desktop.press('start')
    await desktop.on('handoverTitle')
    await look(desktop, 'hand-over')

    await phone.page.goto(webEnrolmentUrl)
    await phone.press('start')
    await desktop.on('handoverConnected')
    await look(desktop, 'connected')
    await phone.on('frontTitle')
    await look(phone, 'camera permission')
    await phone.press('help')
    await look(phone, 'help')
    await phone.press('close')
    await phone.page.evaluate(`window.ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }`)
    await phone.press('cameraAllow')
    await phone.page.getByRole('alert').waitFor()
    await look(phone, 'camera denied')
    await phone.page.evaluate('navigator.mediaDevices.getUserMedia = window.ask')
    const { page } = engine
    engine.page = async () =>
      refuse('DOCUMENT_NOT_RECOGNIZED', ['GLARE'], [{ hint: 'GLARE', x: 0.3, y: 0.4, width: 0.2, height: 0.1 }])
    const sent = await hold(phone.page, '**/enrolment/document')
    await phone.press('retry')
    await phone.button('shutter').waitFor()
    await look(phone, 'viewfinder')
    await phone.on('workingRead')
    await phone.page.getByRole('progressbar').waitFor()
    await look(phone, 'sending')
    sent()
    await phone.page.getByRole('alert').waitFor()
    await look(phone, 'refused')
    await eyes.show(pictures.front) // nothing that would be taken by itself before the button is pressed
    await phone.press('retake')
    await phone.button('shutter').click()
    await phone.page.locator('.example').waitFor()
    await look(phone, 'refused again')
    await phone.press('retake')
    engine.page = async () => accept({ ...front(), reading: { ...front().reading, hints: ['MRZ_NOT_READ'] } })
    await phone.button('shutter').click()
    await phone.on('checkDoubt')
    await look(phone, 'better again')
    await phone.press('retake')
    engine.page = page
    await phone.upload(pictures.front)
    await phone.on('backTitle')
    await phone.button('shutter').waitFor()
    await look(phone, 'viewfinder that nothing is taken in')
    await phone.upload(pictures.back)
    await phone.on('faceTitle')
    await phone.button('shutter').waitFor()
    await look(phone, 'selfie')

    // However late it comes in, it asks for no other code with a token that is over: that would end the page.
    const codes: string[] = []
    desktop.page.on('request', (request) => codes.push(...(/handover$/.exec(request.url()) ?? [])))
    const arrived = await hold(desktop.page, '**/enrolment/session')
    await desktop.press('handoverHere')
    await phone.on('takenTitle')
    arrived()
    await desktop.on('faceTitle')
    assert.deepEqual(codes, [])
    await look(phone, 'taken')
    const completed = await hold(desktop.page, '**/enrolment/complete')
    await desktop.upload(pictures.face)
    await desktop.on('workingTitle')
    await look(desktop, 'working')
    const leave = await desktop.stayAtEnd()
    completed()
    await desktop.on('doneTitle')
    await look(desktop, 'done')
    leave()
    await phone.page.goto(`${stage.base}/web-enrolment/?token=nonsense`)
    await phone.on('stoppedUnauthorizedTitle')
    await look(phone, 'stopped')
    // In a page of its own: the finished one is on its way to the integrator.
    const demo = walk(await desktop.page.context().newPage())
    await demo.page.goto(`${stage.base}/demo`)
    await demo.page.getByRole('heading', { level: 1 }).waitFor()
    await look(demo, 'demo')
    for (const each of [desktop, phone]) await each.page.context().close()
  })

  it('needs no more than a keyboard', async () => {
    engine.page = inTurn()
    await eyes.show(pictures.front) // nothing that would be taken by itself
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.desktop()
    const { page, on, button, stayAtEnd } = walk(await context.newPage())
    await stayAtEnd()
    await page.goto(webEnrolmentUrl)
    /** Presses Tab until the button has the focus, then Enter. */
    const reach = async (key: Parameters<typeof button>[0]) => {
      await button(key).waitFor()
      for (let press = 0; press < 12; press += 1) {
        if (await button(key).evaluate((element) => element === element.ownerDocument.activeElement))
          return page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
      }
      assert.fail(`the keyboard does not reach "${key}"`)
    }
    await on('welcomeTitle')
    assert.equal(
      await page.evaluate('document.activeElement.tagName'),
      'H1',
      'a new screen is read out from its heading',
    )
    await reach('start')
    await reach('handoverHere')
    await reach('cameraAllow')
    for (const part of ['frontTitle', 'backTitle', 'faceTitle'] as const) {
      await on(part)
      await reach('shutter')
    }
    await on('doneTitle')
    await context.close()
  })
})
