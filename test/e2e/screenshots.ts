import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { fill, loadTexts } from '../../src/kernel/texts/languages.ts'
import { cameraFrame } from '../support/camera-frame.ts'
import { consoleScreenshots } from './console-screenshots.ts'
import { type Eyes, FRAME, openEyes } from './support/browser.ts'
import { cardEngine, inTurn, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { hold, walk } from './support/walk.ts'
import { teachScreenshots } from './teach-screenshots.ts'
import { wayScreenshots } from './way-screenshots.ts'

/**
 * npm run screenshots [-- LOCALE…]: every screen on a phone and a desktop, in four languages or those named; the best few
 * also for the documentation. The other ways through the page and the console come along unless languages are named; `ways`
 * and `console` name them.
 */
const LANGUAGES = ['en-US', 'de-DE', 'ar-SA', 'jp-JP'] as const
const BEST = new Set([
  'phone-en-US-1-welcome',
  'phone-en-US-4-front',
  'phone-en-US-5-check',
  'desktop-en-US-2-handover',
  'phone-way-consent',
  'phone-way-wallet-choice',
  'phone-way-challenge',
  'phone-way-refused',
  'phone-way-corners',
  'console-phone-case',
  'console-queue',
  'console-case',
  'console-setup',
  'console-overview',
  'console-settings-page',
  'console-teach',
  'console-try',
  'console-documents',
])
const wanted = process.argv.slice(2)
const SHARE = 0.8
const root = join(import.meta.dirname, '../..')
const all = join(root, 'test-results/screenshots')
const best = join(root, 'docs/screenshots')

if (!process.env.CHROMIUM) throw new Error('there is no Chromium to take screenshots with')
await Promise.all([all, best].map((folder) => mkdir(folder, { recursive: true })))

const pictures = await smallPictures()
const engine = cardEngine(pictures.back)
const stage = await startStage({ engine })
const { front, back, truth } = await drawSpecimen({ kind: 'td1', seed: 7 })
const onTable = async (side: Uint8Array) =>
  (await cameraFrame(side, { ...FRAME, fill: 0.7, seed: 7, background: 'wood' })).toBuffer('image/jpeg')
const shown = { front: await onTable(front), back: await onTable(back ?? front), face: await drawnFace() }
const eyes = await openEyes(shown.front)
try {
  const languages = (await drawable(eyes)).filter((locale) => wanted.length === 0 || wanted.includes(locale))
  for (const locale of languages)
    for (const kind of ['phone', 'desktop'] as const) await visit(stage, eyes, kind, locale)
  if (wanted.length === 0 || wanted.includes('ways')) await wayScreenshots(eyes, take)
} finally {
  await eyes.close()
  await stage.close()
}
if (wanted.length === 0 || wanted.includes('console')) {
  await consoleScreenshots(take)
  await teachScreenshots(take)
}

async function visit(stage: Stage, eyes: Eyes, kind: 'phone' | 'desktop', locale: (typeof LANGUAGES)[number]) {
  engine.page = inTurn()
  const { webEnrolmentUrl } = await stage.initialize({ lang: locale })
  const context = await eyes[kind]({ deviceScaleFactor: 2 })
  const texts = await loadTexts(locale)
  const { page, press, on, button, say } = walk(await context.newPage(), texts)
  const keep = (name: string) => take(page, `${kind}-${locale}-${name}`)
  await page.goto(webEnrolmentUrl)
  await on('welcomeTitle')
  await keep('1-welcome')
  await press('start')
  if (kind === 'desktop') {
    await on('handoverTitle')
    await keep('2-handover')
    await press('handoverHere')
  }
  await on('frontTitle')
  await keep('3-camera')
  await page.evaluate(`window.ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }`)
  await press('cameraAllow')
  await page.getByRole('alert').waitFor()
  await keep('3-denied')
  await page.evaluate('navigator.mediaDevices.getUserMedia = window.ask')
  await press('retry')
  for (const part of ['front', 'back'] as const) {
    const sent = await hold(page, '**/enrolment/document')
    await button('shutter').waitFor()
    await page.getByText(say('guideReady')).waitFor()
    await keep(part === 'front' ? '4-front' : '6-back')
    await on('workingRead')
    await keep(part === 'front' ? '5-check' : '6-check')
    await eyes.show(part === 'front' ? shown.back : shown.face)
    sent()
  }
  await on('faceTitle')
  const faceSent = await hold(page, '**/enrolment/face')
  await button('shutter').waitFor()
  // On a busy machine the countdown may follow at once.
  await page
    .getByText(say('guideReady'))
    .or(page.getByText(fill(texts.guideCountdown, { seconds: 2 }, locale)))
    .waitFor()
  await keep('7-selfie')
  await on('checkFace')
  await keep('7-check')
  await eyes.show(shown.front)
  const { promise: shot, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/enrolment/complete', async (route) => {
    await shot
    await route.continue()
  })
  faceSent()
  await on('workingTitle')
  await keep('8-working')
  goOn()
  await on('doneTitle')
  await keep('9-done')
  await page.goto(`${stage.base}/web-enrolment/?token=over&lang=${locale}`)
  await on('stoppedUnauthorizedTitle')
  await keep('10-stopped')
  await context.close()
}

/** The languages that this machine has letters for: boxes in their place would show nothing. */
async function drawable({ browser }: Eyes): Promise<(typeof LANGUAGES)[number][]> {
  const page = await browser.newPage()
  const japanese = await page.evaluate<boolean>(`(() => {
    const drawn = (letter) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 })
      const pen = canvas.getContext('2d')
      pen.font = '32px system-ui, sans-serif'
      pen.fillText(letter, 2, 34)
      return canvas.toDataURL()
    }
    return drawn('証') !== drawn('撮')
  })()`)
  await page.close()
  if (!japanese)
    console.warn('jp-JP is left out: this machine has no Japanese font (Debian: apt-get install fonts-noto-cjk)')
  return LANGUAGES.filter((locale) => locale !== 'jp-JP' || japanese)
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(200)
  const png = await page.screenshot()
  await writeFile(join(all, `${name}.png`), png)
  if (BEST.has(name))
    await sharp(png)
      .resize({ width: name.includes('phone') ? 390 : 900 })
      .webp({ quality: 82 })
      .toFile(join(best, `${name}.webp`))
}

/** The drawn head of the specimen's portrait: no picture of a real person belongs into the documentation. */
async function drawnFace(): Promise<Buffer> {
  const quad = truth.sides[0]?.regions.portrait
  if (!quad) throw new Error('the specimen has no portrait')
  const [left, top] = [Math.round(quad[0].x), Math.round(quad[0].y)]
  const [width, height] = [Math.round(quad[2].x) - left, Math.round(quad[2].y) - top]
  const head = await sharp(front)
    .extract({ left, top, width, height: Math.round(height * 0.86) })
    .toBuffer()
  const [r = 0, g = 0, b = 0] = await sharp(head).extract({ left: 4, top: 4, width: 1, height: 1 }).raw().toBuffer()
  // Small enough for the ovals of a phone and of a laptop.
  const inner = { width: Math.round(FRAME.width * SHARE), height: Math.round(FRAME.height * SHARE) }
  const [sides, above] = [(FRAME.width - inner.width) / 2, (FRAME.height - inner.height) / 2]
  return sharp(head)
    .resize({ ...inner, fit: 'contain', background: { r, g, b } })
    .extend({ left: sides, right: sides, top: above, bottom: above, background: { r, g, b } })
    .linear(0.78, 0)
    .jpeg()
    .toBuffer()
}
