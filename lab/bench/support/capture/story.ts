import type { Page } from 'playwright-core'
import { loadTexts, type Texts } from '../../../../src/kernel/texts/languages.ts'
import type { Eyes } from '../../../../test/e2e/support/browser.ts'
import type { Stage } from '../../../../test/e2e/support/stage.ts'
import { type Walk, walk } from '../../../../test/e2e/support/walk.ts'
import { shootFilm } from './film.ts'
import { corrected, type Scene } from './scenes.ts'

const texts = await loadTexts('en-US')

/** A captured picture and its result. */
interface Try {
  /** The message of a refusal or of a warning; empty if it was accepted without one. */
  said?: keyof Texts | undefined
  /** The message in the viewfinder when the person lost patience. */
  guided?: keyof Texts | undefined
  byItself: boolean
  stayed: boolean
  /** Whether the picture shows the fault, and whether it does again without a change. */
  ofFault?: 'first' | 'again' | undefined
}

export interface Story {
  scene: Scene
  seed: number
  tries: Try[]
}

/** How long the person waits for the page before pressing the shutter. */
const PATIENCE_MS = 7_000
/** How long the refused document is still shown after "take it again". */
const UNCHANGED_S = 6
const STAYS_MS = 2_000
const MOST_TRIES = 4
/** A page on a busy machine is slow; one that takes longer has failed. */
const FAILED_MS = 120_000

/** Shows a document as the scene describes, and follows the page's messages once they have been shown. */
export async function tellStory(stage: Stage, eyes: Eyes, scene: Scene, seed: number): Promise<Story> {
  const { webEnrolmentUrl, accessToken } = await stage.initialize()
  if (scene.wantsBack) {
    const [front] = await shootFilm(seed, [{ shows: 'front', seconds: 0.1 }])
    await stage.enrol(accessToken, 'document', front)
  }
  const isFaulty = scene.expected.length > 0
  await eyes.play(await shootFilm(seed, [{ ...scene, seconds: 4 }]))
  const context = await eyes.phone()
  try {
    const steps = walk(await context.newPage())
    steps.page.setDefaultTimeout(FAILED_MS)
    await steps.page.addInitScript(CLOCK)
    await steps.page.goto(webEnrolmentUrl)
    await steps.press('start')
    await steps.press('cameraAllow')
    const tries: Try[] = [await tryOnce(steps, scene, isFaulty ? 'first' : undefined)]
    const again = [
      { ...scene, seconds: UNCHANGED_S },
      { ...corrected(scene), motion: 'shaken', seconds: 14 },
    ] as const
    const film = await shootFilm(seed, isFaulty ? [...again] : [{ ...scene, seconds: 4 }])
    while (tries.at(-1)?.said && tries.length < MOST_TRIES) {
      await eyes.play(film)
      await steps.press('retake')
      tries.push(await tryOnce(steps, scene, isFaulty ? 'again' : undefined))
    }
    return { scene, seed, tries }
  } finally {
    await context.close()
  }
}

async function tryOnce(steps: Walk, scene: Scene, fault: Try['ofFault']): Promise<Try> {
  const { page } = steps
  await page.locator('.viewfinder').waitFor()
  const patience = fault === 'again' ? PATIENCE_MS + UNCHANGED_S * 1_000 : PATIENCE_MS
  const byItself = await takenWithin(page, patience)
  const guided = byItself
    ? undefined
    : keyOf((await page.locator('.guide').textContent({ timeout: 1_000 }).catch(ifClosed)) ?? '')
  if (!byItself) await steps.button('shutter').click({ timeout: 2_000 }).catch(ifClosed)
  const seconds = await page.evaluate(() => (performance.now() - cameraOpened) / 1_000)
  const said = await answerOf(steps, scene)
  const ofFault = fault === 'first' || (fault && byItself && seconds < UNCHANGED_S) ? fault : undefined
  if (!said) return { byItself, guided, ofFault, stayed: true }
  await page.waitForTimeout(STAYS_MS)
  return { said, byItself, guided, ofFault, stayed: await page.getByRole('alert').isVisible() }
}

const takenWithin = (page: Page, timeout: number): Promise<boolean> =>
  page
    .locator('.preview, .note')
    .first()
    .waitFor({ timeout })
    .then(
      () => true,
      () => false,
    )

/** The message on the screen once the service has answered; undefined if the page continues. */
async function answerOf(steps: Walk, { wantsBack }: Scene): Promise<keyof Texts | undefined> {
  const use = steps.button('use').or(steps.button('useAnyway'))
  const alert = steps.page.getByRole('alert')
  const after = wantsBack ? texts.faceTitle : `${texts.backTitle}|${texts.faceTitle}`
  const next = steps.page.getByRole('heading', { name: new RegExp(after) })
  const waiting = steps.page.locator('.preview')
  // The answer may come before the button is pressed, and then the button is gone: what counts is the next screen.
  for (const end = Date.now() + FAILED_MS; Date.now() < end; ) {
    if (await alert.isVisible()) return keyOf(((await alert.textContent()) ?? '').trim()) ?? 'INTERNAL_ERROR'
    if (!(await waiting.isVisible()) && (await next.isVisible())) return undefined
    await use.click({ timeout: 1_000 }).catch(ifClosed)
  }
  throw new Error('the page neither accepted nor refused the picture')
}

function ifClosed(error: Error): undefined {
  if (error.name !== 'TimeoutError') throw error
}

const keyOf = (sentence: string): keyof Texts | undefined =>
  (Object.keys(texts) as (keyof Texts)[]).find((key) => texts[key] === sentence.trim())

declare global {
  /** When the page last got access to its camera. */
  var cameraOpened: number
}

const CLOCK = `{
  const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    globalThis.cameraOpened = performance.now()
    return stream
  }
}`
