import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { drawSpecimen, type Specimen } from '../../packages/specimen/src/draw/draw-specimen.ts'
import type { DecisionResponse, ExplanationResponse } from '../../src/kernel/decision/contract/decision.ts'
import type { DocumentResult } from '../../src/kernel/results/contract/results.ts'
import type { StatusResponse } from '../../src/kernel/results/contract/session-list.ts'
import { cameraFrame } from '../support/camera-frame.ts'
import { documentPortrait, facePicture } from '../support/faces.ts'
import { type Eyes, noBrowser, openEyes } from './support/browser.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

/** What a phone's camera gives at the resolution the page asks for. */
const FRAME = { width: 1440, height: 1920 }

describe('a person with a passport, a phone and the service as it is built', { skip: noBrowser }, () => {
  let stage: Stage
  let eyes: Eyes
  let passport: Specimen
  before(async () => {
    const portrait = await documentPortrait('A1')
    passport = await drawSpecimen({ kind: 'td3', seed: 21, sex: 'F', portrait: { picture: portrait.jpeg } })
    const seen = await cameraFrame(passport.front, { ...FRAME, fill: 0.72, seed: 3, background: 'wood' })
    stage = await startStage({
      built: true,
      environment: { ENGINE_WORKERS: '1', ENGINE_WARM_UP: 'false', ENGINE_SECONDS: '120' },
    })
    eyes = await openEyes(seen.toBuffer('image/jpeg', 95), FRAME)
  })
  after(async () => {
    await eyes?.close()
    await stage?.close()
  })

  it('shows both to the camera and is decided on by what was read, and by the film of the document', async () => {
    const { webEnrolmentUrl, sessionId } = await stage.initialize()
    const context = await eyes.phone()
    const steps = walk(await context.newPage())
    await steps.stayAtEnd()
    // Over a slow line there is no film, and on a busy machine this one would seem slow.
    await steps.page.addInitScript(() => {
      performance.getEntriesByType = () => []
    })
    const corners = steps.page.waitForEvent('requestfinished', (each) => /\/corners-[^/]*\.bin$/.test(each.url()))
    await steps.page.goto(webEnrolmentUrl)
    await corners
    await steps.press('start')
    await steps.press('cameraAllow')
    await steps.on('workingRead')
    await eyes.show((await facePicture('A2', { width: FRAME.width })).jpeg)
    await steps.on('faceTitle')
    await steps.on('doneTitle')
    await context.close()

    const { factors } = await stage.data<ExplanationResponse>(`${sessionId}/decision/explanation`)
    const liveness = factors.find(({ name }) => name === 'documentLiveness')
    const seen = liveness?.used.filmFRONT
    // A number: the frames came, show this page, and were judged.
    assert.ok(typeof seen === 'number' && seen > 50, `${seen}`)
    const { status } = await stage.data<StatusResponse>(`${sessionId}/status`)
    assert.match(status, /^(AUTO_|WAITING)/)
    if (status === 'WAITING_FOR_MANUAL_APPROVE') return
    const { verifications } = await stage.data<DecisionResponse>(`${sessionId}/decision/results`)
    assert.equal(verifications.mrzValidity?.level, 'HIGH')
    const document = await stage.data<DocumentResult>(`${sessionId}/document/result`)
    assert.equal(document.documentType, 'PASSPORT')
    assert.equal(document.country, 'UTO')
    assert.equal(document.applicant.lastName, passport.truth.holder.surname)
  })
})
