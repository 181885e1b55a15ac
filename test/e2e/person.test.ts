import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { accept, refuse } from '../../src/formats/result.ts'
import { field, mrz, passportPage } from '../kernel/decision/genuine.ts'
import { passport, type WrittenEngine } from '../support/app.ts'
import { assertAccessible, assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { hold, walk } from './support/walk.ts'

describe('what the hosted page says to a person', { skip: noBrowser }, () => {
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
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  const opened = async (body: object = {}, device: 'phone' | 'desktop' = 'phone') => {
    const session = await stage.initialize(body)
    const context = await eyes[device]({ bypassCSP: true })
    const steps = walk(await context.newPage())
    await steps.page.goto(session.webEnrolmentUrl)
    return { ...session, context, steps, page: steps.page }
  }

  it('where an age is asked for: that, and that only the answer is kept', async () => {
    const { context, steps, page } = await opened({ flow: 'age', atLeast: 18 })
    await steps.on('welcomeAgeTitle')
    assert.equal(await page.title(), steps.say('welcomeAgeTitle'))
    await page.getByText(steps.say('welcomePrivacy')).click()
    await page.getByText(steps.say('privacyAge')).waitFor()
    await steps.press('start')
    await steps.on('consentAgeTitle')
    await page.getByText('only the answer is kept').first().waitFor()
    assert.match(await page.locator('.consent').innerText(), /only the answer is kept/, 'not behind More')
    assert.doesNotMatch(await page.locator('main').innerText(), /90/)
    await assertAccessible(page, 'consent to an age')
    await context.close()
  })

  it('where the document was not found: its corners can be set, by hand and by keys', async () => {
    const read = engine.page
    const asked: unknown[] = []
    engine.page = async (picture, asking) => {
      asked.push(asking?.corners)
      return asking?.corners ? read(picture, asking) : refuse('DOCUMENT_NOT_RECOGNIZED', ['NO_DOCUMENT'])
    }
    const { context, steps, page } = await opened()
    await steps.press('start')
    await steps.press('consentAgree')
    await steps.upload(pictures.front)
    await page.getByRole('alert').getByText(steps.say('NO_DOCUMENT')).waitFor()
    await steps.press('cornersAdjust')
    await steps.on('cornersAdjust')
    await assertAccessibleInBoth(page, 'the corners of a document')
    const corner = (number: number) => page.getByRole('button', { name: steps.say('cornersOne', { number }) })
    const box = (await page.locator('.corners img').boundingBox()) ?? assert.fail()
    const handle = (await corner(1).boundingBox()) ?? assert.fail()
    assert.ok(handle.width >= 24 && handle.height >= 24)
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25, { steps: 4 })
    await page.mouse.up()
    await corner(3).focus()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowDown')
    await steps.press('use')
    await steps.on('backTitle')
    const [, corners] = asked as [undefined, { x: number; y: number }[]]
    assert.equal(asked[0], undefined)
    assert.ok(Math.abs((corners[0]?.x ?? 0) - 0.25) < 0.02 && Math.abs((corners[0]?.y ?? 0) - 0.25) < 0.02)
    assert.deepEqual(corners.slice(1), [
      { x: 0.9, y: 0.2 },
      { x: 0.85, y: 0.805 },
      { x: 0.1, y: 0.8 },
    ])
    engine.page = read
    await context.close()
  })

  it('that a document has expired, before anything else is asked', async () => {
    const old = { ...mrz(), dateOfExpiry: '2024-04-15' }
    const visual = passportPage().visual.map((each) =>
      each.name === 'date_of_expiry' ? field('date_of_expiry', '15 APR 2024', { date: '2024-04-15' }) : each,
    )
    const read = engine.page
    engine.page = async () => accept({ ...passport(), reading: passportPage({ mrz: old, visual }) })
    const { context, steps, page } = await opened()
    await steps.press('start')
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    await steps.upload(pictures.front)
    await steps.on('expiredTitle')
    await page.getByText(steps.say('expiredText', { date: 'April 15, 2024' })).waitFor()
    assert.equal(await steps.button('expiredUse').count(), 0, 'the policy would reject it')
    await assertAccessibleInBoth(page, 'an expired document')
    engine.page = async () => accept(passport())
    await steps.press('wayDocument')
    await steps.on('frontTitle')
    await steps.upload(pictures.front)
    await steps.on('faceTitle')
    engine.page = read
    await context.close()
  })

  it('what happens next, when all is done', async () => {
    engine.page = async () => accept(passport())
    const { context, steps, page } = await opened({ returnUrl: undefined })
    await steps.stayAtEnd()
    await steps.press('start')
    await steps.press('consentAgree')
    await steps.upload(pictures.front)
    await steps.upload(pictures.face)
    await steps.on('doneTitle')
    await page.getByText(/now has the answer|will let you know/).waitFor()
    await context.close()
  })

  it('is read out where the focus is, and a file can be chosen again at once', async () => {
    engine.page = async () => accept(passport())
    const { context, steps, page } = await opened()
    const focused = () => page.evaluate(() => document.activeElement?.tagName)
    await steps.press('start')
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    const chosen = async (name: 'upload' | 'chooseAnother') => {
      const chooser = page.waitForEvent('filechooser')
      await steps.press(name)
      await (await chooser).setFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: pictures.front })
    }
    const sent = await hold(page, '**/enrolment/document')
    await chosen('upload')
    await chosen('chooseAnother')
    sent()
    await steps.on('faceTitle')
    assert.equal(await focused(), 'H1')
    await steps.press('cameraAllow')
    await page.locator('.viewfinder').waitFor()
    assert.equal(await focused(), 'H1')
    await context.close()
  })

  it('that a link to a phone leads nowhere while the service is at localhost', async () => {
    const { context, steps, page } = await opened({}, 'desktop')
    await steps.press('start')
    await steps.press('consentAgree')
    await steps.on('handoverTitle')
    await page.getByText(steps.say('handoverLocal')).waitFor()
    await context.close()
  })

  it('in the size of text that the browser is set to', async () => {
    const { context, page } = await opened()
    const size = () => page.locator('h1').evaluate((heading) => Number.parseFloat(getComputedStyle(heading).fontSize))
    await page.locator('h1').waitFor()
    const before = await size()
    await page.addStyleTag({ content: 'html { font-size: 32px }' })
    assert.equal(await size(), 2 * before)
    await context.close()
  })
})
