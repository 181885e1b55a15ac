import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { overflowing } from './support/overflowing.ts'
import { cardOnTable } from './support/pictures.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { openShop, type Shop } from './support/shop.ts'
import { type Stage, startStage } from './support/stage.ts'

const texts = await loadTexts('en-US')

describe('the hosted page in a frame of another origin (specification 4.2 and 6)', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let shop: Shop
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    // The shop must be known to the tenant before the service starts.
    const address = { service: '' }
    shop = await openShop(() => address.service)
    stage = await startStage({
      engine: cardEngine(pictures.back),
      settings: { frameOrigins: ['https://another.example', shop.origin] },
    })
    address.service = stage.base
    eyes = await openEyes(await cardOnTable())
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await shop?.close()
    await stage?.close()
  })

  /** The frame of the page and what a person presses in it. */
  const inside = (page: Page) => {
    const frame = page.frameLocator('iframe')
    const press = (name: string) => frame.getByRole('button', { name, exact: true }).click()
    return {
      frame,
      press,
      heading: (name: string) => frame.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
      async upload(picture: Buffer) {
        const chooser = page.waitForEvent('filechooser')
        await press(texts.upload)
        await (await chooser).setFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: picture })
      },
    }
  }
  const open = async (address: string, how?: 'script' | 'frame' | 'frame without camera') => {
    const context = await eyes.desktop()
    const page = await context.newPage()
    const warnings: string[] = []
    page.on('console', (message) => {
      if (/postMessage/.test(message.text())) warnings.push(message.text())
    })
    await page.goto(shop.embedding(address, how))
    return { context, page, warnings, ...inside(page) }
  }

  it('has the camera through embed.js, fits a narrow column, and tells the shop when it is done, nobody else', async () => {
    const { webEnrolmentUrl, sessionId } = await stage.initialize({ returnUrl: shop.returnUrl })
    const { context, page, warnings, frame, press, upload, ...see } = await open(webEnrolmentUrl)
    const child = page.frames().find((each) => each !== page.mainFrame())
    const heading = async (name: string) => {
      await see.heading(name)
      assert.deepEqual(child && (await overflowing(child)), [], name)
    }
    /** Where the camera is on, the file is offered next to the shutter. */
    const uploadNextTo = async (picture: Buffer, title: string) => {
      await frame.getByRole('button', { name: texts.shutter, exact: true }).waitFor()
      await heading(title)
      await upload(picture)
    }
    await heading(texts.welcomeTitle)
    await press(texts.start)
    await heading(texts.frontTitle)
    await press(texts.cameraAllow)
    await heading(texts.backTitle) // it is taken by itself, and not again as the back
    await uploadNextTo(pictures.back, texts.backTitle)
    await uploadNextTo(pictures.face, texts.faceTitle)
    await heading(texts.doneTitle)
    assert.equal(await child?.evaluate('"front" in history.state'), false, 'nothing of the document stays in the tab')
    await page.waitForFunction(() => globalThis.ended !== undefined)
    const { messages, ended } = await page.evaluate(() => ({ messages: globalThis.messages, ended: globalThis.ended }))
    assert.deepEqual(ended, { sessionId, hasCompleted: true, hasError: false })
    assert.deepEqual(messages, [{ origin: stage.base, data: ended }])
    assert.match(page.url(), /\/embed/, 'the frame does not lead its page away')
    assert.deepEqual(warnings, [], 'no message goes to an origin that is not there')
    await context.close()
  })

  it('says that the embedding page forgot the camera', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const { context, frame, press, upload, heading } = await open(webEnrolmentUrl, 'frame without camera')
    await press(texts.start)
    await press(texts.cameraAllow)
    await frame.getByRole('alert').getByText(texts.cameraFrame).waitFor()
    await upload(pictures.front)
    await heading(texts.backTitle)
    await context.close()
  })

  it('tells the codes of specification 6 when it cannot go on', async () => {
    const { webEnrolmentUrl, sessionId, accessToken } = await stage.initialize()
    const messageAt = async (address: string) => {
      const { context, page } = await open(address, 'frame')
      await page.waitForFunction(() => globalThis.messages.length > 0)
      const [message] = await page.evaluate(() => globalThis.messages)
      await context.close()
      return message?.data
    }
    const now = stage.clock.now
    stage.clock.now = () => new Date(Date.now() + 70 * 60_000)
    const stopped = { sessionId, hasCompleted: false, hasError: true }
    assert.deepEqual(await messageAt(webEnrolmentUrl), { ...stopped, error: 'SESSION_UNAUTHORIZED' })
    stage.clock.now = now
    await stage.enrol(accessToken, 'document', pictures.front)
    await stage.enrol(accessToken, 'document', pictures.back)
    await stage.enrol(accessToken, 'face', pictures.face)
    await stage.enrol(accessToken, 'complete')
    assert.deepEqual(await messageAt(webEnrolmentUrl), { ...stopped, error: 'SESSION_ALREADY_COMPLETED' })
  })

  it('goes on in the frame after it was loaded again, and does not take the front for the back', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const { context, page, frame, press, heading } = await open(webEnrolmentUrl, 'frame')
    await press(texts.start)
    await press(texts.cameraAllow)
    await heading(texts.backTitle)
    const child = page.frames().find((each) => each !== page.mainFrame())
    assert.doesNotMatch(child?.url() ?? 'token', /token/)
    await child?.evaluate('location.reload()')
    await heading(texts.backTitle)
    await press(texts.cameraAllow)
    await frame.getByText(texts.guideTurn).waitFor()
    await context.close()
  })

  it('is not shown in a frame of a page the tenant did not name: a sentence says why', async () => {
    const stranger = await openShop(() => stage.base)
    const context = await eyes.desktop()
    try {
      const { webEnrolmentUrl } = await stage.initialize()
      const page = await context.newPage()
      const said = page.waitForEvent('console', (message) => message.text().includes('origins that may embed'))
      await page.goto(stranger.embedding(webEnrolmentUrl, 'frame'))
      assert.match((await said).text(), /127\.0\.0\.1|localhost/)
      const frame = page.frameLocator('iframe')
      await frame.getByRole('heading', { name: 'This page can’t be shown here' }).waitFor()
      assert.equal(await frame.getByRole('button').count(), 0)
    } finally {
      await context.close()
      await stranger.close()
    }
  })
})
