import { parseArgs } from 'node:util'
import { createCanvas } from '@napi-rs/canvas'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { FRAME, openEyes } from '../../test/e2e/support/browser.ts'
import { startStage } from '../../test/e2e/support/stage.ts'
import { walk } from '../../test/e2e/support/walk.ts'
import { writtenEngine } from '../../test/support/app.ts'
import { cameraScene } from '../../test/support/camera-frame.ts'
import type { Measurement } from './support/bench.ts'

const WAYS = ['cut in the worker', 'cut on the page'] as const
/** Before counting: the net is opened, the outline found. */
const SETTLE_MS = 2_000

declare global {
  var counted: { frames: number; looks: number }
}

/**
 * npm run bench -- frames [RATES [SECONDS]]: a real Chromium (CHROMIUM) whose camera moves over a document that is out
 * of focus, so that nothing is captured. How many frames a second are judged, and how often does the corner net run,
 * with the page's main thread slowed by each of the rates (1,4), in both ways of cropping frames?
 */
export async function run(args: string[]): Promise<Measurement[]> {
  const [rates = '1,4', seconds = '10'] = parseArgs({ args, allowPositionals: true }).positionals
  const shots = await wandering()
  const stage = await startStage({ engine: writtenEngine() })
  const eyes = await openEyes(shots[0] as Uint8Array, FRAME)
  await eyes.show(...shots)
  try {
    for (const [rate, way] of rates.split(',').flatMap((rate) => WAYS.map((way) => [Number(rate), way] as const))) {
      const context = await eyes.phone()
      const page = await context.newPage()
      await page.addInitScript(COUNTING)
      if (way === 'cut on the page') await page.addInitScript('delete globalThis.VideoFrame')
      const steps = walk(page)
      await page.goto((await stage.initialize()).webEnrolmentUrl)
      await steps.button('start').waitFor()
      await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
      await steps.press('start')
      await steps.press('cameraAllow')
      await page.locator('.overlay .found').waitFor()
      await page.waitForTimeout(SETTLE_MS)
      const read = () => page.evaluate(() => ({ ...counted, at: performance.now() }))
      const before = await read()
      await page.waitForTimeout(Number(seconds) * 1_000)
      const after = await read()
      const perSecond = (what: 'frames' | 'looks') =>
        (((after[what] - before[what]) * 1_000) / (after.at - before.at)).toFixed(1)
      console.log(
        `slowed ${rate} times, ${way}: ${perSecond('frames')} frames, ${perSecond('looks')} looks of the net a second`,
      )
      await context.close()
    }
  } finally {
    await eyes.close()
    await stage.close()
  }
  return []
}

/** Counts the messages to the page's workers: frames to be judged, and results of the net that are passed on. */
const COUNTING = `{
  globalThis.counted = { frames: 0, looks: 0 }
  const post = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (message, transfer) {
    if (message && 'cut' in message) counted.frames += 1
    if (message && 'sides' in message) counted.looks += 1
    return post.call(this, message, transfer)
  }
}`

async function wandering(): Promise<Uint8Array[]> {
  const { front } = await drawSpecimen({ kind: 'td1', seed: 5 })
  const size = { width: FRAME.width + 80, height: FRAME.height + 80 }
  const scene = { ...size, fill: 0.5, seed: 3, background: 'cloth', roll: 90, defect: 'blurred' } as const
  const { canvas } = await cameraScene(front, scene)
  return Array.from({ length: 8 }, (_, at) => {
    const frame = createCanvas(FRAME.width, FRAME.height)
    frame.getContext('2d').drawImage(canvas, -40 + 30 * Math.sin(at * 0.8), -40 + 30 * Math.cos(at * 0.8))
    return frame.toBuffer('image/jpeg', 90)
  })
}
