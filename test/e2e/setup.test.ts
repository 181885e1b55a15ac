import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { ChallengeResponse } from '../../src/features/challenge/contract/challenge.ts'
import { accept } from '../../src/formats/result.ts'
import { decodeSecret, makeCode } from '../../src/kernel/accounts/second-factor.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { defaultPolicy } from '../../src/kernel/decision/change-policy.ts'
import { CAMERA_HEADER } from '../../src/kernel/evidence/contract/page-capture.ts'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import { type Service, startService } from '../../src/main.ts'
import type { ChallengeMove } from '../../src/vision/face/challenge/moves.ts'
import { mrz, passportPage } from '../kernel/decision/genuine.ts'
import { face, passport, writtenEngine } from '../support/app.ts'
import { type Standing, seenOf, standings } from '../support/challenge.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes, PATIENT_MS } from './support/browser.ts'
import { headPictures, obeyCues } from './support/head.ts'
import { freePort } from './support/stage.ts'
import { walk } from './support/walk.ts'

const english = await loadTexts('en-US')
const root = join(import.meta.dirname, '../..')

describe('the first live day of an administrator', { skip: noBrowser }, () => {
  let folder: string
  let service: Service
  let eyes: Eyes
  let base: string
  let environment: Record<string, string>
  let head: Awaited<ReturnType<typeof headPictures>>
  let drawn: ChallengeMove[] = []
  const receiver = createServer((_request, response) => response.writeHead(204).end())

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-setup-'))
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
    environment = {
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      ALLOWED_HOSTS: host,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '0',
    }
    const config = readConfig(environment)
    base = config.baseUrl
    service = await startService({ policy: defaultPolicy(), config, engine: genuinePassport() })
    head = await headPictures()
    eyes = await openEyes(head.MIDDLE, { width: 720, height: 960 })
  })
  after(async () => {
    await eyes?.close()
    await service?.close()
    receiver.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** A passport that a country issued, filmed by the page, and somebody who makes the moves that were drawn. */
  function genuinePassport() {
    const engine = writtenEngine()
    const read = mrz()
    const reading = passportPage({
      country: 'SWE',
      documentName: 'Sweden Passport',
      mrz: { ...read, fields: { ...read.fields, issuing_state_or_organization: 'SWE' } },
      film: { frames: 3, same: 3, score: 90 },
      authenticity: { edits: { score: 90 } },
    })
    engine.page = async () => accept({ ...passport(), reading })
    engine.challenge = async (frames) => {
      const stands = standings(drawn)
      const each = frames.map((_, at) => stands[Math.floor((at * stands.length) / frames.length)] as Standing)
      return { seen: seenOf(each, { template: face().reading.template }), images: {}, models: [] }
    }
    return engine
  }

  const stepOf = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
  /** Opens a step, unless it is open. */
  const opened = async (page: Page, title: string) => {
    const button = page.getByRole('button', { name: new RegExp(title) })
    await button.waitFor()
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
    return stepOf(page, title)
  }
  const isDone = (page: Page, title: string, word = 'Done') =>
    stepOf(page, title).locator('h2').getByText(word, { exact: true }).waitFor()

  it('leads from an empty folder to a live session that is approved on `standard`', async () => {
    const context = await eyes.desktop({ locale: 'en-GB' })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENT_MS)
    const { username, password: given } = service.firstAdmin ?? assert.fail('there is no first admin')
    const password = 'cups of tea on a grey Thursday'
    await page.goto(`${base}/console/`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(given)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    await assertAccessibleInBoth(page, 'a password of one’s own')
    await page.getByLabel('Current password').fill(given)
    await page.getByLabel(/^New password/).fill(password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    // Nobody has sent anything yet: the set-up opens by itself.
    await page.getByText('0 of 11 steps done').waitFor()

    const asker = await opened(page, 'Who asks')
    assert.equal(await asker.getByRole('button', { name: 'Skip this step' }).count(), 0)
    await asker.getByLabel('Company name shown to people').fill('Utopia Bank')
    await asker.getByRole('button', { name: 'Save' }).click()
    await isDone(page, 'Who asks')

    await (await opened(page, 'Public address')).getByText(/which a phone cannot reach/).waitFor()
    await stepOf(page, 'Public address').getByText('The links work only on this machine', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await isDone(page, 'Public address', 'Skipped')

    const purpose = await opened(page, 'Purpose and level of assurance')
    await purpose.getByRole('radio', { name: /^standard/ }).check()
    await purpose.getByRole('button', { name: 'Save' }).click()
    await isDone(page, 'Purpose and level of assurance')
    await assertAccessibleInBoth(page, 'set-up')

    await opened(page, 'Documents you expect')
    await page.getByRole('button', { name: 'Skip this step' }).click()
    await isDone(page, 'Documents you expect', 'Skipped')
    await (await opened(page, 'Consent text')).getByText('Utopia Bank compares your selfie').waitFor()
    await page.getByRole('button', { name: 'I have read it' }).click()
    await isDone(page, 'Consent text')

    await (await opened(page, 'Reviewers with a second factor')).getByRole('link', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = decodeSecret(((await page.locator('p.mono').textContent()) ?? '').replaceAll(' ', ''))
    assert.ok(secret)
    await page.getByLabel('Your password').fill(password)
    await page.getByRole('textbox', { name: 'Code' }).fill(makeCode(secret, new Date()))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText(/On: to sign in/).waitFor()
    await page.goto(`${base}/console/setup`) // it can be left and taken up again
    await isDone(page, 'Reviewers with a second factor')

    const webhook = await opened(page, 'Webhook')
    await webhook.getByLabel('Webhook URL (https)').fill(`http://${environment.ALLOWED_HOSTS}/hook`)
    await webhook.getByRole('button', { name: 'Save' }).click()
    await webhook.getByText(/^Saved/).waitFor()
    await webhook.getByRole('button', { name: 'Send a test event' }).click()
    await webhook.getByText('The receiver answered 204.').waitFor()
    await isDone(page, 'Webhook')

    await (await opened(page, 'Retention')).getByRole('button', { name: /^Keep data for \d+ days/ }).click()
    await isDone(page, 'Retention')
    await limen('backup', join(folder, 'backup'))
    await (await opened(page, 'Backup')).getByRole('button', { name: 'Check again' }).click()
    await isDone(page, 'Backup')
    await (await opened(page, 'First live credential')).getByRole('button', { name: 'New credential' }).click()
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await isDone(page, 'First live credential')

    const own = await opened(page, 'One live session of your own')
    await own.getByRole('button', { name: 'Start a live session' }).click()
    await own.getByRole('img', { name: 'QR code of the session' }).waitFor()
    await assertAccessibleInBoth(page, 'set-up with a code')
    await onPhone((await own.getByRole('link', { name: /\/h\// }).getAttribute('href')) ?? '')
    await isDone(page, 'One live session of your own')
    await own.getByText('Approved', { exact: true }).waitFor()
    await page.getByText('Everything is set up. You can verify real people now.').waitFor()
    await context.close()

    const said = await limen('setup')
    assert.match(said, /✔ session .*Approved automatically/)
    assert.match(said, /– address .*cannot reach/)
  })

  /** One's own phone: the document and a selfie with its challenge, before the page's camera. */
  async function onPhone(address: string): Promise<void> {
    const context = await eyes.phone({ bypassCSP: true })
    const phone = await context.newPage()
    phone.on('response', async (response) => {
      if (!response.url().endsWith('/enrolment/challenge') || response.status() !== 200) return
      const { moves } = (await response.json()) as ChallengeResponse
      if (moves) drawn = moves
    })
    await obeyCues(phone, head, english)
    // This camera is a program, which the page would report: here it says nothing of it, as a page of an earlier version.
    await phone.addInitScript(`{
      const set = XMLHttpRequest.prototype.setRequestHeader
      XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
        if (name !== ${JSON.stringify(CAMERA_HEADER)}) set.call(this, name, value)
      }
    }`)
    const steps = walk(phone)
    await phone.goto(address)
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    await steps.press('cameraAllow')
    await steps.press('shutter')
    await steps.on('faceTitle')
    await steps.press('cameraAllow')
    await steps.on('doneTitle')
    await context.close()
  }

  async function limen(...args: string[]): Promise<string> {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/apps/cli/cli.ts', ...args], {
      cwd: root,
      env: { PATH, HOME, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    await once(child, 'close')
    return text
  }
})
