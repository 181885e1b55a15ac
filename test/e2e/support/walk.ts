import type { Locator, Page } from 'playwright-core'
import { fill, loadTexts, type Texts } from '../../../src/kernel/texts/languages.ts'
import { PATIENT_MS } from './browser.ts'

const english = await loadTexts('en-US')

/** The hosted page as a person uses it: by what is written on it, in the language it is in. */
export interface Walk {
  page: Page
  say(key: keyof Texts, values?: Record<string, string | number>): string
  button(key: keyof Texts): Locator
  press(key: keyof Texts): Promise<void>
  /** Waits for a screen by its heading. */
  on(key: keyof Texts): Promise<void>
  /** The last screen leads back by itself after three seconds: here it stays until the answer is called. */
  stayAtEnd(): Promise<() => void>
  /** Gives a picture as a file; the page sends it, and goes on or refuses it. */
  upload(picture: Uint8Array): Promise<void>
}

export function walk(page: Page, texts: Texts = english): Walk {
  page.setDefaultTimeout(PATIENT_MS)
  const say: Walk['say'] = (key, values = {}) => fill(texts[key], values, 'en-US')
  const button = (key: keyof Texts) => page.getByRole('button', { name: say(key), exact: true })
  const press = (key: keyof Texts) => button(key).click()
  const title = async () => (await page.locator('h1').allInnerTexts())[0]?.trim()
  return {
    page,
    say,
    button,
    press,
    on: (key) =>
      page
        .getByRole('heading', { level: 1, name: say(key), exact: true })
        .waitFor()
        .catch(async (error) => {
          const shown = await page.locator('h1, [role=alert], [role=status]').allInnerTexts()
          throw new Error(`not on "${key}" but on ${page.url()}: ${shown.join(' · ')}`, { cause: error })
        }),
    stayAtEnd: () => hold(page, '**/demo'),
    async upload(picture) {
      const chooser = page.waitForEvent('filechooser')
      await press('upload')
      const before = await title()
      await (await chooser).setFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) })
      for (const end = Date.now() + PATIENT_MS; Date.now() < end; await page.waitForTimeout(30)) {
        const now = await title()
        if (now !== before && now !== undefined) return
      }
      throw new Error(`still on "${before}"`)
    },
  }
}

/** Keeps requests to an address waiting until the answer is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** From the first screen to the last with files in place of the camera; `visit` sees every screen. */
export async function walkThrough(
  steps: Walk,
  pictures: Record<'front' | 'back' | 'face', Uint8Array>,
  visit: (screen: string) => Promise<void> = async () => {},
): Promise<void> {
  await steps.stayAtEnd()
  await steps.on('welcomeTitle')
  await visit('welcome')
  await steps.press('start')
  const consent = steps.page.locator('.consent li').first()
  await consent.or(steps.page.getByRole('heading', { name: steps.say('frontTitle'), exact: true })).waitFor()
  if (await consent.isVisible()) {
    await visit('consent')
    await steps.press('consentAgree')
  }
  for (const part of ['front', 'back', 'face'] as const) {
    await steps.on(`${part}Title`)
    await visit(part)
    await steps.upload(pictures[part])
  }
  await steps.on('doneTitle')
  await visit('done')
}
