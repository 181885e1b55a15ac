import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { LOCALES } from '../../src/domain/vocabulary.ts'
import { directionOf, loadTexts, tagOf } from '../../src/ui/languages.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { overflowing } from './support/overflowing.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk, walkThrough } from './support/walk.ts'

/** A small phone, and what a 640 pixel wide window has at 200 % zoom (WCAG 2.2, 1.4.4 and 1.4.10). */
const NARROW = { width: 320, height: 568 }

describe('the hosted page, from its first screen to its last', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    stage = await startStage({ engine: cardEngine(pictures.back), settings: { asksConsent: true } })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  for (const locale of LOCALES)
    it(`speaks ${locale} and overflows nowhere on a small phone`, async () => {
      const texts = await loadTexts(locale)
      const { webEnrolmentUrl } = await stage.initialize({ lang: locale })
      const context = await eyes.phone({ viewport: NARROW, deviceScaleFactor: 1 })
      const steps = walk(await context.newPage(), texts)
      await steps.page.addInitScript(
        `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }`,
      )
      await steps.page.goto(webEnrolmentUrl)
      await walkThrough(steps, pictures, async (screen) => {
        const { lang, dir, title } = await steps.page.evaluate<Record<string, string>>(`({
          lang: document.documentElement.lang, dir: document.documentElement.dir, title: document.title })`)
        assert.deepEqual({ lang, dir, title }, { lang: tagOf(locale), dir: directionOf(locale), title: texts.title })
        assert.deepEqual(await overflowing(steps.page), [], `${screen} overflows`)
        if (screen !== 'front') return
        await steps.press('cameraAllow')
        await steps.page.getByRole('alert').getByText(texts.cameraDeniedDesktop).waitFor()
        assert.deepEqual(await overflowing(steps.page), [], 'the denied camera overflows')
      })
      await context.close()
    })

  it('speaks what the address forces, else what the session wants, else what the browser speaks', async () => {
    const { webEnrolmentUrl } = await stage.initialize({ lang: 'fi-FI' })
    const { webEnrolmentUrl: open } = await stage.initialize()
    const context = await eyes.phone({ locale: 'hu-HU' })
    const page = await context.newPage()
    for (const [address, lang] of [
      [`${webEnrolmentUrl}&lang=jp-JP`, 'ja-JP'],
      [webEnrolmentUrl, 'fi-FI'],
      [open, 'hu-HU'],
    ]) {
      await page.goto(address as string)
      await page.locator('h1').waitFor()
      assert.equal(await page.evaluate('document.documentElement.lang'), lang)
    }
    await page.getByRole('combobox').selectOption('ar-SA')
    await page.locator('html[dir=rtl]').waitFor()
    await context.close()
  })
})
