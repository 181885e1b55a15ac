import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { cameraRequestOf } from '../../src/kernel/evidence/camera/camera-report.ts'
import { CAMERA_HEADER, type CameraReport } from '../../src/kernel/evidence/contract/page-capture.ts'
import { basic, writtenEngine } from '../support/app.ts'
import { noBrowser, PATIENT_MS, PHONE } from './support/browser.ts'
import { type Stage, startStage } from './support/stage.ts'
import { walk } from './support/walk.ts'

/** What programs do that replace the camera from within the page. */
const CANVAS = `navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 1080, height: 1440 })
  const pen = canvas.getContext('2d')
  setInterval(() => {
    pen.fillStyle = 'hsl(' + 360 * Math.random() + ' 50% 50%)'
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }, 40)
  return canvas.captureStream(25)
}`

describe('the camera behind the hosted page', { skip: noBrowser }, () => {
  let stage: Stage
  let browser: Browser
  let authorization: string
  before(async () => {
    const settings = { steps: ['face'] as ['face'], challenge: 'off' as const, assurance: 'high' as const }
    stage = await startStage({ engine: writtenEngine(), settings })
    const { username, password } = await stage.makeLive()
    authorization = basic(username, password)
    // Chromium's own device: it has several sizes, as a camera has.
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '',
      args: ['--no-sandbox', '--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
    })
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  /** One live session, with what the page reported and what was decided. */
  async function takeSelfie(script?: string) {
    const initialized = await fetch(`${stage.base}/api/v1/enrolment/initialize`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: randomUUID() }),
    })
    const { webEnrolmentUrl, sessionId } = (await initialized.json()) as { webEnrolmentUrl: string; sessionId: string }
    const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true })
    context.setDefaultTimeout(PATIENT_MS)
    const page = await context.newPage()
    if (script) await page.addInitScript(script)
    const reports: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/enrolment/face')) reports.push(request.headers()[CAMERA_HEADER] ?? '')
    })
    await page.goto(webEnrolmentUrl)
    const steps = walk(page)
    await steps.stayAtEnd()
    await steps.press('start')
    await steps.press('cameraAllow')
    await steps.button('shutter').click()
    await steps.on('doneTitle')
    await context.close()
    const answer = async (path: string) =>
      (await fetch(`${stage.base}/api/v1/data/${sessionId}/${path}`, { headers: { authorization } })).json()
    const { status } = (await answer('status')) as { status: string }
    assert.equal(reports.length, 1)
    return { sessionId, status, report: JSON.parse(reports[0] ?? '') as CameraReport, text: reports[0] ?? '' }
  }

  it('reports what it is and what it does, and does what the service asks', async () => {
    let taken = await takeSelfie()
    // A camera that a busy machine starts too slowly is asked for nothing.
    for (let again = 0; again < 3 && !taken.report.asked; again++) taken = await takeSelfie()
    const { sessionId, status, report, text } = taken
    const { asked, frames, device, native } = report
    assert.deepEqual([device, native], [true, true])
    assert.equal(asked?.request, cameraRequestOf(sessionId))
    assert.deepEqual(asked.claimed, asked.request.split('x').map(Number))
    const pixels = ([width = 0, height = 0]: number[]) => width * height
    assert.ok(pixels(asked.after) <= 640 * 480 && pixels(asked.before) > 1280 * 720, text)
    assert.ok(frames && frames.clockMs > 0 && frames.intervals.length > 0, text)
    assert.ok(report.width * report.height > 1280 * 720, 'it is as large again as it was')
    assert.doesNotMatch(text, /deviceId|groupId|label|fake_device/)
    assert.equal(status, 'AUTO_APPROVED')
  })

  it('goes to a person where a script of the page takes its place', async () => {
    const { status, report } = await takeSelfie(CANVAS)
    assert.equal(report.native, false)
    assert.equal(report.device, false)
    assert.equal(status, 'WAITING_FOR_MANUAL_APPROVE')
  })
})
