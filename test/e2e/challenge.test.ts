import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { ChallengeResponse } from '../../src/features/challenge/contract/challenge.ts'
import { loadTexts } from '../../src/kernel/texts/languages.ts'
import type { ChallengeMove } from '../../src/vision/face/challenge/moves.ts'
import { face, type WrittenEngine, writtenEngine } from '../support/app.ts'
import { type Standing, seenOf, standings } from '../support/challenge.ts'
import { assertAccessible, assertAccessibleInBoth, WCAG } from './console-axe.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { headPictures, obeyCues } from './support/head.ts'
import { type Stage, startStage } from './support/stage.ts'
import { type Walk, walk } from './support/walk.ts'

const english = await loadTexts('en-US')

const FRAME = { width: 720, height: 960 }

describe('the challenge on the page', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let engine: WrittenEngine
  /** What the service drew last, as the page was told. */
  let drawn: ChallengeMove[]
  let draws: number
  let head: Awaited<ReturnType<typeof headPictures>>
  before(async () => {
    engine = writtenEngine()
    stage = await startStage({ engine, settings: { steps: ['face'], challenge: 'always' } })
    head = await headPictures()
    eyes = await openEyes(head.MIDDLE, FRAME)
  })
  beforeEach(async () => {
    await eyes.reset()
    Object.assign(engine, writtenEngine())
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  /** The engine sees these moves in as many frames as came. */
  const engineSees = (moves: () => ChallengeMove[]) => {
    engine.challenge = async (frames) => {
      const stands = standings(moves())
      const each = frames.map((_, at) => stands[Math.floor((at * stands.length) / frames.length)] as Standing)
      return { seen: seenOf(each, { template: face().reading.template }), images: {}, models: [] }
    }
  }

  async function begin({ blind = false, slowed = 1 } = {}): Promise<Walk & { sessionId: string }> {
    const { webEnrolmentUrl, sessionId } = await stage.initialize()
    const context = await eyes.phone({ bypassCSP: true, reducedMotion: blind ? 'reduce' : 'no-preference' })
    const page = await context.newPage()
    draws = 0
    page.on('response', async (response) => {
      if (!response.url().endsWith('/enrolment/challenge') || response.status() !== 200) return
      const { moves } = (await response.json()) as ChallengeResponse
      if (moves) drawn = moves
      draws++
    })
    // Without its net the page goes by the clock.
    if (blind) await page.route('**/*face*.bin', (route) => route.abort())
    await obeyCues(page, head, english)
    if (slowed > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowed })
    await page.goto(webEnrolmentUrl)
    const steps = walk(page)
    page.setDefaultTimeout(slowed * 60_000)
    await steps.stayAtEnd()
    await steps.press('start')
    await steps.page.getByText(steps.say('challengeIntro')).waitFor()
    await assertAccessibleInBoth(steps.page, 'the challenge introduced')
    await steps.press('cameraAllow')
    return { ...steps, sessionId }
  }
  const statusOf = async (sessionId: string) => (await stage.data<{ status: string }>(`${sessionId}/status`)).status

  it('leads a head through the moves on a slow phone, and is passed', async () => {
    engineSees(() => drawn)
    const steps = await begin({ slowed: 4 })
    await steps.page.getByText(steps.say('challengeMiddle')).waitFor()
    await assertAccessible(steps.page, 'challenge', WCAG)
    // Next to other work a page this slow can miss a move; it is then offered another try.
    const done = steps.page.getByRole('heading', { name: steps.say('doneTitle'), exact: true, level: 1 })
    const again = steps.page.getByText(steps.say('CHALLENGE_NOT_PASSED'))
    await done.or(again).first().waitFor()
    while (await again.isVisible()) {
      assert.ok(draws < 4, 'one of four tries is passed')
      await steps.press('retake')
      await again.waitFor({ state: 'hidden' })
      await done.or(again).first().waitFor()
    }
    await steps.on('doneTitle')
    await steps.page.context().close()
  })

  it('is tried again with a new draw when the moves were others', async () => {
    let tries = 0
    engineSees(() => (tries++ ? drawn : drawn.toReversed().map((move) => (move === 'LEFT' ? 'BACK' : 'LEFT'))))
    const steps = await begin({ blind: true })
    await steps.page.getByText(steps.say('CHALLENGE_NOT_PASSED')).waitFor()
    await assertAccessible(steps.page, 'challenge not passed', WCAG)
    assert.ok(await steps.button('challengeCannot').isVisible(), 'after one failure there is another way')
    await steps.press('retake')
    await steps.on('doneTitle')
    assert.equal(draws, 2)
    await steps.page.context().close()
  })

  it('begins again after an interruption and after the page was loaded again; whoever cannot is referred', async () => {
    const steps = await begin({ blind: true })
    await steps.page.getByText(steps.say('challengeReturn')).waitFor()
    await steps.page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Object.defineProperty(document, 'hidden', { value: false, configurable: true })`)
    await steps.page.getByText(steps.say('challengeInterrupted')).waitFor()
    await steps.press('retry')
    await steps.page.getByText(steps.say('challengeReturn')).waitFor()
    assert.equal(draws, 2)

    await steps.page.reload()
    await steps.press('cameraAllow')
    await steps.page.getByText(steps.say('challengeMiddle')).waitFor()
    await steps.press('challengeCannot')
    await steps.button('shutter').click()
    await steps.on('doneTitle')
    assert.equal(await statusOf(steps.sessionId), 'WAITING_FOR_MANUAL_APPROVE')
    await steps.page.context().close()
  })

  it('is not begun where the camera is refused', async () => {
    const { webEnrolmentUrl } = await stage.initialize()
    const page = await (await eyes.phone()).newPage()
    await page.addInitScript(`navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('Permission denied', 'NotAllowedError')
    }`)
    await page.goto(webEnrolmentUrl)
    const steps = walk(page)
    await steps.press('start')
    await steps.press('cameraAllow')
    await page.getByRole('alert').waitFor()
    await steps.button('retry').waitFor()
    await page.context().close()
  })
})
