import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { writtenEngine } from '../support/app.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
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
    let bytes = 0
    let requests = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests += 1
    })
    const started = performance.now()
    await steps.page.goto(webEnrolmentUrl, { waitUntil: 'commit' })
    await steps.button('start').waitFor()
    const seconds = (performance.now() - started) / 1000
    test.diagnostic(`usable after ${seconds.toFixed(2)} s, ${requests} requests, ${(bytes / 1000).toFixed(1)} kB`)
    assert.ok(requests <= 8, `${requests} requests`)
    assert.ok(bytes <= 60_000, `${bytes} bytes`)
    await context.close()
  })
})
