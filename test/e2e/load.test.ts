import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { writtenEngine } from '../support/app.ts'
import { cameraFrame } from '../support/camera-frame.ts'
import { type Eyes, FRAME, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

/** A slow 4G connection: 150 ms to the service and back, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

describe('the first screen of the hosted page', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  before(async () => {
    stage = await startStage({ engine: writtenEngine() })
    eyes = await openEyes((await smallPictures()).front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('comes over a slow 4G connection in few requests, compressed', async (test) => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    const devtools = await context.newCDPSession(steps.page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    // What comes while the welcome is read may be under way when it is there.
    const waitedFor = new Set<string>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (
        !/\/assets\/(after-welcome|later|en-US|working|corners|qr-code|handover|rolldown-runtime|defineProperty)-/.test(
          request.url,
        )
      )
        waitedFor.add(requestId)
    })
    let bytes = 0
    let requests = 0
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (!waitedFor.has(requestId)) return
      bytes += encodedDataLength
      requests += 1
    })
    const started = performance.now()
    await steps.page.goto(webEnrolmentUrl, { waitUntil: 'commit' })
    await steps.button('start').waitFor()
    const seconds = (performance.now() - started) / 1000
    test.diagnostic(`usable after ${seconds.toFixed(2)} s, ${requests} requests, ${(bytes / 1000).toFixed(1)} kB`)
    assert.ok(requests <= 8, `${requests} requests`)
    assert.ok(bytes <= 35_000, `${bytes} bytes`)
    await context.close()
  })

  it('has the corner net loaded when the camera is on, and the outline lies on a card that lies askew', async () => {
    const { front } = await drawSpecimen({ kind: 'td1', seed: 710_001 })
    // Out of focus, so that it is looked at and not taken.
    const frame = { ...FRAME, fill: 0.5, seed: 710_001, background: 'cloth', roll: 90, defect: 'blurred' } as const
    await eyes.show((await cameraFrame(front, frame)).toBuffer('image/jpeg', 90))
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    const faults = watchFaults(steps.page, stage.base)
    const weights = steps.page.waitForResponse(/\/assets\/corners-[^/]*\.bin$/)
    await steps.page.goto(webEnrolmentUrl)
    assert.equal((await weights).headers()['cache-control'], 'public, max-age=31536000, immutable')
    await steps.press('start')
    await steps.press('cameraAllow')
    const outline = steps.page.locator('.overlay .found')
    await outline.waitFor()
    const box = await outline.boundingBox()
    assert.ok(box && box.height > 1.2 * box.width, `${box?.width} × ${box?.height}`)
    assert.deepEqual(faults, [])
    await context.close()
  })
})
