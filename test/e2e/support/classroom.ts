import { type Browser, chromium, type Page } from 'playwright-core'
import { drawSpecimen, type Specimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { cameraFrame } from '../../support/camera-frame.ts'
import { PATIENT_MS } from './browser.ts'
import { type Stage, startStage } from './stage.ts'

/** The whole service with its real engine, a browser, three drawn cards to teach with, and a photograph of a fourth. */
export interface Classroom {
  stage: Stage
  cards: Specimen[]
  other: Specimen
  photograph: Buffer
  /** The first admin, at the console. */
  enter(): Promise<Page>
  close(): Promise<void>
}

export async function openClassroom(): Promise<Classroom> {
  const draw = (seed: number) => drawSpecimen({ kind: 'td1', seed, paper: 1, today: '2026-06-15' })
  const cards = [await draw(31), await draw(32), await draw(33)]
  const other = await draw(34)
  const frame = { width: 1920, height: 1440, fill: 0.72, seed: 3, background: 'wood' } as const
  const photograph = (await cameraFrame(other.front, frame)).toBuffer('image/jpeg', 92)
  const stage = await startStage({
    environment: { ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false', ENGINE_SECONDS: '120' },
  })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '', args: ['--no-sandbox'] })
  return {
    stage,
    cards,
    other,
    photograph,
    enter: () => signIn(browser, stage),
    async close() {
      await browser.close()
      await stage.close()
    },
  }
}

/** Gives the three cards, names the document and three of its lines by pressing them; what is left is to teach. */
export async function nameCard(page: Page, cards: readonly Specimen[]): Promise<void> {
  const files = cards.map(({ front }, at) => fileOf(`${at}.jpg`, front))
  await page.getByLabel('Pictures of one side').setInputFiles(files)
  await page.getByRole('button', { name: `Picture ${cards.length}`, exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Utopian identity card')
  await page.getByLabel('First issued, year').fill('2019')
  for (const { name, value } of cards[0]?.truth.sides[0]?.visual ?? []) {
    if (!['surname', 'document_number', 'date_of_birth'].includes(name)) continue
    await page.getByRole('button', { name: new RegExp(`^${value}:`) }).click()
    await page.getByLabel(`Field of ${value}`).selectOption(name)
  }
}

export const fileOf = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(bytes),
})

async function signIn(browser: Browser, { base, admin }: Stage): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENT_MS)
  await page.goto(`${base}/console/documents/teach`)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  for (const name of ['Choose your own password', 'Add a second factor']) {
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
  }
  await page.getByRole('heading', { name: 'Teach a document' }).waitFor()
  return page
}
