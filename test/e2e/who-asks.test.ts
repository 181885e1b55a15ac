import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import sharp from 'sharp'
import { accept } from '../../src/formats/result.ts'
import { passport, type WrittenEngine, writtenEngine } from '../support/app.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

describe('who asks', { skip: noBrowser }, () => {
  const name = 'Utopia Bank'
  let stage: Stage
  let eyes: Eyes
  let engine: WrittenEngine
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    engine = writtenEngine()
    engine.page = async () => accept(passport())
    stage = await startStage({
      engine,
      tenantName: 'internal-id',
      settings: {
        asksConsent: true,
        themes: { default: { name, accent: '#8a1c4a' }, shop: { name: 'Utopia Shop', logo: await logo() } },
      },
    })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('is named on every screen from the welcome to the end, which does not lead anywhere if there is no page to go to', async () => {
    const { webEnrolmentUrl } = await stage.initialize({ returnUrl: undefined })
    const context = await eyes.phone({ bypassCSP: true })
    const steps = walk(await context.newPage())
    const { page } = steps
    await page.goto(webEnrolmentUrl)
    const header = page.locator('header .who')
    const seen: string[] = []
    const parts = { front: pictures.front, back: pictures.back, face: pictures.face }
    await steps.on('welcomeTitle')
    seen.push(await header.innerText())
    await steps.press('start')
    await page.locator('.consent li').first().waitFor()
    seen.push(await header.innerText())
    assert.match(await page.locator('.consent').innerText(), /Utopia Bank compares/)
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    seen.push(await header.innerText())
    await steps.upload(parts.front)
    await steps.on('faceTitle')
    seen.push(await header.innerText())
    await steps.upload(parts.face)
    await steps.on('doneTitle')
    seen.push(await header.innerText())
    assert.deepEqual(new Set(seen), new Set([name]))
    await page.getByText(steps.say('doneClose')).waitFor()
    assert.equal(await page.getByRole('link', { name: steps.say('doneReturnNow') }).count(), 0)
    const address = page.url()
    await page.waitForTimeout(4_000)
    assert.equal(page.url(), address, 'nobody is taken back to the page they are on')
    await context.close()
  })

  it('is still said on the closing page of the service, in the colour of the asker', async () => {
    const context = await eyes.phone({ bypassCSP: true })
    const steps = walk(await context.newPage())
    await steps.page.goto(`${stage.base}/web-enrolment/finished?tenant=default`)
    await steps.on('doneTitle')
    assert.equal(await steps.page.locator('header .who').innerText(), name)
    assert.equal(await steps.page.evaluate('document.documentElement.style.getPropertyValue("--accent")'), '#8a1c4a')
    await assertAccessibleInBoth(steps.page, 'the closing page')
    await steps.page.goto(`${stage.base}/web-enrolment/finished?tenant=default&theme=shop`)
    await steps.page.getByRole('img', { name: 'Utopia Shop' }).waitFor()
    await steps.page.goto(`${stage.base}/web-enrolment/finished?tenant=nobody`)
    await steps.on('doneTitle')
    await context.close()
  })
})

const logo = async () => {
  const picture = sharp({ create: { width: 120, height: 40, channels: 3, background: '#8a1c4a' } })
  return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
}
