import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { readBarcodes } from '../../src/vision/document/barcode/read-barcode.ts'
import { decode } from '../../src/vision/picture/decode.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { openShop, type Shop } from './support/shop.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

const english = await loadTexts('en-US')

/** A small laptop. */
const LAPTOP = { width: 1280, height: 800 }

/** Whether all of it is on the screen without scrolling. */
async function isInSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= LAPTOP.height
}

describe('the hand-over from a desktop to a phone', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let shop: Shop
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    stage = await startStage({ engine: cardEngine(pictures.back) })
    shop = await openShop(() => stage.base)
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await shop?.close()
    await stage?.close()
  })

  it('is by the code on the screen; the desktop follows live and goes on by itself', async () => {
    const { webEnrolmentUrl } = await stage.initialize({ returnUrl: shop.returnUrl })
    const desktop = walk(await (await eyes.desktop({ deviceScaleFactor: 2, viewport: LAPTOP })).newPage())
    await desktop.page.goto(webEnrolmentUrl)
    await desktop.press('start')
    await desktop.on('handoverTitle')
    await desktop.page.getByText('This link works for another 10 minutes.').waitFor()
    assert.ok(await isInSight(desktop.button('handoverHere')), 'the other way is in sight on a small laptop')
    const link = await readCode(await desktop.page.getByRole('img', { name: desktop.say('handoverQr') }).screenshot())
    assert.match(link.slice(stage.base.length), /^\/h\/[\w-]{22}$/, 'a short link: the code is coarse')

    const phone = walk(await (await eyes.phone()).newPage())
    await phone.page.goto(link)
    await phone.on('frontTitle') // whoever comes from the desktop was welcomed there
    assert.doesNotMatch(phone.page.url(), new RegExp(link.slice(-22)), 'the code is gone from the address bar')
    await desktop.on('handoverConnected')
    const doing = (step: 'frontTitle' | 'backTitle' | 'faceTitle') =>
      desktop.page
        .getByRole('status')
        .getByText(desktop.say('handoverNow', { step: desktop.say(step) }))
        .waitFor()
    await doing('frontTitle')
    await seen(phone.page, 'hidden')
    await desktop.page.getByRole('status').getByText(desktop.say('handoverPaused')).waitFor()
    await seen(phone.page, 'visible')
    await doing('frontTitle')
    await phone.upload(pictures.front)
    await phone.on('backTitle')
    await doing('backTitle')
    await desktop.page
      .getByRole('listitem')
      .filter({ hasText: desktop.say('backTitle') })
      .waitFor()
    await desktop.page.locator('li:not(.pending)', { hasText: desktop.say('frontTitle') }).waitFor()
    await phone.upload(pictures.back)
    await phone.on('faceTitle')
    await doing('faceTitle')
    await phone.upload(pictures.face)
    await phone.page.getByText(phone.say('doneElsewhere')).waitFor()
    await desktop.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    assert.match(phone.page.url(), /web-enrolment/, 'the phone stays')
    await phone.page.context().close()
    await desktop.page.context().close()
  })

  it('asks a second phone whether to take over, and tells the first', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const [one, other] = [walk(await (await eyes.phone()).newPage()), walk(await (await eyes.phone()).newPage())]
    await one.page.goto(webEnrolmentUrl)
    await one.press('start')
    await one.on('frontTitle')
    await other.page.goto(webEnrolmentUrl)
    await other.press('start')
    await other.page.getByText(other.say('takenText')).waitFor()
    await other.press('takenHere')
    await other.on('frontTitle')
    await one.page.getByText(one.say('takenAway')).waitFor()
    for (const { page } of [one, other]) await page.context().close()
  })

  it('lets one phone in by a code, in the language of the desktop, and goes on there after a reload', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const desktop = walk(await (await eyes.desktop({ deviceScaleFactor: 2 })).newPage(), await loadTexts('fi-FI'))
    await desktop.page.goto(`${webEnrolmentUrl}&lang=fi-FI`)
    await desktop.press('start')
    await desktop.on('handoverTitle')
    const link = await readCode(await desktop.page.getByRole('img', { name: desktop.say('handoverQr') }).screenshot())
    const arrive = async () => {
      const phone = walk(await (await eyes.phone()).newPage(), await loadTexts('fi-FI'))
      await phone.page.goto(link)
      return phone
    }
    const one = await arrive()
    await one.upload(pictures.front)
    await one.on('backTitle')
    await one.page.reload()
    await one.on('backTitle')

    const other = await arrive()
    await other.page.getByRole('alert').getByText(english.stoppedUnauthorized).waitFor()
    await one.upload(pictures.back)
    await one.on('faceTitle')
    await one.upload(pictures.face)
    await one.on('doneTitle')

    const late = await arrive()
    await late.page.getByRole('alert').getByText(english.stoppedUnauthorized).waitFor()
    await late.page.goto(`${stage.base}/h/${'A'.repeat(22)}`)
    await late.page.getByRole('alert').getByText(english.stoppedUnauthorized).waitFor()
    for (const { page } of [desktop, one, other, late]) await page.context().close()
  })

  it('can be left for the desktop, unless a frame wants phones only', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.desktop()
    const desktop = walk(await context.newPage())
    await desktop.page.goto(`${webEnrolmentUrl}&iframe=true&onlyMobile=true`)
    await desktop.press('start')
    await desktop.on('handoverTitle')
    assert.equal(await desktop.button('handoverHere').count(), 0)
    await desktop.page.goto(webEnrolmentUrl)
    await desktop.press('start')
    await desktop.press('handoverHere')
    await desktop.on('frontTitle')
    await desktop.page.reload()
    await desktop.on('frontTitle')
    await context.close()
  })
})

/** Puts a page out of sight, as another app does, or back into it. */
const seen = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

async function readCode(png: Uint8Array): Promise<string> {
  const [code] = await readBarcodes(await decode(png, 50))
  return code?.text ?? ''
}
