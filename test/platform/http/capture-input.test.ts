import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCameraReport, readCorners } from '../../../src/kernel/evidence/capture-input.ts'
import {
  CAMERA_HEADER,
  CAMERA_REPORT_LIMITS,
  CORNERS_HEADER,
} from '../../../src/kernel/evidence/contract/page-capture.ts'
import { BadCall } from '../../../src/kernel/http/problems.ts'

const readReport = (said?: string) => readCameraReport({ headers: said === undefined ? {} : { [CAMERA_HEADER]: said } })
const least = { width: 1080, height: 1920, controls: [], native: true }
const frames = { clockMs: 1_000.5, mediaMs: 999, intervals: [33.3, 33.4], dropped: 0 }
const asked = { request: '640x480', before: [1080, 1920], claimed: [480, 640], after: [480, 640], ms: 90 }

describe('the report of a camera', () => {
  it('is read whole', () => {
    const whole = {
      ...least,
      frameRate: 30,
      facingMode: 'user',
      controls: ['torch', 'zoom'],
      device: true,
      frames,
      asked,
    }
    assert.deepEqual(readReport(JSON.stringify(whole)), whole)
    assert.deepEqual(readReport(JSON.stringify(least)), least)
  })

  it('counts as none where it does not fit', () => {
    const wrong: object[] = [
      { ...least, name: 'FaceTime HD' },
      { ...least, width: -1 },
      { ...least, width: '1080' },
      { ...least, controls: ['torch', 'torch'] },
      { ...least, controls: ['deviceId'] },
      { ...least, native: 'yes' },
      { ...least, frames: { ...frames, intervals: Array(CAMERA_REPORT_LIMITS.intervals + 1).fill(1) } },
      { ...least, frames: { ...frames, clockMs: 1e9 } },
      { ...least, asked: { ...asked, request: '1x1' } },
      { ...least, asked: { ...asked, after: [1, 2, 3] } },
      [least],
    ]
    for (const report of wrong) assert.equal(readReport(JSON.stringify(report)), undefined, JSON.stringify(report))
    for (const text of [undefined, '', 'null', '{', '12']) assert.equal(readReport(text), undefined, text)
    assert.equal(readReport(JSON.stringify(least) + ' '.repeat(CAMERA_REPORT_LIMITS.characters)), undefined)
  })

  it('of the page at its longest fits', () => {
    const long = { ...frames, intervals: Array(CAMERA_REPORT_LIMITS.intervals).fill(12_345.6) }
    const text = JSON.stringify({
      ...least,
      controls: ['torch', 'zoom', 'exposureMode', 'focusMode'],
      frames: long,
      asked,
    })
    assert.ok(readReport(text), `${text.length} characters`)
  })
})

const readCornersOf = (value?: string) =>
  readCorners({ headers: value === undefined ? {} : { [CORNERS_HEADER]: value } })

describe('corners that a person has set', () => {
  it('come as shares of the picture, or not at all', () => {
    assert.equal(readCornersOf(), undefined)
    assert.deepEqual(readCornersOf('0.1,0.2,0.9,0.2,0.9,0.8,0.1,0.8'), [
      { x: 0.1, y: 0.2 },
      { x: 0.9, y: 0.2 },
      { x: 0.9, y: 0.8 },
      { x: 0.1, y: 0.8 },
    ])
  })

  it('go round a document clockwise, within the picture', () => {
    for (const wrong of [
      '',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1,0.8,0',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1,1.8',
      '0.1,0.2,0.9,0.2,0.9,0.8,0.1,x',
      '0.1,0.8,0.9,0.8,0.9,0.2,0.1,0.2',
      '0.1,0.2,0.9,0.8,0.9,0.2,0.1,0.8',
      '0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5',
      '0,0,1,0,1,0.0001,0,0.0001',
    ])
      assert.throws(() => readCornersOf(wrong), BadCall, wrong)
  })
})
