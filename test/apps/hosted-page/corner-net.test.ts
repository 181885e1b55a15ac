import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createCanvas } from '@napi-rs/canvas'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { openPageCorners } from '../../../lab/bench/support/page-net.ts'
import { drawSpecimen } from '../../../packages/specimen/src/draw/draw-specimen.ts'
import { BACKGROUNDS } from '../../../packages/specimen/src/photograph/backgrounds.ts'
import {
  CORNER_LIMITS,
  type CornerAnswer,
  type CornerNet,
  nameSides,
  openCornerNet,
} from '../../../src/apps/hosted-page/corners/corner-net.ts'
import { NET_SIDE } from '../../../src/apps/hosted-page/guidance/cut-frame.ts'
import { readNetList, thresholdOf } from '../../../src/vision/nets/net-list.ts'
import { cameraFrame } from '../../support/camera-frame.ts'

const MODEL = fileURLToPath(new URL('../../../models/corners.onnx', import.meta.url))

describe('the corner net of the hosted page', () => {
  let net: CornerNet
  let session: InferenceSession
  before(async () => {
    net = openPageCorners()
    session = await InferenceSession.create(MODEL, { intraOpNumThreads: 1 })
  })

  for (const background of BACKGROUNDS)
    it(`says what the server's says of a document on ${background}, whole and cut`, async () => {
      const { front } = await drawSpecimen({ kind: 'td1', seed: 700_001 })
      for (const defect of [undefined, 'cut-off'] as const) {
        const frame = { width: 1080, height: 1440, fill: 0.7, seed: `${background}/net`, background }
        const shown = pixelsOf(await cameraFrame(front, { ...frame, ...(defect && { defect }) }))
        const [here, there] = [net(shown), await askServer(session, shown)]
        assert.ok(Math.abs(here.present - there.present) < 0.02, `${here.present}, ${there.present}`)
        assert.ok(Math.abs(here.whole - there.whole) < 0.05, `${here.whole}, ${there.whole}`)
        for (const [corner, [x, y]] of here.corners.entries()) {
          const [otherX, otherY] = there.corners[corner] as [number, number]
          // A corner out of the picture is a guess, and its heat is spread out.
          if (Math.min(here.sharpness[corner] ?? 0, there.sharpness[corner] ?? 0) < 0.5) continue
          const pixels = Math.hypot(x - otherX, y - otherY) * NET_SIDE
          assert.ok(pixels < 1, `corner ${corner} is ${pixels} pixels away`)
        }
      }
    })

  it('sees no document on an empty table', async () => {
    const canvas = createCanvas(NET_SIDE, NET_SIDE)
    canvas.getContext('2d').fillRect(0, 0, NET_SIDE, NET_SIDE)
    const answer = net(canvas.getContext('2d').getImageData(0, 0, NET_SIDE, NET_SIDE).data)
    assert.deepEqual(nameSides(answer, { x: 0, y: 0, width: 320, height: 480 }), { found: 0, cutOff: false })
  })

  it('holds to the limits of the server', () => {
    const entry = readNetList().corners
    assert.ok(entry)
    assert.equal(CORNER_LIMITS.present, thresholdOf(entry, 'present'))
    assert.equal(CORNER_LIMITS.sharpness, thresholdOf(entry, 'sharpness'))
  })

  it('tells a cut document from none, and takes no shape that a document cannot have', () => {
    const size = { x: 0, y: 0, width: 320, height: 400 }
    const answer: CornerAnswer = {
      corners: [
        [0.1, 0.2],
        [0.9, 0.2],
        [0.9, 0.6],
        [0.1, 0.6],
      ],
      sharpness: [0.9, 0.9, 0.9, 0.9],
      present: 0.9,
      whole: 0.9,
    }
    assert.deepEqual(nameSides(answer, size).quad?.[2], [288, 240])
    assert.equal(nameSides({ ...answer, present: 0.05 }, size).found, 0)
    assert.deepEqual(nameSides({ ...answer, whole: 0.2 }, size), { found: 0, cutOff: true })
    assert.equal(nameSides({ ...answer, sharpness: [0.9, 0.3, 0.9, 0.9] }, size).found, 0)
    assert.equal(nameSides({ ...answer, corners: answer.corners.toReversed() }, size).found, 0)
    const outside = { ...answer, corners: [[-0.05, 0.2], ...answer.corners.slice(1)] as CornerAnswer['corners'] }
    assert.equal(nameSides(outside, size).cutOff, true)
    // The screen shows the middle of the picture alone: a corner next to it is in the picture all the same.
    const shifted = nameSides(answer, { x: -80, y: 0, width: 480, height: size.height })
    assert.equal(shifted.cutOff, false)
    assert.ok(shifted.quad?.some(([x]) => x > size.width || x < 0))
  })

  it('refuses weights that are not its own', () => {
    assert.throws(() => openCornerNet(new ArrayBuffer(1000)), /too short/)
  })
})

function pixelsOf(picture: Parameters<ReturnType<ReturnType<typeof createCanvas>['getContext']>['drawImage']>[0]) {
  const canvas = createCanvas(NET_SIDE, NET_SIDE)
  canvas.getContext('2d').drawImage(picture, 0, 0, NET_SIDE, NET_SIDE)
  return canvas.getContext('2d').getImageData(0, 0, NET_SIDE, NET_SIDE).data
}

async function askServer(session: InferenceSession, shown: Uint8ClampedArray): Promise<CornerAnswer> {
  const size = NET_SIDE * NET_SIDE
  const picture = Float32Array.from({ length: 3 * size }, (_, at) => {
    return (shown[(at % size) * 4 + Math.floor(at / size)] as number) / 255
  })
  const said = await session.run({ picture: new Tensor('float32', picture, [1, 3, NET_SIDE, NET_SIDE]) })
  const numbers = (name: string) => Array.from(said[name]?.data as Float32Array)
  const places = numbers('corners')
  const [present = 0, whole = 0] = numbers('judgement')
  return {
    corners: [0, 1, 2, 3].map((at): [number, number] => [places[2 * at] as number, places[2 * at + 1] as number]),
    sharpness: numbers('sharpness'),
    present,
    whole,
  }
}
