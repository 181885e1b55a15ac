import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { JPEG, writtenEngine } from '../support/app.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { buildPackage, bundle } from './support/bundle.ts'
import { freePort, type Stage, startStage } from './support/stage.ts'

const german = await loadTexts('de-DE')
const texts = await loadTexts('en-US')

/** What an integrator's page heard, in order: the name of each event and what it told. */
declare global {
  var heard: [name: string, detail: { step?: string; height?: number; hasCompleted?: boolean }][]
  var change: (url: string) => void
}

/** The same page three times: it notes what it hears, and can be given another session. */
const SOURCES = {
  element: `
import 'limen-embed'
const element = document.createElement('limen-enrolment')
element.lang = lang
element.setAttribute('url', url)
for (const name of ['step', 'height', 'cancel', 'end'])
  element.addEventListener(name, ({ detail }) => heard.push([name, detail]))
here.append(element)
globalThis.change = (next) => element.setAttribute('url', next)`,
  react: `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { LimenEnrolment } from 'limen-embed/react'
const root = createRoot(here)
const show = (url) => root.render(createElement(LimenEnrolment, {
  url, lang,
  onStep: (detail) => { heard.push(['step', detail]); show(url) },
  onHeight: (detail) => heard.push(['height', detail]),
  onCancel: (detail) => heard.push(['cancel', detail]),
  onEnd: (detail) => heard.push(['end', detail]),
}))
show(url)
globalThis.change = show`,
  vue: `
import { createApp, h, ref } from 'vue'
import { LimenEnrolment } from 'limen-embed/vue'
const at = ref(url)
const on = (name) => (detail) => heard.push([name, detail])
createApp({ setup: () => () => h(LimenEnrolment, {
  url: at.value, lang,
  onStep: on('step'), onHeight: on('height'), onCancel: on('cancel'), onEnd: on('end'),
}) }).mount(here)
globalThis.change = (next) => { at.value = next }`,
}

/** As Android's web view names itself. */
const WEB_VIEW =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36'

const pageWith = (script: string, url: string, lang: string) => `<!doctype html><title>Shop</title>
<div id="here"></div>
<script>heard = []; url = ${JSON.stringify(url)}; lang = ${JSON.stringify(lang)}; here = document.getElementById('here')</script>
<script type="module" src="/${script}.js"></script>`

describe('the enrolment in a page of the integrator', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let server: Server
  let origin: string
  let shopUrl: string
  let shop: ChildProcess
  let folder: string
  before(async () => {
    const files = await bundle(SOURCES)
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop')
      const file = files.get(pathname.slice(1))
      const { script = '', url = '', lang = '' } = Object.fromEntries(searchParams)
      response.setHeader('content-type', file === undefined ? 'text/html' : 'text/javascript')
      response.end(file ?? pageWith(script, url, lang))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    shopUrl = `http://127.0.0.1:${await freePort()}`
    const settings = { frameOrigins: [origin, shopUrl], asksConsent: true }
    stage = await startStage({ engine: writtenEngine(), settings })
    eyes = await openEyes(JPEG)
    folder = await mkdtemp(join(tmpdir(), 'limen-shop-'))
    shop = await openExample(folder, { shopUrl, stage })
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    shop?.kill()
    await eyes?.close()
    server?.close()
    await stage?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async (script: string, lang = 'en-US') => {
    const { webEnrolmentUrl, sessionId } = await stage.initialize()
    const context = await eyes.phone()
    const page = await context.newPage()
    await page.goto(`${origin}/?${new URLSearchParams({ script, lang, url: webEnrolmentUrl })}`)
    return { context, page, sessionId, frame: page.frameLocator('iframe') }
  }
  const names = (page: Page) => page.evaluate(() => globalThis.heard.map(([name]) => name))
  const steps = (page: Page) =>
    page.evaluate(() => globalThis.heard.flatMap(([name, { step }]) => (name === 'step' && step ? [step] : [])))

  for (const script of Object.keys(SOURCES)) {
    it(`as ${script} plays a session and tells its steps, its height and its end`, async () => {
      const { context, page, sessionId, frame } = await open(script)
      await enrol(page, frame)
      await page.waitForFunction(() => globalThis.heard.some(([name]) => name === 'end'))
      const seen = await steps(page)
      assert.deepEqual(seen.slice(0, 3), ['welcome', 'consent', 'capture.FRONT'])
      assert.ok(seen.includes('capture.FACE'), seen.join(' '))
      const heard = await page.evaluate(() => globalThis.heard)
      const ends = heard.filter(([name]) => name === 'end')
      assert.deepEqual(ends, [['end', { sessionId, hasCompleted: true, hasError: false }]])
      assert.ok(heard.some(([name, { height }]) => name === 'height' && (height ?? 0) > 100))
      await context.close()
    })

    it(`as ${script} speaks the language asked for, tells the person’s own cancelling, and takes another session`, async () => {
      const { context, page, frame } = await open(script, 'de-DE')
      await frame.getByRole('heading', { level: 1, name: german.welcomeTitle }).waitFor()
      await press(frame, german.start)
      await press(frame, german.consentDecline)
      await press(frame, german.declineStop)
      await press(frame, german.close)
      await page.waitForFunction(() => globalThis.heard.some(([name]) => name === 'cancel'))
      const before = (await names(page)).length
      const { webEnrolmentUrl } = await stage.initialize()
      await page.evaluate((url) => globalThis.change(url), webEnrolmentUrl)
      await press(frame, german.start)
      await frame.getByRole('heading', { level: 1, name: german.consentTitle }).waitFor()
      await page.waitForFunction((count) => globalThis.heard.length > count, before)
      assert.equal(await page.locator('iframe').count(), 1)
      await page.evaluate("document.querySelector('limen-enrolment').remove()")
      assert.equal(await page.locator('iframe').count(), 0)
      await context.close()
    })
  }

  it('in the web view of an app: the camera that it grants, and the way back that it catches', async () => {
    const returnUrl = 'https://app.shop.example/enrolled'
    const { webEnrolmentUrl } = await stage.initialize({ returnUrl })
    const context = await eyes.phone({ userAgent: WEB_VIEW })
    const page = await context.newPage()
    let caught = 0
    await page.route(`${returnUrl}*`, (route) => {
      caught += 1
      return route.abort()
    })
    await page.goto(webEnrolmentUrl)
    await press(page, texts.start)
    await press(page, texts.consentAgree)
    await press(page, texts.cameraAllow)
    await press(page, texts.shutter)
    await uploadAs(page, page, texts.faceTitle)
    const back = page.getByRole('link', { name: texts.doneReturnNow })
    await back.waitFor()
    const leaving = page.waitForEvent('requestfailed', (request) => request.url() === returnUrl)
    await back.click()
    await leaving
    assert.equal(caught, 1)
    await context.close()
  })

  for (const way of ['Go there', 'In a window of its own', 'On this page'])
    it(`the example shop: ${way}`, async () => {
      const context = await eyes.phone()
      const page = await context.newPage()
      await page.goto(shopUrl)
      const opened = way === 'In a window of its own' ? page.waitForEvent('popup') : undefined
      await page.getByRole('button', { name: way }).click()
      if (way === 'On this page') await enrol(page, page.frameLocator('iframe'))
      else {
        const on = (await opened) ?? page
        await enrol(on, on)
        const back = on.getByRole('link', { name: texts.doneReturnNow })
        await back
          .click()
          .catch((error: unknown) => assert.ok(on.isClosed() || on.url().startsWith(shopUrl), `${error}`))
      }
      await page.getByRole('status').getByText('approved').waitFor()
      assert.equal(page.url(), `${shopUrl}/`)
      await context.close()
    })
})

const press = (frame: Page | FrameLocator, name: string) => frame.getByRole('button', { name, exact: true }).click()

/** A passport and a selfie as files, on the page itself or in its frame. */
async function enrol(page: Page, frame: Page | FrameLocator): Promise<void> {
  await press(frame, texts.start)
  await press(frame, texts.consentAgree)
  for (const title of [texts.frontTitle, texts.faceTitle]) await uploadAs(page, frame, title)
}

async function uploadAs(page: Page, frame: Page | FrameLocator, title: string): Promise<void> {
  await frame.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await press(frame, texts.upload)
  await (await chooser).setFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: JPEG })
}

/** docs/examples/shop next to the installed client, as an integrator starts it. */
async function openExample(folder: string, at: { shopUrl: string; stage: Stage }): Promise<ChildProcess> {
  await cp(join(import.meta.dirname, '../../docs/examples/shop'), folder, { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await buildPackage('client', join(folder, 'node_modules/limen-client'))
  const { username, password } = at.stage.login
  const child = spawn(process.execPath, [join(folder, 'shop.mts')], {
    env: {
      ...process.env,
      SHOP_URL: at.shopUrl,
      LIMEN_URL: at.stage.base,
      LIMEN_USERNAME: username,
      LIMEN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}
