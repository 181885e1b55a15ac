import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { accept, refuse } from '../../src/formats/result.ts'
import { front, type WrittenEngine } from '../support/app.ts'
import { type Eyes, noBrowser, openEyes, PATIENT_MS } from './support/browser.ts'
import { overflowing } from './support/overflowing.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

const NO_CAMERA = `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }`

describe('the hosted page where things do not go well', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let engine: WrittenEngine
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    engine = cardEngine(pictures.back)
    stage = await startStage({ engine, settings: { asksConsent: true } })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(async () => {
    await eyes.reset()
    Object.assign(engine, cardEngine(pictures.back))
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  const open = async (options: BrowserContextOptions = {}, prepare = async (_: Page) => {}) => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone(options)
    const steps = walk(await context.newPage())
    await prepare(steps.page)
    await steps.page.goto(webEnrolmentUrl)
    const toFront = async () => {
      await steps.press('start')
      await steps.press('consentAgree')
      await steps.on('frontTitle')
    }
    return { context, steps, toFront }
  }

  /** Answers so many pictures with 503, as a service whose workers stand still does, and then hears the service. */
  const starve = async (page: Page, times: number) => {
    const sent: string[] = []
    await page.route('**/enrolment/document', async (route) => {
      sent.push(route.request().postDataBuffer()?.toString('base64') ?? '')
      if (sent.length > times) return route.continue()
      await route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { error: 'SERVICE_UNAVAILABLE' } })
    })
    return sent
  }
  const withClock = (page: Page) => page.clock.install()

  it('waits twenty seconds for workers that stand still, and says so', async () => {
    const { context, steps, toFront } = await open({}, withClock)
    await toFront()
    const { promise, resolve } = Promise.withResolvers<void>()
    engine.page = async () => {
      await promise
      return accept(front())
    }
    await steps.upload(pictures.front)
    await steps.page.getByText(steps.say('reading'), { exact: true }).waitFor()
    assert.equal(await steps.button('sendAgain').count(), 0)
    await steps.page.clock.fastForward(5_000)
    await steps.page.getByText(steps.say('readingLonger')).waitFor()
    await steps.page.clock.fastForward(15_000)
    await steps.button('sendAgain').waitFor()
    resolve()
    await steps.on('backTitle')
    await context.close()
  })

  it('sends the same picture again by itself for a minute, until the workers are back', async () => {
    const { context, steps, toFront } = await open({}, withClock)
    await toFront()
    const sent = await starve(steps.page, 11)
    await steps.upload(pictures.front)
    await steps.page.getByText(steps.say('SERVICE_UNAVAILABLE')).waitFor()
    for (let seconds = 0; seconds < 60; seconds += 5) {
      const before = sent.length
      await steps.page.clock.fastForward(5_000)
      if (seconds === 5) await steps.page.getByText(steps.say('readingLonger')).waitFor()
      if (before < 12) await until(() => sent.length > before)
    }
    await steps.on('backTitle')
    assert.equal(sent.length, 12)
    assert.equal(new Set(sent).size, 1, 'the picture was kept')
    await context.close()
  })

  it('lets the person send again, or take another picture, where the workers do not come back', async () => {
    const { context, steps, toFront } = await open({}, withClock)
    await toFront()
    const sent = await starve(steps.page, Number.POSITIVE_INFINITY)
    await steps.upload(pictures.front)
    await steps.page.clock.fastForward(15_000)
    await steps.button('sendAgain').waitFor()
    const order = await steps.page.locator('.actions button').allInnerTexts()
    assert.deepEqual(order, [steps.say('sendAgain'), steps.say('chooseAnother')])
    const before = sent.length
    await steps.press('sendAgain')
    await until(() => sent.length > before)
    await steps.page.clock.fastForward(600_000)
    await steps.page.getByText(steps.say('readingLonger')).waitFor()
    const chooser = steps.page.waitForEvent('filechooser')
    await steps.press('chooseAnother')
    await chooser
    await context.close()
  })

  it('tries a fault of the service again by itself, and then leaves it to the person', async () => {
    const { context, steps, toFront } = await open({}, withClock)
    await toFront()
    let reads = 0
    engine.page = async () => {
      reads += 1
      return refuse('INTERNAL_ERROR' as never)
    }
    await steps.upload(pictures.front)
    for (const times of [1, 2]) {
      await until(() => reads === times)
      await steps.page.getByText(steps.say('SERVICE_UNAVAILABLE')).waitFor()
      await steps.page.clock.fastForward(2_000)
    }
    await steps.page.getByRole('alert').getByText(steps.say('INTERNAL_ERROR')).waitFor()
    assert.equal(reads, 3)
    Object.assign(engine, cardEngine(pictures.back))
    await steps.press('sendAgain')
    await steps.on('backTitle')
    await context.close()
  })

  it('says at every step that there is no connection, and goes on when there is', async () => {
    const { context, steps } = await open()
    /** Presses something without a connection; then it is there again. */
    const without = async (press: () => Promise<void>, says: Parameters<typeof steps.say>[0]) => {
      await context.setOffline(true)
      await press()
      await steps.page.getByText(steps.say(says)).waitFor()
      await context.setOffline(false)
    }
    await steps.on('welcomeTitle')
    await without(() => steps.press('start'), 'offlineWorking')
    await steps.on('consentTitle')
    await steps.page.locator('.consent li').first().waitFor()
    await without(() => steps.press('consentAgree'), 'offlineWorking')
    for (const part of ['front', 'back'] as const) {
      await steps.on(`${part}Title`)
      await without(() => steps.upload(pictures[part]), 'offline')
    }
    await steps.on('faceTitle')
    const { promise: completed, resolve } = Promise.withResolvers<void>()
    await steps.page.route('**/enrolment/complete', async (route) => {
      await completed
      await route.continue()
    })
    await without(() => steps.upload(pictures.face), 'offline')
    await steps.on('workingTitle')
    await without(async () => resolve(), 'offlineWorking')
    await steps.on('doneTitle')
    await context.close()
  })

  it('has a way on without a camera at each picture, and to another device', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.desktop({ viewport: { width: 1280, height: 800 } })
    await context.addInitScript(NO_CAMERA)
    const steps = walk(await context.newPage())
    await steps.page.goto(webEnrolmentUrl)
    await steps.press('start')
    await steps.press('consentAgree')
    for (const part of ['front', 'back', 'face'] as const) {
      if (part === 'front') await steps.press('handoverHere')
      await steps.on(`${part}Title`)
      await steps.press('cameraAllow')
      await steps.page.getByRole('alert').getByText(steps.say('cameraDeniedDesktop')).waitFor()
      await steps.press('handoverTitle')
      await steps.on('handoverTitle')
      await steps.press('handoverHere')
      await steps.on(`${part}Title`)
      await steps.upload(pictures[part])
    }
    await steps.on('doneTitle')
    await context.close()
  })

  it('fits a phone at 200 % and a narrow column, without motion, on every screen', async () => {
    const { context, steps } = await open({ viewport: { width: 195, height: 422 }, reducedMotion: 'reduce' })
    const look = async (screen: string) => assert.deepEqual(await overflowing(steps.page), [], screen)
    await steps.on('welcomeTitle')
    await look('welcome')
    const moving = await steps.page.evaluate<number>(`document.getAnimations().length`)
    assert.equal(moving, 0)
    await steps.press('start')
    await steps.page.locator('.consent li').first().waitFor()
    await look('consent')
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    await look('front')
    await steps.press('cameraAllow')
    await steps.button('shutter').waitFor()
    await look('viewfinder')
    engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['GLARE'])
    await steps.upload(pictures.front)
    await steps.on('refusedTitle')
    await look('refused')
    Object.assign(engine, cardEngine(pictures.back))
    await steps.press('retake')
    for (const part of ['front', 'back', 'face'] as const) {
      await steps.on(`${part}Title`)
      await steps.upload(part === 'front' ? Buffer.concat([pictures.front, Buffer.from([1])]) : pictures[part])
    }
    await steps.on('doneTitle')
    await look('done')
    await context.close()
  })
})

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENT_MS; !isSo(); ) {
    assert.ok(Date.now() < end, 'it did not happen')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
