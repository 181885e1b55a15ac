import type { Page } from 'playwright-core'
import type { Eyes } from '../../../../test/e2e/support/browser.ts'
import type { Stage } from '../../../../test/e2e/support/stage.ts'
import { type Walk, walk } from '../../../../test/e2e/support/walk.ts'
import { facePicture } from '../../../../test/support/faces.ts'
import { FRAME, shootFilm } from './film.ts'

/** The speed of the device and its connection. */
interface Slowness {
  name: string
  /** Factor by which the processor is slowed down. */
  cpu: number
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number }
}

/** As in Chromium's developer tools: 1.44 Mbit/s down, 675 kbit/s up, 562 ms round trip. */
const THREE_G = { latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 }

export const SLOWNESS: Slowness[] = [
  { name: 'as it is', cpu: 1 },
  { name: 'CPU slowed 4 times, 3G', cpu: 4, network: THREE_G },
  { name: 'CPU slowed 6 times, 3G', cpu: 6, network: THREE_G },
]

/** Seconds on each screen, and the longest time that the page showed "Good – hold still". */
interface SlowPath {
  screens: Record<string, number>
  longestGood: number
}

const FAILED_MS = 180_000

/**
 * A whole session with the camera: front, back, selfie, done. Nobody presses the shutter; the person turns the card
 * when asked for the back.
 */
export async function walkSlowly(stage: Stage, eyes: Eyes, slowness: Slowness, seed: number): Promise<SlowPath> {
  const { webEnrolmentUrl } = await stage.initialize()
  await eyes.play(await shootFilm(seed, [{ shows: 'front', seconds: 4 }]))
  const context = await eyes.phone()
  try {
    const steps = walk(await context.newPage())
    const { page } = steps
    page.setDefaultTimeout(FAILED_MS)
    await slowDown(page, slowness)
    await page.addInitScript(GOOD)
    const screens: Record<string, number> = {}
    let began = performance.now()
    const reached = (screen: string) => {
      const now = performance.now()
      screens[screen] = (screens[screen] ?? 0) + (now - began) / 1_000
      began = now
    }
    await page.goto(webEnrolmentUrl, { waitUntil: 'commit' })
    await steps.button('start').waitFor()
    reached('welcome')
    await steps.press('start')
    await steps.press('cameraAllow')
    await steps.button('shutter').waitFor()
    reached('camera')
    await steps.on('workingRead')
    reached('front taken')
    await eyes.play(await shootFilm(seed, [{ shows: 'back', seconds: 4 }]))
    await steps.on('backTitle')
    reached('front sent and read')
    await steps.on('workingRead')
    reached('back taken')
    await eyes.show((await facePicture('B', { width: FRAME.width })).jpeg)
    await steps.on('faceTitle')
    reached('back sent and read')
    await steps.on('checkFace')
    reached('selfie taken')
    await steps.on('doneTitle')
    reached('selfie sent, decided')
    return { screens, longestGood: await longestGood(steps) }
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page, { cpu, network }: Slowness): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  if (cpu > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (!network) return
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
}

const longestGood = ({ page }: Walk): Promise<number> => page.evaluate<number>('globalThis.longestGood / 1000')

/** Measures, in the page itself, the longest time that it says that everything is good before it takes the picture. */
const GOOD = `{
  globalThis.longestGood = 0
  let since
  setInterval(() => {
    const isGood = document.querySelector('.guide')?.textContent?.startsWith('Good') ?? false
    if (isGood) since ??= performance.now()
    if (isGood) globalThis.longestGood = Math.max(globalThis.longestGood, performance.now() - since)
    else since = undefined
  }, 100)
}`
