import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { motionJpeg, type Shot } from '../../../packages/specimen/src/photograph/video.ts'

/** Why browser tests are skipped; false when they are not. */
export const noBrowser = process.env.CHROMIUM ? false : 'no Chromium: set CHROMIUM to the path of one'

export interface Eyes {
  browser: Browser
  /** What the camera shows from the next time it is opened. */
  show(...pictures: Uint8Array[]): Promise<void>
  /** The same of pictures that follow one another, each for its time, and then repeat. */
  film(shots: Shot[]): Promise<void>
  /** The same of frames as they are, thirty a second. */
  play(frames: Uint8Array[]): Promise<void>
  phone(options?: BrowserContextOptions): Promise<BrowserContext>
  desktop(options?: BrowserContextOptions): Promise<BrowserContext>
  /** As it was opened: its first picture, and no page of an earlier test. Before each test. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** A phone's camera held upright. */
export const FRAME = { width: 1080, height: 1440 }
export const PHONE = { width: 390, height: 844 }
/** A machine under load takes its time; a state that never comes is a failure all the same. */
export const PATIENT_MS = 120_000
export const DESKTOP = { width: 1280, height: 900 }

/** A real Chromium whose camera shows a picture of ours. */
export async function openEyes(picture: Uint8Array, frame = FRAME): Promise<Eyes> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-camera-'))
  const video = join(folder, 'camera.mjpeg')
  const filmOf = (...shown: Uint8Array[]) =>
    motionJpeg(
      // Two frames of each, which differ by their noise.
      shown.map((each) => ({ picture: each, seconds: 2 / 30 })),
      frame,
    )
  const first = await filmOf(picture)
  await writeFile(video, first)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '',
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  const open = async (options: BrowserContextOptions) => {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(PATIENT_MS)
    return context
  }
  return {
    browser,
    show: async (...shown) => writeFile(video, await filmOf(...shown)),
    film: async (shots) => writeFile(video, await motionJpeg(shots, frame)),
    play: (frames) => writeFile(video, frames),
    phone: (options = {}) =>
      open({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true, ...options }),
    desktop: (options = {}) => open({ viewport: DESKTOP, ...options }),
    async reset() {
      for (const context of browser.contexts()) await context.close()
      await writeFile(video, first)
    },
    async close() {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Everything a page did that it must not do: faults, blocked resources, requests to somebody else. */
export function watchFaults(page: Page, origin: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`fault: ${error.message}`))
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) faults.push(`policy: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^https?:$/.test(protocol) && asked !== origin) faults.push(`third party: ${request.url()}`)
  })
  return faults
}
