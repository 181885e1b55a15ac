import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  CAMERA_REQUESTS,
  type CameraReport,
  cameraRequestOf,
} from '../../../../src/kernel/evidence/camera/camera-report.ts'
import { CAMERA_LIMITS, judgeFilmOf, judgeReport } from '../../../../src/kernel/evidence/camera/judge-camera.ts'

/** As a phone's camera reports in Chromium. */
const phone: CameraReport = {
  width: 2560,
  height: 1440,
  frameRate: 30,
  facingMode: 'environment',
  controls: ['torch', 'zoom'],
  device: true,
  native: true,
  frames: { clockMs: 4_800, mediaMs: 4_799, intervals: Array(24).fill(33.3), dropped: 0 },
  asked: { request: '640x480', before: [2560, 1440], claimed: [640, 480], after: [640, 480], ms: 210 },
}
const asked = (change: Partial<NonNullable<CameraReport['asked']>>) =>
  judgeReport({ ...phone, asked: { ...(phone.asked as NonNullable<CameraReport['asked']>), ...change } }, '640x480')
const timed = (clockMs: number, mediaMs: number, count = 24) =>
  judgeReport({ ...phone, frames: { clockMs, mediaMs, intervals: Array(count).fill(40), dropped: 0 } }, '640x480')
    ?.clock

describe('the camera of the page', () => {
  it('is judged by nothing where the page did not report it', () => {
    assert.equal(judgeReport(undefined, '640x480'), undefined)
    assert.deepEqual(judgeFilmOf(undefined), {})
  })

  it('of a phone has nothing against it, and what it lacks counts as nothing', () => {
    assert.deepEqual(judgeReport(phone, '640x480'), { device: 'absent', request: 'absent', clock: 'absent' })
    const { width, height, native } = phone
    const plain = judgeReport({ width, height, native, controls: [] }, '640x480')
    assert.deepEqual(plain, { device: 'unknown', request: 'unknown', clock: 'unknown' })
  })

  it('is doubted where no device of the browser opened it', () => {
    assert.equal(judgeReport({ ...phone, native: false }, '640x480')?.device, 'present')
    assert.equal(judgeReport({ ...phone, device: false }, '640x480')?.device, 'present')
  })

  it('is doubted where its frames stay as large as they were, and where it answers another session', () => {
    assert.equal(asked({ after: [2560, 1440] })?.request, 'present')
    assert.equal(asked({ after: [1920, 1080] })?.request, 'present')
    assert.equal(asked({ request: '320x240', claimed: [320, 240], after: [320, 240] })?.request, 'present')
  })

  it('is not doubted where it is held upright, had nothing to switch, or did not take the size', () => {
    assert.equal(asked({ claimed: [480, 640], after: [480, 640] })?.request, 'absent')
    assert.equal(asked({ after: [800, 600] })?.request, 'absent', 'the next larger size it has')
    assert.equal(asked({ before: [640, 480] })?.request, 'unknown')
    assert.equal(asked({ claimed: [2560, 1440], after: [2560, 1440] })?.request, 'unknown')
  })

  it('keeps the time of the page', () => {
    assert.deepEqual([timed(1_500, 1_490), timed(1_500, 1_000)], ['absent', 'absent'])
    assert.deepEqual([timed(1_500, 700), timed(1_500, 3_000), timed(1_500, -20)], Array(3).fill('present'))
    assert.deepEqual([timed(900, 100), timed(1_500, 100, 3)], ['unknown', 'unknown'])
  })

  it('has grain that does not repeat', () => {
    const film = { frames: 3, same: 2 }
    assert.deepEqual(judgeFilmOf(film), {})
    assert.equal(judgeFilmOf({ ...film, leastChange: 2 * CAMERA_LIMITS.leastChange }).repeats, 'absent')
    assert.equal(judgeFilmOf({ ...film, leastChange: 0 }).repeats, 'present')
  })

  it('is asked for something that depends on the session alone', () => {
    const requests = Array.from({ length: 1_000 }, () => cameraRequestOf(crypto.randomUUID()))
    for (const request of CAMERA_REQUESTS) assert.ok(requests.filter((each) => each === request).length > 100, request)
    assert.equal(cameraRequestOf('a-session'), cameraRequestOf('a-session'))
  })
})
