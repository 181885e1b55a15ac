import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { accept, refuse } from '../../src/formats/result.ts'
import type { Engine } from '../../src/vision/engine.ts'
import { field, mrz, passportPage } from '../kernel/decision/genuine.ts'
import { front, passport, writtenEngine } from '../support/app.ts'
import { makeOperator } from '../support/wallet/software-wallet.ts'
import type { Eyes } from './support/browser.ts'
import { cardOnTable } from './support/pictures.ts'
import { startStage } from './support/stage.ts'
import { type Walk, walk } from './support/walk.ts'

/** Pictures of the screens that only some people come by, on a phone: consent, wallet, chip, challenge, refusals. */
export async function wayScreenshots(eyes: Eyes, take: (page: Page, name: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'limen-ways-'))
  const { certificates, key } = makeOperator()
  const environment = { WALLET_CERTIFICATE: join(folder, 'operator.pem'), WALLET_KEY: join(folder, 'operator.key') }
  await writeFile(environment.WALLET_CERTIFICATE, certificates)
  await writeFile(environment.WALLET_KEY, key)
  const engine = writtenEngine()
  const settings = {
    asksConsent: true,
    keepsFaces: true,
    challenge: 'always',
    selfieFiles: true,
    refusedToReviewer: true,
    wallet: 'instead',
    chip: 'required',
    chipApp: 'https://bank.example/read-chip',
  } as const
  const stage = await startStage({ engine, environment, settings })
  const picture = await cardOnTable()
  const reads = (page: Engine['readPage']) => {
    engine.page = page
  }
  const open = async (body: object = {}) => {
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    await steps.page.goto((await stage.initialize({ lang: 'en-US', ...body })).webEnrolmentUrl)
    return { steps, ...steps, keep: (name: string) => take(steps.page, `phone-way-${name}`) }
  }
  try {
    const age = await open({ flow: 'age', atLeast: 18 })
    await age.on('welcomeAgeTitle')
    await age.keep('age')
    await age.press('start')
    await age.page.locator('.consent li').first().waitFor()
    await age.keep('age-consent')
    await age.page.context().close()

    const { page, steps, on, press, button, keep } = await open()
    await on('welcomeTitle')
    await keep('chip-announced')
    await press('start')
    await page.locator('.consent li').first().waitFor()
    await keep('consent')
    await press('consentAgree')
    await on('chooseTitle')
    await keep('wallet-choice')
    await press('chooseWallet')
    await page.getByText(steps.say('walletWaiting')).waitFor()
    await keep('wallet')
    await press('welcomeDocument')
    const mark = { hint: 'GLARE', x: 0.3, y: 0.4, width: 0.2, height: 0.1 } as const
    reads(async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['GLARE'], [mark]))
    for (const name of ['refused', 'refused-again', 'refused-ways']) {
      await on('frontTitle')
      await give(steps, picture)
      await page.getByRole('alert').waitFor()
      await keep(name)
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await keep(`${name}-below`)
      await button('retake').click()
    }
    reads(async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['NO_DOCUMENT']))
    await give(steps, picture)
    await press('cornersAdjust')
    await page.locator('.corners img').waitFor()
    await keep('corners')
    await press('back')
    await press('retake')
    reads(async () => accept({ ...front(), reading: { ...front().reading, hints: ['MRZ_NOT_READ'] } }))
    await give(steps, picture)
    await on('checkDoubt')
    await keep('better-again')
    await page.getByRole('button', { name: steps.say('back'), exact: true }).click()
    const visual = passportPage().visual.map((each) =>
      each.name === 'date_of_expiry' ? field('date_of_expiry', '15 APR 2024', { date: '2024-04-15' }) : each,
    )
    const reading = passportPage({ mrz: { ...mrz(), dateOfExpiry: '2024-04-15' }, visual })
    reads(async () => accept({ ...passport(), reading }))
    await give(steps, picture)
    await on('expiredTitle')
    await keep('expired')
    await press('wayDocument')
    reads(async () => accept(passport()))
    await give(steps, picture)
    await on('faceTitle')
    await keep('challenge')
    await steps.upload(picture)
    await on('chipTitle')
    await keep('chip')
    await press('chipWithout')
    await keep('chip-without')
    await page.context().close()
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Chooses a file, whatever comes of it. */
async function give({ page, press }: Walk, picture: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press('upload')
  // Each time another picture: one that was refused is not sent again.
  const buffer = Buffer.concat([picture, Buffer.from([given++])])
  await (await chooser).setFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer })
}
let given = 0
