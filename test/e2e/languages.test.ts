import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { LOCALES } from '../../src/kernel/session/session-words.ts'
import { directionOf, loadTexts, type Texts, tagOf } from '../../src/kernel/texts/languages.ts'
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

  it('speaks every language and overflows nowhere on a small phone, on every screen', async () => {
    const { webEnrolmentUrl } = await stage.initialize({ lang: 'en-US' })
    const context = await eyes.phone({ viewport: NARROW, deviceScaleFactor: 1 })
    const steps = walk(await context.newPage())
    const { page } = steps
    await page.addInitScript(
      `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }`,
    )
    const headings = { welcome: 'welcomeTitle', consent: 'consentTitle', done: 'doneTitle' } as const
    const titles = { ...headings, front: 'frontTitle', back: 'backTitle', face: 'faceTitle' } as const
    /** Each language in turn, and at last the one that the walk goes on in. */
    const inEveryLanguage = async (
      screen: string,
      key: (typeof titles)[keyof typeof titles],
      look = async (_: Texts) => {},
    ) => {
      for (const locale of [...LOCALES.filter((each) => each !== 'en-US'), 'en-US' as const]) {
        const texts = await loadTexts(locale)
        await page.getByRole('combobox').selectOption(locale)
        await page.getByRole('heading', { level: 1, name: texts[key], exact: true }).waitFor()
        const { lang, dir, title } = await page.evaluate<Record<string, string>>(`({
          lang: document.documentElement.lang, dir: document.documentElement.dir, title: document.title })`)
        assert.deepEqual({ lang, dir, title }, { lang: tagOf(locale), dir: directionOf(locale), title: texts.title })
        await look(texts)
        assert.deepEqual(await overflowing(page), [], `${screen} overflows in ${locale}`)
      }
    }
    await page.goto(webEnrolmentUrl)
    const seen: string[] = []
    await walkThrough(steps, pictures, async (screen) => {
      seen.push(screen)
      await inEveryLanguage(screen, titles[screen as keyof typeof titles])
      if (screen !== 'front') return
      await steps.press('cameraAllow')
      await inEveryLanguage('the denied camera', 'frontTitle', ({ cameraDeniedDesktop }) =>
        page.getByRole('alert').getByText(cameraDeniedDesktop).waitFor(),
      )
    })
    assert.deepEqual(seen, ['welcome', 'consent', 'front', 'back', 'face', 'done'])
    await context.close()
  })

  it('speaks the language that the session wants, from its first screen', async () => {
    const page = await (await eyes.phone({ viewport: NARROW, deviceScaleFactor: 1 })).newPage()
    for (const locale of LOCALES) {
      const { webEnrolmentUrl } = await stage.initialize({ lang: locale })
      await page.goto(webEnrolmentUrl)
      await walk(page, await loadTexts(locale)).on('welcomeTitle')
      assert.equal(await page.evaluate('document.documentElement.lang'), tagOf(locale))
    }
    await page.context().close()
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
