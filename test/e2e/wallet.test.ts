import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { makeIssuer } from '../support/wallet/issuer.ts'
import { type Deviations, makeOperator, makeWallet, readRequest } from '../support/wallet/software-wallet.ts'
import { makeTakingWallet, reachedAt } from '../support/wallet/taking-wallet.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { cardEngine, smallPictures } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

describe('a wallet on the hosted page', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let folder: string
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  const issuer = makeIssuer()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'limen-wallet-'))
    const { certificates, key } = makeOperator()
    const files = { WALLET_CERTIFICATE: join(folder, 'operator.pem'), WALLET_KEY: join(folder, 'operator.key') }
    await writeFile(files.WALLET_CERTIFICATE, certificates)
    await writeFile(files.WALLET_KEY, key)
    pictures = await smallPictures()
    stage = await startStage({
      engine: cardEngine(pictures.back),
      environment: files,
      settings: {
        wallet: 'instead',
        challenge: 'off',
        selfieFiles: true,
        asksConsent: false,
        issuance: { claims: ['family_name', 'picture'], days: 30, onPage: true },
      },
    })
    eyes = await openEyes(pictures.front)
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The browser's API ends in our wallet, or is not there. Nothing else of the page is touched. */
  const withBrowserWallet = async (context: BrowserContext, answer: (request: string) => Promise<string>) => {
    await context.exposeFunction('answerAsWallet', answer)
    await context.addInitScript(() => {
      navigator.credentials.get = async (options) => {
        const { digital } = options as unknown as {
          digital: { requests: { protocol: string; data: { request: string } }[] }
        }
        const [asked] = digital.requests
        const { answerAsWallet } = window as unknown as { answerAsWallet(request: string): Promise<string> }
        const response = await answerAsWallet(asked?.data.request ?? '')
        if (!response) throw new DOMException('declined', 'NotAllowedError')
        return { protocol: asked?.protocol, data: { response } } as unknown as Credential
      }
    })
  }
  const withoutBrowserWallet = (context: BrowserContext) =>
    context.addInitScript(() => {
      Reflect.deleteProperty(window, 'DigitalCredential')
    })

  const openPage = async (context: BrowserContext) => {
    const session = await stage.initialize()
    const steps = walk(await context.newPage())
    const faults = watchFaults(steps.page, stage.base)
    await steps.page.goto(session.webEnrolmentUrl)
    await steps.press('start')
    await steps.on('chooseTitle')
    await assertAccessibleInBoth(steps.page, 'the choice of a wallet')
    return { ...session, steps, faults }
  }
  const say = (id: 'pid_sd_jwt' | 'mdl', wrong: Deviations = {}) => {
    const answer = makeWallet(issuer, { id })
    return (token: string) => answer(readRequest(token), stage.base, wrong)
  }
  /** A wallet on some phone: opens the link, asks for the request and posts its answer. */
  const openLink = async (link: string | null, body: (token: string) => Promise<string>) => {
    const uri = new URL(link ?? '').searchParams.get('request_uri') ?? ''
    const token = await (await fetch(uri)).text()
    const answered = await fetch(readRequest(token).response_uri ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: await body(token),
    })
    return { status: answered.status, ...((await answered.json()) as { redirect_uri?: string }) }
  }
  const asForm = (answer: (token: string) => Promise<string>) => async (token: string) =>
    new URLSearchParams({ response: await answer(token) }).toString()

  for (const id of ['pid_sd_jwt', 'mdl'] as const)
    it(`answers through the browser on a phone, and the selfie comes next: ${id}`, async () => {
      const context = await eyes.phone()
      await withBrowserWallet(context, say(id))
      const { steps, faults, sessionId } = await openPage(context)
      await steps.page.getByText(steps.say('walletAsks')).waitFor()
      await steps.page.getByText(steps.say('walletPortrait')).waitFor()
      await steps.page.getByText(steps.say('chooseQuick')).waitFor()
      await steps.press('chooseWallet')
      await steps.on('faceTitle')
      await steps.upload(pictures.face)
      await steps.on('doneTitle')
      const { status } = await stage.data<{ status: string }>(`${sessionId}/status`)
      assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE', 'nobody trusts this issuer')
      assert.deepEqual(faults, [])
      await context.close()
    })

  for (const id of ['pid_sd_jwt', 'mdl'] as const)
    it(`answers by the code on a desktop: ${id}`, async () => {
      const context = await eyes.desktop()
      await withoutBrowserWallet(context)
      const { steps } = await openPage(context)
      await steps.press('chooseWallet')
      await steps.page.getByLabel(steps.say('walletQr')).waitFor()
      await steps.page.getByText(steps.say('walletWaiting')).waitFor()
      const link = await steps.page.getByRole('link', { name: steps.say('walletOpen') }).getAttribute('href')
      assert.equal((await openLink(link, asForm(say(id)))).status, 200)
      await steps.on('faceTitle')
      await context.close()
    })

  it('on the phone is opened by a link; one who declines there can try again, or take a picture', async () => {
    const context = await eyes.phone()
    await withoutBrowserWallet(context)
    const { steps } = await openPage(context)
    await steps.press('chooseWallet')
    const opener = steps.page.getByRole('link', { name: steps.say('walletOpen') })
    const declined = await openLink(await opener.getAttribute('href'), async () => 'error=access_denied')
    assert.deepEqual(declined, { status: 200, redirect_uri: `${stage.base}/web-enrolment/` })
    await steps.page.getByRole('alert').getByText(steps.say('walletDeclined')).waitFor()
    await steps.press('retry')
    await opener.waitFor()
    await steps.press('welcomeDocument')
    await steps.on('frontTitle')
    await context.close()
  })

  it('on the phone leads back to a tab that goes on; in another browser nothing is taken', async () => {
    const context = await eyes.phone()
    await withoutBrowserWallet(context)
    const { steps } = await openPage(context)
    await steps.press('chooseWallet')
    const opener = steps.page.getByRole('link', { name: steps.say('walletOpen') })
    const { status, redirect_uri: back = '' } = await openLink(await opener.getAttribute('href'), asForm(say('mdl')))
    assert.equal(status, 200)

    const stranger = await eyes.phone()
    const elsewhere = walk(await stranger.newPage())
    await elsewhere.page.goto(back)
    await elsewhere.on('stoppedUnauthorizedTitle')
    await stranger.close()
    await steps.page.getByText(steps.say('walletWaiting')).waitFor()

    const tab = walk(await context.newPage())
    await tab.page.goto(back)
    await tab.on('faceTitle')
    assert.equal(new URL(tab.page.url()).hash, '')
    assert.equal(await tab.page.evaluate(() => localStorage.length), 0)
    await context.close()
  })

  it('that declines, or sends what cannot be used, leaves a way on', async () => {
    const context = await eyes.phone()
    const answers = [
      async () => '',
      async () => 'no.answer.at.all.here',
      say('pid_sd_jwt', { nonce: 'another' }),
      say('mdl'),
    ]
    await withBrowserWallet(context, (request) => (answers.shift() ?? say('mdl'))(request))
    const { steps } = await openPage(context)
    await steps.press('chooseWallet')
    const alert = steps.page.getByRole('alert')
    await alert.getByText(steps.say('walletDeclined')).waitFor()
    await steps.press('retry')
    await alert.getByText(steps.say('walletWrong')).waitFor()
    await steps.press('retry')
    await steps.button('retry').waitFor()
    await alert.getByText(steps.say('walletWrong')).waitFor()
    await steps.press('retry')
    await steps.on('faceTitle')
    await context.close()
  })

  it('takes a proof from the last screen, and shows it when the person comes back', async () => {
    const held = makeTakingWallet(reachedAt(stage.base), () => Math.floor(Date.now() / 1000))
    const first = await eyes.phone()
    const { steps, sessionId } = await openPage(first)
    await steps.press('welcomeDocument')
    await steps.on('frontTitle')
    await steps.upload(pictures.front)
    await steps.on('backTitle')
    await steps.upload(pictures.back)
    await steps.on('faceTitle')
    await steps.upload(pictures.face)
    await steps.on('doneTitle')
    assert.equal((await stage.data<{ status: string }>(`${sessionId}/status`)).status, 'AUTO_APPROVED')
    await steps.press('doneWallet')
    const link = await steps.page.getByRole('link', { name: steps.say('walletOpen') }).getAttribute('href')
    const credential = await held.take(link ?? '')
    await first.close()

    const again = await eyes.phone()
    await withBrowserWallet(again, (token) => held.present(credential, readRequest(token), stage.base))
    const session = await stage.initialize({ flow: 'returning' })
    const back = walk(await again.newPage())
    await back.page.goto(session.webEnrolmentUrl)
    await back.press('start')
    await back.page.getByText(back.say('walletOwn')).waitFor()
    assert.equal(await back.button('welcomeDocument').count(), 0, 'nothing else can be sent')
    await back.press('walletOpen')
    await back.on('faceTitle')
    await back.upload(pictures.face)
    await back.on('doneTitle')
    await again.close()
  })

  it('is a choice: whoever would rather photograph the document does so', async () => {
    const context = await eyes.phone()
    const { steps } = await openPage(context)
    await steps.press('welcomeDocument')
    await steps.on('frontTitle')
    await context.close()
  })
})
