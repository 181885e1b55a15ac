import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { drawSpecimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import { accept, refuse } from '../../src/formats/result.ts'
import { passport, type WrittenEngine, writtenEngine } from '../support/app.ts'
import { cameraFrame } from '../support/camera-frame.ts'
import { facePicture } from '../support/faces.ts'
import { assertAccessibleInBoth } from './console-axe.ts'
import { type Eyes, FRAME, noBrowser, openEyes } from './support/browser.ts'
import { inTurn } from './support/reading.ts'
import { type Stage, startStage } from './support/stage.ts'
import { hold, walk } from './support/walk.ts'

describe('a picture from the camera', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let engine: WrittenEngine
  let card: { front: Uint8Array; back: Uint8Array }
  let face: Uint8Array
  const onTable = async (side: Uint8Array, how: object = {}) =>
    (await cameraFrame(side, { ...FRAME, fill: 0.7, seed: 7, background: 'wood', ...how })).toBuffer('image/jpeg')
  before(async () => {
    engine = writtenEngine()
    stage = await startStage({ engine, settings: { asksConsent: true } })
    const { front, back } = await drawSpecimen({ kind: 'td1', seed: 7 })
    card = { front, back: back ?? assert.fail() }
    face = (await facePicture('B', { width: FRAME.width })).jpeg
    eyes = await openEyes(await onTable(card.front))
  })
  beforeEach(() => eyes.reset())
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  const opened = async (body: object = {}) => {
    const session = await stage.initialize(body)
    const context = await eyes.phone({ bypassCSP: true })
    const page = await context.newPage()
    await page.addInitScript(
      'addEventListener("click", ({ isTrusted }) => { if (isTrusted) globalThis.taps = (globalThis.taps ?? 0) + 1 }, true)',
    )
    const steps = walk(page)
    await page.goto(session.webEnrolmentUrl)
    await steps.press('start')
    await steps.press('consentAgree')
    await steps.on('frontTitle')
    return { ...session, context, steps, page, taps: () => page.evaluate<number>('globalThis.taps') }
  }

  for (const kind of ['passport', 'card'] as const)
    it(`of a ${kind}: nobody is asked about what the service finds well`, async (test) => {
      engine.page = kind === 'passport' ? async () => accept(passport()) : inTurn()
      const { context, steps, page, taps } = await opened()
      await steps.stayAtEnd()
      const sent = await hold(page, '**/enrolment/document')
      await steps.press('cameraAllow')
      await steps.on('workingRead')
      assert.equal(await steps.button('use').count(), 0)
      await eyes.show(kind === 'card' ? await onTable(card.back) : face)
      sent()
      if (kind === 'card') {
        await steps.on('backTitle')
        const backSent = await hold(page, '**/enrolment/document')
        await steps.on('workingRead')
        await eyes.show(face)
        backSent()
      }
      await steps.on('faceTitle')
      await steps.on('doneTitle')
      const count = await taps()
      test.diagnostic(`${kind}: ${count} taps`)
      assert.equal(count, 3, 'start, agree, turn the camera on')
      await context.close()
    })

  it('that the guidance called blurred is not taken by itself, and opens with the advice to take it again', async () => {
    await eyes.show(await onTable(card.front, { defect: 'blurred' }))
    const { context, steps, page } = await opened()
    const sent = await hold(page, '**/enrolment/document')
    await steps.press('cameraAllow')
    await page.getByText(steps.say('guideBlurred')).waitFor()
    await page.getByText(steps.say('guidePress')).waitFor() // after ten seconds
    await steps.press('shutter')
    await steps.on('checkDoubt')
    await page.getByRole('alert').getByText(steps.say('BLURRED')).waitFor()
    assert.match(String(await steps.button('retake').getAttribute('class')), /primary/)
    assert.equal(await steps.button('use').count(), 0)
    await assertAccessibleInBoth(page, 'a picture that the guidance called blurred')
    engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['BLURRED'])
    sent()
    await steps.on('refusedTitle')
    await context.close()
  })

  it('that the person wants in spite of it is not asked about again for the same reason', async () => {
    await eyes.show(await onTable(card.front, { defect: 'blurred' }))
    engine.page = async () => accept({ ...passport(), reading: { ...passport().reading, hints: ['BLURRED'] } })
    const { context, steps, page } = await opened()
    const sent = await hold(page, '**/enrolment/document')
    await steps.press('cameraAllow')
    await page.getByText(steps.say('guideBlurred')).waitFor()
    await steps.press('shutter')
    await steps.press('useAnyway')
    sent()
    await steps.on('faceTitle')
    await context.close()
  })

  it('that was too small: the guide then asks for as much as fits', async () => {
    engine.page = async () => refuse('DOCUMENT_NOT_RECOGNIZED', ['TOO_SMALL'])
    const { context, steps, page } = await opened()
    const widthOf = async () => (await page.locator('.overlay .window').boundingBox())?.width ?? 0
    await steps.press('cameraAllow')
    await steps.on('refusedTitle')
    await page.getByRole('alert').getByText(steps.say('TOO_SMALL')).waitFor()
    await steps.press('retake')
    // The card fills seven tenths, which was enough before.
    await page.getByText(steps.say('guideCloser')).waitFor()
    assert.ok((await widthOf()) > 0)
    await page.waitForTimeout(3_000)
    await steps.on('frontTitle')
    await context.close()
  })
})
