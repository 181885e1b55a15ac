import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { accept } from '../../src/formats/result.ts'
import type { HttpSettings } from '../../src/kernel/http/context.ts'
import { boundsOf, shareOf } from '../../src/vision/picture/box.ts'
import { PASSWORD, startConsole } from '../apps/console/console.ts'
import { field, issuedPage, mrz } from '../kernel/decision/genuine.ts'
import { face, passport, type TestApp } from '../support/app.ts'
import { PATIENT_MS } from './support/browser.ts'

/** A service with a console, its own clock, and a browser next to it. */
export interface ConsolePlace {
  test: TestApp
  address: string
  browser: Browser
  /** Stops the service's clock, or lets it run again. */
  timeIs(date?: Date): void
  /** Whether the number of the drawn document differs in its MRZ, or only an editor is named in its picture. */
  misreads(isMisread: boolean): void
  /** A page of its own cookies. */
  visit(path?: string): Promise<Page>
  signIn(username: string, path?: string): Promise<Page>
  close(): Promise<void>
}

/** Why there can be no browser; undefined when there can. */
export const noBrowser = (): string | undefined =>
  process.env.CHROMIUM ? undefined : 'CHROMIUM names no browser; `npm test` finds one'

export async function openPlace(settings: Partial<HttpSettings> = {}): Promise<ConsolePlace> {
  const test = await startConsole({ logLevel: 'silent', settings })
  let fixed: Date | undefined
  Object.defineProperty(test.clock, 'now', { get: () => fixed ?? new Date() })
  let isMisread = true
  await drawnPictures(test, () => isMisread)
  const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '', args: ['--no-sandbox'] })

  const visit = async (path = '') => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENT_MS)
    await page.goto(`${address}/console/${path}`)
    return page
  }
  return {
    test,
    address,
    browser,
    timeIs(date) {
      fixed = date
    },
    misreads(next) {
      isMisread = next
    },
    visit,
    async signIn(username, path) {
      const page = await visit(path)
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('navigation', { name: 'Console' }).waitFor()
      return page
    },
    async close() {
      await browser.close()
      await test.close()
    },
  }
}

/** Waits until keys act on the case that is open: right after it has come up they do not. */
export const armed = (page: Page): Promise<void> => page.locator('.decision[data-armed]').waitFor()

/** Approves the open case by keys and, where something speaks against it, by marking every finding. */
export async function approve(page: Page): Promise<void> {
  await page.keyboard.press('a')
  const words = page.locator('.decision textarea')
  await words.waitFor()
  for (const finding of await page.locator('.against input').all()) await finding.check()
  await words.fill('Compared again.')
  await words.press('Enter')
}

/** Every document is a drawn passport whose number was misread in the MRZ, so that it waits for a reviewer. */
async function drawnPictures(test: TestApp, isMisread: () => boolean): Promise<void> {
  const { front, truth } = await drawSpecimen({ kind: 'td3', seed: 7, today: '2026-06-15' })
  const picture = sharp(front)
  const { width = 0, height = 0 } = await picture.metadata()
  const [topLeft, , bottomRight] = truth.sides[0]?.regions.portrait ?? []
  const left = Math.round(topLeft?.x ?? 0)
  const top = Math.round(topLeft?.y ?? 0)
  const portrait = {
    left,
    top,
    width: Math.round(bottomRight?.x ?? width) - left,
    height: Math.round(bottomRight?.y ?? height) - top,
  }
  const crop = await picture.clone().extract(portrait).jpeg().toBuffer()
  const small = await picture.clone().resize(900).jpeg().toBuffer()
  const selfie = await sharp(crop).modulate({ brightness: 1.1 }).jpeg().toBuffer()

  const printedAt = (name: string) => {
    const quad = truth.sides[0]?.visual.find((printed) => printed.name === name)?.quad
    return quad && { place: shareOf(boundsOf(quad), { width, height }) }
  }
  const mrzAt = truth.sides[0]?.regions.mrz
  const { holder, documentNumber: number, dateOfIssue, dateOfExpiry } = truth
  const misread = number.replace(/\d(?=\D*$)/, (digit) => (digit === '6' ? '8' : '6'))
  const six = (date: string) => date.slice(2).replaceAll('-', '')
  const lines = (truth.mrz?.lines ?? []).map((line) => line.replace(number, misread))
  const reading = issuedPage({
    country: 'AND',
    visual: [
      field('surname', holder.surname),
      field('given_name', holder.givenNames),
      field('document_number', number),
      field('date_of_birth', day(holder.dateOfBirth), { date: holder.dateOfBirth }),
      field('date_of_issue', day(dateOfIssue), { date: dateOfIssue }),
      field('date_of_expiry', day(dateOfExpiry), { date: dateOfExpiry }),
      field('sex', holder.sex),
    ].map((each) => ({ ...each, ...printedAt(each.name) })),
    portraitPlace: shareOf({ x: portrait.left, y: portrait.top, ...portrait }, { width, height }),
    portraitEyes: EYES,
    mrz: {
      ...mrz(),
      ...(mrzAt && { place: shareOf(boundsOf(mrzAt), { width, height }) }),
      fields: {
        mrz_type: 'TD3',
        document_code: 'P',
        issuing_state_or_organization: 'AND',
        primary_identifier: holder.surname.replace(/\W/g, ''),
        secondary_identifier: holder.givenNames,
        document_number: misread,
        nationality: 'UTO',
        date_of_birth: six(holder.dateOfBirth),
        sex: holder.sex,
        date_of_expiry: six(dateOfExpiry),
      },
      dateOfBirth: holder.dateOfBirth,
      dateOfExpiry,
      lines,
    },
  })
  /** Nothing speaks against it, but it was saved by an editor: a person looks. */
  const shown = () => {
    if (isMisread()) return reading
    const { mrz: read = mrz() } = reading
    const fields = { ...read.fields, document_number: number }
    return { ...reading, editor: 'Some Editor 1.0', mrz: { ...read, fields } }
  }
  test.engine.page = async () =>
    accept({
      ...passport(),
      reading: shown(),
      images: { original_FRONT: small, original_normalized_FRONT: small, primary_face: crop },
    })
  const seen = face()
  const withEyes = { ...seen.reading, eyes: EYES }
  test.engine.face = async () =>
    accept({ ...seen, reading: withEyes, images: { face_original: selfie, face_cropped: selfie } })
}

/** About where a drawn portrait has them. */
const EYES = { left: { x: 0.4, y: 0.42 }, right: { x: 0.6, y: 0.42 } }

const day = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric' }).toUpperCase()
