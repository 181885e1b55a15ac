import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { refuse } from '../../src/formats/result.ts'
import type { StatusResponse } from '../../src/kernel/results/contract/session-list.ts'
import type { WrittenEngine } from '../support/app.ts'
import { facePicture } from '../support/faces.ts'
import { type Eyes, noBrowser, openEyes, watchFaults } from './support/browser.ts'
import { cardOnTable } from './support/pictures.ts'
import { cardEngine, inTurn, smallPictures } from './support/reading.ts'
import { openShop, type Shop } from './support/shop.ts'
import { type Stage, startStage } from './support/stage.ts'
import { hold, walk, walkThrough } from './support/walk.ts'

describe('the hosted page by redirect', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let shop: Shop
  let engine: WrittenEngine
  let card: Uint8Array
  let pictures: Awaited<ReturnType<typeof smallPictures>>
  before(async () => {
    pictures = await smallPictures()
    engine = cardEngine(pictures.back)
    card = await cardOnTable()
    const settings = { refusedToReviewer: true }
    stage = await startStage({ engine, settings, environment: { TOKEN_MINUTES: '120' } })
    eyes = await openEyes(card)
    shop = await openShop(() => stage.base)
  })
  beforeEach(async () => {
    await eyes.reset()
    Object.assign(engine, cardEngine(pictures.back))
  })
  after(async () => {
    await eyes?.close()
    await shop?.close()
    await stage?.close()
  })

  it('takes a card and a selfie with the camera by itself, and leads back', async () => {
    engine.page = inTurn()
    const { webEnrolmentUrl, sessionId } = await stage.initialize({ returnUrl: shop.returnUrl })
    const context = await eyes.phone()
    const page = await context.newPage()
    const faults = watchFaults(page, stage.base)
    const spent: string[] = []
    page.on('request', (request) => {
      const { 'x-limen-tries': tries = '', 'x-limen-seconds': seconds = '' } = request.headers()
      if (tries) spent.push(`${tries} in ${seconds.replace(/\d+/, 'some')} s`)
    })
    const answer = await page.goto(webEnrolmentUrl)
    assert.doesNotMatch(answer?.headers()['content-security-policy'] ?? 'unsafe', /unsafe/)
    const steps = walk(page)

    await steps.on('welcomeTitle')
    assert.doesNotMatch(page.url(), /token/, 'the token is gone from the address bar')
    await page.getByText('Utopia Bank asks you').waitFor()
    await steps.press('start')
    await steps.on('frontTitle')
    await steps.press('cameraAllow')
    await steps.button('shutter').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await steps.press('upload')
    // While a file is chosen nothing is taken by itself; who chooses none goes on where they were.
    await page.getByText(steps.say('guideReady'), { exact: true }).waitFor()
    await (await chooser).setFiles([])
    await steps.on('backTitle') // nobody pressed the shutter, and nobody was asked
    // The card was not turned: it is not taken by itself, and the person may know better.
    await page.getByText(steps.say('guideTurn'), { exact: true }).waitFor()
    const sent = await hold(page, '**/enrolment/document')
    await steps.press('shutter')
    await steps.on('workingRead')
    await eyes.show((await facePicture('B', { width: 1080 })).jpeg)
    sent()
    await steps.on('faceTitle')
    await steps.page.getByText(steps.say('guideCountdown', { seconds: 2 })).waitFor()
    await steps.on('doneTitle')
    assert.deepEqual(faults, [])
    assert.deepEqual(spent, Array(3).fill('1 in some s'), 'what each step took is said, to be counted')
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    assert.equal(page.url(), shop.returnUrl)
    const { status } = await stage.data<StatusResponse>(`${sessionId}/status`)
    assert.notEqual(status, 'PENDING')
    await context.close()
  })

  it('goes on where it was after a reload, and from another tab only when asked to', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone()
    const page = await context.newPage()
    await page.goto(webEnrolmentUrl)
    const first = walk(page)
    await first.press('start')
    // Who goes back wants to take another picture, also after a reload.
    await first.upload(pictures.front)
    await first.on('backTitle')
    await page.goBack()
    await first.on('frontTitle')
    await page.reload()
    await first.on('frontTitle')
    await first.upload(pictures.front)
    await first.on('backTitle')
    await page.reload()
    await first.on('backTitle')

    const second = walk(await context.newPage())
    await second.page.goto(webEnrolmentUrl)
    await second.press('start')
    await second.on('takenTitle')
    await second.press('takenHere')
    await second.on('backTitle')
    await page.getByText(first.say('takenAway')).waitFor()
    await context.close()
  })

  /** A phone whose browser, named by its user agent, refuses the camera. */
  const withoutCamera = async (userAgent?: string) => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone({
      ...(userAgent && { userAgent }),
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await context.addInitScript(
      `navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('Permission denied', 'NotAllowedError') }`,
    )
    const steps = walk(await context.newPage())
    await steps.page.goto(webEnrolmentUrl)
    await steps.press('start')
    await steps.press('cameraAllow')
    return { context, steps }
  }

  it('takes a file where the camera is denied, and says how to allow it in this very browser', async () => {
    const { context, steps } = await withoutCamera()
    await steps.page.getByRole('alert').getByText(steps.say('cameraDeniedDesktop')).waitFor()
    assert.deepEqual(await orderOf(steps), [steps.say('upload'), steps.say('retry')], 'what works at once comes first')
    await steps.upload(pictures.front)
    await steps.on('backTitle')
    await context.close()
  })

  const orderOf = ({ page }: ReturnType<typeof walk>) => page.locator('.actions button').allInnerTexts()

  it('names the browser of an iPhone to a person inside another app', async () => {
    const { context, steps } = await withoutCamera(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0',
    )
    await steps.page
      .getByRole('alert')
      .getByText(steps.say('cameraDeniedApp', { browser: 'Safari' }))
      .waitFor()
    await context.close()
  })

  it('gives a person inside another app a link that opens in their browser', async () => {
    const { context, steps } = await withoutCamera(
      'Mozilla/5.0 (Linux; Android 14; Build/AP2A; wv) AppleWebKit/537.36 Version/4.0 Chrome/146.0 Mobile Safari/537.36',
    )
    await steps.page
      .getByRole('alert')
      .getByText(steps.say('cameraDeniedApp', { browser: 'Chrome' }))
      .waitFor()
    assert.equal((await orderOf(steps))[0], steps.say('handoverCopy'))
    await steps.press('handoverCopy')
    await steps.button('handoverCopied').waitFor()
    const link = await steps.page.evaluate<string>('navigator.clipboard.readText()')
    const browser = walk(await (await eyes.phone()).newPage())
    await browser.page.goto(link)
    await browser.press('takenHere')
    await browser.on('frontTitle')
    await browser.page.context().close()
    await context.close()
  })

  it('keeps the picture while there is no network and sends it once', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    await steps.page.goto(webEnrolmentUrl)
    await steps.press('start')
    await steps.on('frontTitle')
    const seen = engine.seen.length
    await context.setOffline(true)
    await steps.upload(pictures.front)
    await steps.page.getByText(steps.say('offline')).waitFor()
    await context.setOffline(false)
    await steps.on('backTitle')
    assert.equal(engine.seen.length, seen + 1)
    await context.close()
  })

  it('is done also when the answer to its last call got lost', async () => {
    const { webEnrolmentUrl } = await stage.initialize({ returnUrl: shop.returnUrl })
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    let lost = 0
    await steps.page.route('**/enrolment/complete', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await steps.page.goto(webEnrolmentUrl)
    await walkThrough(steps, pictures)
    await steps.page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    await context.close()
  })

  it('says which way it cannot go on', async () => {
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    const { webEnrolmentUrl, accessToken } = await stage.initialize()
    const open = async (address: string, key: Parameters<typeof steps.say>[0]) => {
      await steps.page.goto('about:blank')
      await steps.page.goto(address)
      await steps.page.getByRole('alert').getByText(steps.say(key)).waitFor()
    }
    await open(`${stage.base}/web-enrolment/?token=nonsense`, 'stoppedUnauthorized')
    await open(`${stage.base}/web-enrolment/`, 'stoppedUnauthorized')

    const now = stage.clock.now
    stage.clock.now = () => new Date(Date.now() + 90 * 60_000)
    await open(webEnrolmentUrl, 'stoppedExpired')
    stage.clock.now = () => new Date(Date.now() + 130 * 60_000)
    await open(webEnrolmentUrl, 'stoppedUnauthorized')
    stage.clock.now = now

    await stage.enrol(accessToken, 'document', pictures.front)
    await stage.enrol(accessToken, 'document', pictures.back)
    await stage.enrol(accessToken, 'face', pictures.face)
    await stage.enrol(accessToken, 'complete')
    await open(webEnrolmentUrl, 'stoppedCompleted')
    await context.close()
  })

  for (const [part, codes] of [
    ['front', ['DOCUMENT_NOT_RECOGNIZED', 'FACE_QUALITY_LOW', 'WRONG_SIDE', 'INTERNAL_ERROR']],
    [
      'face',
      [
        'FACE_ANGLE_TOO_LARGE',
        'FACE_CLOSE_TO_BORDER',
        'FACE_CROPPED',
        'FACE_IS_OCCLUDED',
        'FACE_NOT_FOUND',
        'FACE_TOO_CLOSE',
        'FACE_TOO_SMALL',
        'TOO_MANY_FACES',
        'INTERNAL_ERROR',
      ],
    ],
  ] as const)
    it(`tells every refusal of the ${part} in a sentence, and goes on once it is mended or a reviewer looks at it`, async () => {
      const { webEnrolmentUrl, accessToken, sessionId } = await stage.initialize()
      if (part === 'face') {
        await stage.enrol(accessToken, 'document', pictures.front)
        await stage.enrol(accessToken, 'document', pictures.back)
      }
      const context = await eyes.phone()
      const steps = walk(await context.newPage())
      await steps.stayAtEnd()
      await steps.page.goto(webEnrolmentUrl)
      await steps.press('start')
      const { page, face } = engine
      for (const code of codes) {
        engine.page = engine.face = async () => refuse(code as never)
        await steps.on(`${part}Title`)
        await steps.upload(another(pictures[part]))
        await steps.on('refusedTitle')
        await steps.page.getByRole('alert').getByText(steps.say(code)).waitFor()
        await steps.press('retake')
      }
      engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['GLARE_ON_MRZ'])
      engine.face = async () => refuse('FACE_NOT_FOUND', ['TOO_DARK'])
      const poor = another(pictures[part])
      await steps.upload(poor)
      await steps.page
        .getByRole('alert')
        .getByText(steps.say(part === 'face' ? 'FACE_TOO_DARK' : 'GLARE_ON_MRZ'))
        .waitFor()
      await steps.press('wayLater') // after so many refusals there are other ways
      await steps.on('laterTitle')
      await steps.press('laterHere')
      await steps.upload(poor)
      await steps.page.getByRole('alert').getByText(steps.say('SAME_PICTURE')).waitFor()
      await steps.press('wayReviewer')
      await steps.on('reviewerTitle')
      if (part === 'face') {
        await steps.press('reviewerSend')
        await steps.on('doneTitle')
        const { status } = await stage.data<StatusResponse>(`${sessionId}/status`)
        assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
        Object.assign(engine, { page, face })
      } else {
        await steps.press('retake')
        await steps.on('frontTitle')
        Object.assign(engine, { page, face })
        await steps.upload(pictures[part])
        await steps.on('backTitle')
      }
      await context.close()
    })
})

/** The same to look at and to the written engine, yet not the same bytes: what follows the end of a JPEG is nothing. */
let others = 0
const another = (picture: Uint8Array) => Buffer.concat([picture, Buffer.from([++others])])
