import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guidanceFrames } from '../../../lab/bench/support/guidance-frames.ts'
import { cutFrame, isTooCoarse } from '../../../src/apps/hosted-page/guidance/cut-frame.ts'
import type { Quad } from '../../../src/apps/hosted-page/guidance/find-sides.ts'
import { judgeDocument } from '../../../src/apps/hosted-page/guidance/judge-frame.ts'
import { rectify } from '../../../src/apps/hosted-page/guidance/rectify.ts'

describe('the guidance of the viewfinder', () => {
  it('says what is wrong with most frames, one of each kind in turn', async () => {
    const right = { sharp: 'ready', blurred: 'blurred', glare: 'glare', dark: 'dark', 'cut-off': 'cutOff' } as const
    let good = 0
    for await (const { label, frame } of guidanceFrames(50_000, 10))
      if (judgeDocument(frame, undefined).verdict === right[label]) good += 1
    assert.ok(good >= 9, `${good} of 10`)
  })

  it('asks to hold still when the picture moves', async () => {
    for await (const { frame } of guidanceFrames(50_000, 1)) {
      const moved = {
        ...frame.overview,
        data: frame.overview.data.map((value, at) => frame.overview.data[at + 12] ?? value),
      }
      assert.equal(judgeDocument(frame, moved).verdict, 'steady')
      assert.equal(judgeDocument(frame, frame.overview).verdict, 'ready')
    }
  })

  it('looks for a document on an empty table', () => {
    const grey = { width: 320, height: 480, data: new Uint8Array(320 * 480).fill(140) }
    const window = { x: 19, y: 146, width: 282, height: 188 }
    assert.equal(judgeDocument({ overview: grey, detail: grey, window }, undefined).verdict, 'searching')
  })

  it('asks to come closer where the service would miss pixels, as far as the camera can give them', () => {
    const cut = cutFrame({ width: 1080, height: 1440 }, { width: 390, height: 520 })
    const scale = cut.seen.width / cut.overview.width
    const wide = (pixels: number): Quad => {
      const [across, down] = [pixels / scale, pixels / scale / 1.586]
      return [
        [20, 100],
        [20 + across, 100],
        [20 + across, 100 + down],
        [20, 100 + down],
      ]
    }
    assert.equal(isTooCoarse(wide(700), cut, 800), true)
    assert.equal(isTooCoarse(wide(820), cut, 800), false)
    const most = cut.window.width * scale
    assert.equal(isTooCoarse(wide(0.97 * most), cut, 4_000), false, 'nobody is asked for more than fits')
    assert.equal(isTooCoarse(wide(0.7 * most), cut, 4_000), true)
  })

  it('straightens the document for the person to check', () => {
    const data = new Uint8ClampedArray(100 * 100 * 4).fill(0)
    for (let y = 20; y < 60; y += 1)
      for (let x = 10; x < 90; x += 1) data.fill(200, (y * 100 + x) * 4, (y * 100 + x) * 4 + 4)
    const corners: [number, number][] = [
      [10, 20],
      [90, 20],
      [90, 60],
      [10, 60],
    ]
    const { width, height, data: shown } = rectify({ width: 100, height: 100, data }, corners as never, 40)
    assert.deepEqual([width, height], [40, 20])
    assert.ok(shown.every((value) => value === 200))
  })
})
