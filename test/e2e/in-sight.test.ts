import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { FrameLocator, Locator, Page } from 'playwright-core'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { writtenEngine } from '../support/app.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'

const texts = await loadTexts('en-US')

describe('what a person has to press', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  before(async () => {
    stage = await startStage({ engine: writtenEngine(), settings: { asksConsent: true } })
    eyes = await openEyes((await smallPictures()).front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  const SCREENS = { 'a phone held sideways': [844, 390], 'a small phone': [320, 568], 'a frame of 720 px': [720, 720] }
  for (const [name, [width = 0, height = 0]] of Object.entries(SCREENS))
    it(`is in sight without scrolling: ${name}`, async () => {
      const { webEnrolmentUrl } = await stage.initialize()
      const context = await eyes.phone({ viewport: { width, height } })
      const page = await context.newPage()
      let root: Page | FrameLocator = page
      if (name.includes('frame')) {
        const content = `<body style="margin:0"><iframe allow="camera" style="border:0;width:${width}px;height:${height}px;display:block" src="${webEnrolmentUrl}&iframe=true&crossDevice=false"></iframe>`
        await page.route('**/around.html', (route) => route.fulfill({ contentType: 'text/html', body: content }))
        await page.goto(`${stage.base}/around.html`)
        root = page.frameLocator('iframe')
      } else await page.goto(webEnrolmentUrl)
      const inSight = async (button: Locator) => {
        await button.waitFor()
        const box = (await button.boundingBox()) ?? assert.fail()
        assert.ok(
          box.y >= 0 && box.y + box.height <= height,
          `${await button.innerText()}: ${box.y} to ${box.y + box.height}`,
        )
      }
      for (const key of ['start', 'consentAgree', 'cameraAllow', 'shutter'] as const) {
        const button = root.getByRole('button', { name: texts[key], exact: true })
        await inSight(button)
        if (key !== 'shutter') await button.click()
      }
      await context.close()
    })

  it('is a sentence where another site embeds the page, on it and in the console of the browser', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const around = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<iframe src="${webEnrolmentUrl}&iframe=true"></iframe>`)
    })
    await new Promise<void>((done) => around.listen(0, '127.0.0.1', done))
    const address = around.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const context = await eyes.desktop()
    const page = await context.newPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(origin)
    await page.frameLocator('iframe').getByRole('heading', { name: 'This page can’t be shown here' }).waitFor()
    await page.frameLocator('iframe').getByText(origin).waitFor()
    assert.ok(
      said.some((line) => line.includes(`do not name ${origin}`)),
      said.join('\n'),
    )
    await context.close()
    around.close()
  })
})
