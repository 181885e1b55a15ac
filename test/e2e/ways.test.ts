import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FrameEvent } from '../../src/kernel/session/contract/events.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { openShop, type Shop } from './support/shop.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

describe('ways through the hosted page', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let shop: Shop
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    shop = await openShop(() => stage.base)
    stage = await startStage({ engine: cardEngine(pictures.back), settings: { frameOrigins: [shop.origin] } })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await shop?.close()
    await stage?.close()
  })

  const openPage = async (kind: 'phone' | 'desktop', query = '') => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes[kind]()
    const steps = walk(await context.newPage())
    await steps.page.goto(webEnrolmentUrl + query)
    await steps.on('welcomeTitle')
    return { context, steps }
  }

  it('the browser’s Back is one step back, also after a refusal and from one side to the other', async () => {
    const { context, steps } = await openPage('phone')
    await steps.press('start')
    await steps.on('frontTitle')
    await steps.upload(pictures.front)
    await steps.on('backTitle')
    await steps.page.goBack()
    await steps.on('frontTitle')
    await steps.page.goBack()
    await steps.on('welcomeTitle')
    await steps.press('start')
    await steps.on('backTitle')
    await context.close()
  })

  it('from this device back to the code for the phone', async () => {
    const { context, steps } = await openPage('desktop')
    await steps.press('start')
    await steps.on('handoverTitle')
    await steps.press('handoverHere')
    await steps.on('frontTitle')
    await steps.press('back')
    await steps.on('handoverTitle')
    await context.close()
  })

  it('refuses a front chosen again as the back before sending it, also after a reload, and a PDF with a message of its own', async () => {
    const { context, steps } = await openPage('phone')
    let sent = 0
    steps.page.on('request', (request) => {
      if (request.url().endsWith('/enrolment/document')) sent += 1
    })
    await steps.press('start')
    await steps.upload(pictures.front)
    await steps.on('backTitle')
    await steps.upload(pictures.front)
    await steps.page.getByRole('alert').getByText(steps.say('SAME_SIDE')).waitFor()
    await steps.page.reload()
    await steps.on('backTitle')
    await steps.upload(pictures.front)
    await steps.page.getByRole('alert').getByText(steps.say('SAME_SIDE')).waitFor()
    assert.equal(sent, 1)
    await steps.press('retake')
    const chooser = steps.page.waitForEvent('filechooser')
    await steps.press('upload')
    await (await chooser).setFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await steps.page.getByRole('alert').getByText(steps.say('PDF')).waitFor()
    await context.close()
  })

  it('a frame tells its steps to a page that asked for them, and stays silent otherwise', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone()
    for (const [query, isReported] of [
      ['', false],
      ['&events=true', true],
    ] as const) {
      const page = await context.newPage()
      await page.goto(shop.embedding(`${webEnrolmentUrl}${query}`, 'frame'))
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForTimeout(500)
      const messages = await page.evaluate<{ data: FrameEvent }[]>('messages')
      const steps = messages.flatMap(({ data }) => ('event' in data && data.event === 'step' ? [data.step] : []))
      assert.deepEqual(steps, isReported ? ['welcome'] : [])
      if (!isReported) assert.deepEqual(messages, [])
      await page.close()
    }
    await context.close()
  })

  it('phones only, and no code: a computer is told to take the phone', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.desktop()
    const page = await context.newPage()
    await page.goto(shop.embedding(`${webEnrolmentUrl}&onlyMobile=true`, 'frame'))
    const frame = page.frameLocator('iframe')
    const { say } = walk(page)
    await frame.getByRole('button', { name: say('start') }).click()
    await frame.getByRole('heading', { name: say('phoneOnlyTitle') }).waitFor()
    await context.close()
  })

  it('a completed session that is opened again leads back', async () => {
    const { webEnrolmentUrl, accessToken } = await stage.initialize({ returnUrl: shop.returnUrl })
    await stage.enrol(accessToken, 'document', pictures.front)
    await stage.enrol(accessToken, 'document', pictures.back)
    await stage.enrol(accessToken, 'face', pictures.face)
    await stage.enrol(accessToken, 'complete')
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    await steps.page.goto(webEnrolmentUrl)
    await steps.on('stoppedCompletedTitle')
    await steps.page.getByRole('link', { name: steps.say('doneReturnNow') }).click()
    await steps.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await context.close()
  })
})
