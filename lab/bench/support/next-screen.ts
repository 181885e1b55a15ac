import type { Eyes } from '../../../test/e2e/support/browser.ts'
import type { Stage } from '../../../test/e2e/support/stage.ts'
import { walk } from '../../../test/e2e/support/walk.ts'

/** Fast 4G as in Chromium's developer tools, and a connection of 50 kB a second in both directions. */
export const LINES = {
  '4G': { offline: false, latency: 165, downloadThroughput: 8_100_000 / 8, uploadThroughput: 1_350_000 / 8 },
  '50 kB/s': { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 },
} as const

/** Minimum time from the first screen to a picture; by then the page knows the speed of the connection. */
const TAKES_MS = 8_000

interface Use {
  conditions: (typeof LINES)[keyof typeof LINES]
  picture: Uint8Array
}

/** A person chooses a picture of their passport and waits until the page asks for a selfie. */
export async function waitForNext(
  stage: Stage,
  eyes: Eyes,
  { conditions, picture }: Use,
): Promise<{ ms: number; bytes: number }> {
  const { webEnrolmentUrl } = await stage.initialize()
  const context = await eyes.phone()
  try {
    const steps = walk(await context.newPage())
    steps.page.setDefaultTimeout(180_000)
    const devtools = await context.newCDPSession(steps.page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', conditions)
    let bytes = 0
    devtools.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
      const type = headers['Content-Type'] ?? headers['content-type'] ?? ''
      if (type.startsWith('image/')) bytes = Number(headers['Content-Length'] ?? headers['content-length'] ?? 0)
    })
    await steps.page.goto(webEnrolmentUrl)
    await steps.press('start')
    await steps.on('frontTitle')
    await steps.page.waitForTimeout(TAKES_MS)
    const chooser = steps.page.waitForEvent('filechooser')
    await steps.press('upload')
    await (await chooser).setFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) })
    const started = performance.now()
    await steps.on('faceTitle')
    return { ms: performance.now() - started, bytes }
  } finally {
    await context.close()
  }
}
